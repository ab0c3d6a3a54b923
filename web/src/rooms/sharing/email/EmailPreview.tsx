import type { ShareDetails, ShopCard } from '@cutaway/contract/rooms/sharing/send.ts'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { duration } from '../../../core/i18n/format.ts'
import { languages, useTexts } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import { Logo } from '../../../ui/illustrations/Logo.tsx'
import type { Draft } from '../dialog/draft.ts'
import { isSentFromSite, type Email } from './email.ts'
import classes from '../dialog/Preview.module.css'
import { useCustomerTexts, useNamed, useRelated } from '../dialog/useShare.ts'

/** Returns name, address and telephone of the shop on one line, as in a mail footer. */
const footOf = (shop: ShopCard, because: string): string =>
  [
    [shop.business_name, shop.street1, shop.city, `${shop.state} ${shop.zip}`.trim()].filter(Boolean).join(', '),
    shop.phone ? `\u2066${shop.phone}\u2069` : '',
    because,
  ]
    .filter(Boolean)
    .join(' · ')

/** Previews the mail in the customer's language, with the same parts in the same order. */
export function EmailPreview({ draft, email, details }: { draft: Draft; email: Email; details: ShareDetails }) {
  const t = useTexts()
  const say = useCustomerTexts(draft.languageId)
  const site = useSite()
  const films = useNamed(draft.films, draft.languageId)
  const related = useRelated(draft.films, draft.languageId, draft.related)
  const language = languages.find(({ language_id }) => language_id === draft.languageId)
  const { shop, no_reply_address: noReply } = details
  const sender = email.from && !isSentFromSite(details, email.from) ? email.from : noReply
  const paragraphs = email.message
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean)
  return (
    <div className={classes.mail}>
      <div className={classes.mailHead}>
        <div className={classes.mailSubject} dir="auto">
          {email.subject || '…'}
        </div>
        <div className={classes.mailFrom}>
          <bdi>{shop.business_name}</bdi> <bdi>&lt;{sender}&gt;</bdi>
        </div>
        {email.from && sender !== email.from ? (
          <div className={classes.mailFrom}>{t('share_replies_to', { address: `\u2068${email.from}\u2069` })}</div>
        ) : null}
      </div>
      <div className={classes.letter} lang={language?.language_code} dir={language?.direction}>
        {shop.logo_url ? (
          <img className={classes.logo} src={shop.logo_url} alt={shop.business_name} />
        ) : (
          <div className={classes.shop}>
            <Logo mark={site.mark} logo={site.logo} />
            <span>{shop.business_name}</span>
          </div>
        )}
        {email.banner ? (
          <img className={classes.banner} src={email.banner.banner_image} alt={shop.business_name} />
        ) : null}
        {paragraphs.map((text, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- two paragraphs may say the same
          <p key={n} className={classes.words} dir="auto">
            {text}
          </p>
        ))}
        {draft.roNumber ? (
          <p className={classes.fact}>
            <span className={classes.dim}>{say('repair_order')}</span> <bdi>{draft.roNumber}</bdi>
          </p>
        ) : null}
        {films.map((film) => (
          <div key={film.part_id}>
            <Poster url={film.poster_url} />
            <div className={classes.filmLine}>
              <span className={classes.filmName}>{film.part_name}</span>
              <span className={classes.dim}>{film.duration > 0 ? duration(film.duration) : ''}</span>
            </div>
            <span className={classes.button}>{say('watch_the_film')}</span>
          </div>
        ))}
        {related.length > 0 ? (
          <div className={classes.related}>
            <p className={classes.filmName}>{say('related_films')}</p>
            {related.map((film) => (
              <p key={film.part_id} className={classes.link}>
                {film.part_name}
              </p>
            ))}
          </div>
        ) : null}
        <p className={classes.foot}>
          {footOf(shop, say('mail_share_because'))} <span className={classes.link}>{say('mail_unsubscribe')}</span>
        </p>
      </div>
    </div>
  )
}

/** Renders the still of a film with a play icon. */
export function Poster({ url, plain }: { url: string | null; plain?: boolean }) {
  return (
    <div className={classes.poster}>
      {url ? <img src={url} alt="" /> : null}
      {plain ? null : (
        <span className={classes.play}>
          <IconPlayerPlayFilled size={20} aria-hidden />
        </span>
      )}
    </div>
  )
}
