import type { ShareDetails, ShopCard } from '@cutaway/contract/rooms/sharing/send.ts'
import { initials } from '../../../core/i18n/format.ts'
import { languages } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { Logo } from '../../../ui/illustrations/Logo.tsx'
import type { Draft } from './draft.ts'
import { Poster } from '../email/EmailPreview.tsx'
import { answerableRows, filmRows } from '../send/findings.ts'
import { PreviewDecision } from '../send/PreviewDecision.tsx'
import { contrastColour } from '../text/contrast-colour.ts'
import classes from './Preview.module.css'
import type { ShareFilm } from '../share.ts'
import { useCustomerTexts, useNamed } from './useShare.ts'

const noScales: ShareDetails['scales'] = {}

/** Previews the landing page of the link on the customer's phone. */
export function PagePreview({
  draft,
  film,
  subject,
  message,
  shop,
  scales,
  action,
}: {
  draft: Draft
  film: ShareFilm | null
  subject: string
  message: string
  /** Undefined if the sender has no right to see it. */
  shop: ShopCard | undefined
  /** The limits of measured values by part. */
  scales?: ShareDetails['scales']
  /** The custom button of a link for a web page. */
  action?: { text: string; colour: string }
}) {
  const say = useCustomerTexts(draft.languageId)
  const { user, web_site: site } = useSignedIn()
  const [named] = useNamed(film ? [film] : [], draft.languageId)
  const language = languages.find(({ language_id }) => language_id === draft.languageId)
  const name = shop?.business_name ?? (user.business_name || site.name)
  const adviser = shop?.adviser ?? `${user.first_name} ${user.last_name}`.trim()
  const { asks } = draft.decision
  const open =
    asks === 'decision' ? answerableRows(filmRows(draft.films, draft.decision, site.currency).films).length : 0
  const filmName = named?.part_name ?? ''
  const usual =
    asks === 'information'
      ? filmName
      : open > 1
        ? say('decision_heading', { count: open })
        : say('link_page_title', { film: filmName })
  const title = subject.trim() || usual
  return (
    <div className={classes.phone} lang={language?.language_code} dir={language?.direction}>
      <div className={classes.pageHead}>
        {shop?.logo_url ? (
          <img className={classes.logo} src={shop.logo_url} alt={name} />
        ) : (
          <>
            <Logo mark={site.mark} logo={site.logo} />
            <span className={classes.pageShop}>
              <span className={classes.filmName}>{name}</span>
              {shop?.street1 ? (
                <span className={classes.dim}>{[shop.street1, shop.city].filter(Boolean).join(', ')}</span>
              ) : null}
            </span>
          </>
        )}
      </div>
      <Poster url={named?.poster_url ?? null} />
      <div className={classes.pageBody}>
        <p className={classes.pageTitle} dir="auto">
          {title}
        </p>
        {message.trim() ? (
          <div className={classes.pageWords}>
            <span className={classes.avatar} aria-hidden>
              {initials(adviser)}
            </span>
            <div>
              <p className={classes.words} dir="auto">
                {message.trim()}
              </p>
              <p className={classes.dim}>
                {[adviser, draft.roNumber]
                  .filter(Boolean)
                  .map((one) => `\u2068${one}\u2069`)
                  .join(' · ')}
              </p>
            </div>
          </div>
        ) : null}
        {action ? (
          action.text ? (
            <span
              className={classes.button}
              style={{ background: action.colour, color: contrastColour(action.colour) }}
            >
              {action.text}
            </span>
          ) : null
        ) : (
          <PreviewDecision draft={draft} scales={scales ?? noScales} />
        )}
      </div>
    </div>
  )
}
