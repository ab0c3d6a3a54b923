import type { Db } from '../../core/db/database.ts'
import { dkimRecord, newDkimKey } from './domains/dkim-key.ts'

/** A web site's own mail domain and the DKIM key that signs its mail. */

export interface DnsRecord {
  name: string
  type: 'TXT'
  value: string
}

export class NotADomain extends Error {}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'

/**
 * Gives a web site its mail domain and a key for it. Keeps the existing key for the same domain and selector, because
 * it may be published already. Returns the records that the owner of the domain must publish. Throws NotADomain.
 */
export async function setMailDomain(
  db: Db,
  webSiteId: number,
  wanted: { domain: string; selector?: string },
): Promise<DnsRecord[]> {
  const domain = wanted.domain.trim().toLowerCase().replace(/\.$/, '')
  const selector = (wanted.selector ?? 'cutaway').trim().toLowerCase()
  if (domain.length > 200 || !new RegExp(`^(?:${label}\\.)+${label}$`).test(domain))
    throw new NotADomain(`${wanted.domain} is not a domain such as mail.example.com`)
  if (!new RegExp(`^${label}$`).test(selector))
    throw new NotADomain(`${wanted.selector} is not a selector such as mail1`)

  const kept = await db
    .selectFrom('mail_domains')
    .select('private_key')
    .where('web_site_id', '=', webSiteId)
    .where('domain', '=', domain)
    .where('selector', '=', selector)
    .executeTakeFirst()
  const private_key = kept?.private_key ?? (await newDkimKey())
  if (!kept) {
    const row = { domain, selector, private_key, created_at: new Date() }
    await db
      .insertInto('mail_domains')
      .values({ web_site_id: webSiteId, ...row })
      .onConflict((c) => c.column('web_site_id').doUpdateSet(row))
      .execute()
  }
  return [
    { name: `${selector}._domainkey.${domain}`, type: 'TXT', value: dkimRecord(private_key) },
    { name: domain, type: 'TXT', value: 'v=spf1 include:<the mail server of SMTP_URL> ~all' },
    { name: `_dmarc.${domain}`, type: 'TXT', value: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}` },
  ]
}
