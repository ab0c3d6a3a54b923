import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import type { DkimKey } from '../../outside/mail.smtp.ts'

/** The portal's own sender for a web site. */
export interface MailIdentity {
  /** A no-reply address. */
  noReply: string
  dkim: DkimKey | undefined
}

/**
 * Returns the sender for a web site: its own domain if it has one (`npm run mail-domain`), else the sender of the
 * configuration. Without a mail server it is the site's host name.
 */
export async function identityOf(
  db: Db,
  { mail }: Pick<Config, 'mail'>,
  site: Pick<Site, 'web_site_id' | 'hosts'>,
): Promise<MailIdentity> {
  const own = await db
    .selectFrom('mail_domains')
    .select(['domain', 'selector', 'private_key'])
    .where('web_site_id', '=', site.web_site_id)
    .executeTakeFirst()
  if (own)
    return {
      noReply: `no-reply@${own.domain}`,
      dkim: { domainName: own.domain, keySelector: own.selector, privateKey: own.private_key },
    }
  if (mail.kind === 'smtp') return { noReply: addressOf(mail.from), dkim: mail.dkim }
  return { noReply: `no-reply@${site.hosts[0] ?? 'localhost'}`, dkim: undefined }
}

/** 'Cutaway <post@portal.test>' -> 'post@portal.test'. */
export const addressOf = (from: string): string => /<([^<>]+)>/.exec(from)?.[1]?.trim() ?? from.trim()

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
