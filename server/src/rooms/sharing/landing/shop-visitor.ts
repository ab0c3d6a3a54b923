import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

interface Visitor {
  user_id: number
  businessentity_id: number | null
}

/**
 * Returns whether a signed-in visitor of a link belongs to the business that sent it. Such a visitor is no customer:
 * neither visits nor answers count.
 */
export async function isOfShop(
  db: Db,
  site: Site,
  link: { user_id: number; businessentity_id: number | null },
  visitor: Visitor | undefined,
): Promise<boolean> {
  if (!visitor) return false
  if (visitor.user_id === link.user_id) return true
  if (visitor.businessentity_id === null) return false
  if (link.businessentity_id !== null) return visitor.businessentity_id === link.businessentity_id
  const sender = await db
    .selectFrom('users')
    .select('businessentity_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', link.user_id)
    .executeTakeFirst()
  return sender?.businessentity_id === visitor.businessentity_id
}
