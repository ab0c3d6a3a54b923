import { hashToken } from '../../../../core/auth/caller.ts'
import { secondsAfter } from '../../../../core/clock.ts'
import type { Db } from '../../../../core/db/database.ts'
import type { Site } from '../../../../core/tenancy.ts'
import { newToken } from '../../../sessions/create-session.ts'
import type { Purpose } from '../../purposes.ts'

/** Tokens of pages on which a signed-in customer pays or enters a means of payment (/pay/<token>, /pay/card/<token>). */

/** Seconds for which a page can be used. */
const lifetime = 3 * 3600

export interface PageOrder {
  businessentity_id: number
  user_id: number
  /** A purpose; 'means' for the card frame of the billing pages, which may be opened without anything due. */
  purpose: string
  order_id: string
}

/** Makes a token for a page. Only its hash is stored. */
export async function newPage(db: Db, site: Site, of: PageOrder, now: Date): Promise<string> {
  const token = newToken()
  await db
    .insertInto('billing_page_tokens')
    .values({
      web_site_id: site.web_site_id,
      token_hash: hashToken(token),
      ...of,
      expires_at: secondsAfter(now, lifetime),
    })
    .execute()
  return token
}

export const findPage = (db: Db, site: Site, tokenHash: string, now: Date): Promise<PageOrder | undefined> =>
  db
    .selectFrom('billing_page_tokens')
    .select(['businessentity_id', 'user_id', 'purpose', 'order_id'])
    .where('web_site_id', '=', site.web_site_id)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** The part of a purpose whose orders are opened by these tokens. */
export const tokensOf = (name: Purpose['name']): Pick<Purpose, 'byPageToken'> => ({
  async byPageToken(db, site, tokenHash, now) {
    const page = await findPage(db, site, tokenHash, now)
    return page?.purpose === name ? page.order_id : undefined
  },
})

export async function forgetPages(system: Db, now: Date): Promise<void> {
  await system.deleteFrom('billing_page_tokens').where('expires_at', '<', now).execute()
  await system.deleteFrom('reactivations').where('expires_at', '<', now).execute()
}
