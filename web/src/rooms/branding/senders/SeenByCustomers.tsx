import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import classes from './SeenByCustomers.module.css'
import { useAddresses } from './useAddresses.ts'

/** Compares the sender of mail from a domain as customers see it now with the sender once its records are published. */
export function SeenByCustomers({ domain, siteAddress }: { domain: string; siteAddress: string }) {
  const t = useTexts()
  const { user, web_site: site } = useSignedIn()
  const { data } = useAddresses()
  const ofDomain = (email: string) => email.toLowerCase().endsWith(`@${domain}`)
  const own = data?.list.filter(({ email }) => ofDomain(email)) ?? []
  const address = (own.find(({ is_default }) => is_default === 1) ?? own[0])?.email ?? data?.businessAddress
  if (!address || !ofDomain(address)) return null
  const name = user.is_show_business_name === 1 && user.business_name ? user.business_name : site.name
  return (
    <div className={classes.both}>
      {(
        [
          ['sender_seen_now', siteAddress],
          ['sender_seen_then', address],
        ] as const
      ).map(([title, from]) => (
        <section key={title} className={classes.one} aria-label={t(title)}>
          <h4 className={classes.title}>{t(title)}</h4>
          <dl className={classes.facts}>
            <dt>{t('sender_seen_from')}</dt>
            <dd>
              <bdi>{name}</bdi>
              <bdi dir="ltr" className={classes.address}>
                {from}
              </bdi>
            </dd>
            <dt>{t('sender_seen_reply')}</dt>
            <dd>
              <bdi dir="ltr">{address}</bdi>
            </dd>
          </dl>
        </section>
      ))}
    </div>
  )
}
