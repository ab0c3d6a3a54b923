import type { ShopCard } from '@cutaway/contract/rooms/sharing/send.ts'
import { duration } from '../../../core/i18n/format.ts'
import { languages } from '../../../core/i18n/i18n.ts'
import type { Draft } from '../dialog/draft.ts'
import { Poster } from '../email/EmailPreview.tsx'
import classes from '../dialog/Preview.module.css'
import { useCustomerTexts, useNamed } from '../dialog/useShare.ts'

/** Previews the message on the customer's phone: the text, the link with its card, the opt-out. */
export function TextPreview({
  draft,
  message,
  shop,
  mms,
}: {
  draft: Draft
  message: string
  shop: ShopCard
  mms: boolean
}) {
  const say = useCustomerTexts(draft.languageId)
  const [film] = useNamed(draft.film ? [draft.film] : [], draft.languageId)
  const language = languages.find(({ language_id }) => language_id === draft.languageId)
  return (
    <div className={classes.phone} data-kind="text" lang={language?.language_code} dir={language?.direction}>
      <div className={classes.textHead}>
        <span className={classes.filmName}>{shop.business_name}</span>
        {shop.phone ? <bdi className={classes.dim}>{shop.phone}</bdi> : null}
      </div>
      <div className={classes.thread}>
        {mms && film ? (
          <div className={classes.sentPicture}>
            <Poster url={film.poster_url} plain />
          </div>
        ) : null}
        <div className={classes.bubble} dir="auto">
          {message.trim() ? <span className={classes.bubbleWords}>{message.trim()} </span> : null}
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
