import { withShop, type FieldValues } from '@cutaway/contract/rooms/branding/customer-text.ts'
import type { ShareDetails } from '@cutaway/contract/rooms/sharing/send.ts'
import { duration } from '../../../core/i18n/format.ts'
import { languages, useTexts } from '../../../core/i18n/i18n.ts'
import { FilledText } from '../../branding/texts/FilledText.tsx'
import type { Draft } from '../dialog/draft.ts'
import { Poster } from '../email/EmailPreview.tsx'
import classes from '../dialog/Preview.module.css'
import { useCustomerTexts, useNamed } from '../dialog/useShare.ts'

/** Previews the message on the customer's phone: the text, the link with its card, the opt-out. */
export function TextPreview({
  draft,
  message,
  values,
  details: { shop, text_number_shown: number },
  mms,
}: {
  draft: Draft
  /** With its fields. */
  message: string
  values: FieldValues
  details: ShareDetails
  mms: boolean
}) {
  const t = useTexts()
  const say = useCustomerTexts(draft.languageId)
  const [film] = useNamed(draft.film ? [draft.film] : [], draft.languageId)
  const language = languages.find(({ language_id }) => language_id === draft.languageId)
  return (
    <div className={classes.phone} data-kind="text" lang={language?.language_code} dir={language?.direction}>
      <div className={classes.textHead}>
        <bdi className={classes.filmName} dir={number ? 'ltr' : undefined}>
          {number ?? shop.business_name}
        </bdi>
        <span className={classes.dim}>{t(number ? 'share_number_from' : 'share_number_chosen')}</span>
      </div>
      <div className={classes.thread}>
        {mms && film ? (
          <div className={classes.sentPicture}>
            <Poster url={film.poster_url} plain />
          </div>
        ) : null}
        <div className={classes.bubble} dir="auto">
          {message.trim() ? (
            <span className={classes.bubbleWords}>
              <FilledText text={withShop(shop.business_name, message.trim())} values={values} />{' '}
            </span>
          ) : null}
          <bdi className={classes.link}>{location.host}/l/…</bdi>
          <span className={classes.stop} dir="auto">
            {say('sms_stop_hint')}
          </span>
        </div>
        {film && !mms ? (
          <div className={classes.card}>
            <Poster url={film.poster_url} />
            <div className={classes.cardWords}>
              <span className={classes.filmName}>{film.part_name}</span>
              <span className={classes.dim}>
                <bdi>{shop.business_name}</bdi>
                {film.duration > 0 ? ` · ${duration(film.duration)}` : ''}
              </span>
            </div>
          </div>
        ) : null}
      </div>
    </div>
  )
}
