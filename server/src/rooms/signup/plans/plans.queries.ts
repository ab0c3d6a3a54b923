import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { planOf, selectPlans, type Plan } from '../../billing/plans/plans.queries.ts'

/** Queries of the plans that a visitor may choose. Those of single plans, of sellers and of promo codes belong to billing. */

export {
  findPlanOnSale,
  findPlansById,
  findPromoPlan,
  findSeller,
  hasRedeemed,
  insertRedemption,
} from '../../billing/plans/plans.queries.ts'
export type { Plan, Seller } from '../../billing/plans/plans.queries.ts'

/** Returns the plans on sale in a country, without those of promo codes. */
export async function findPlans(db: Db, site: Site, country: string, kinds: readonly Plan['kind'][]): Promise<Plan[]> {
  const rows = await selectPlans(db, site)
    .where('p.on_sale', '=', true)
    .where('p.promo_code', 'is', null)
    .where('p.kind', 'in', [...kinds])
    .where(sql<boolean>`${country} = any(p.country_codes)`)
    .orderBy('p.billing_plan_id')
    .execute()
  return rows.map(planOf)
}

/** Returns all plans on sale, with those of promo codes. */
export async function findPlansOnSale(db: Db, site: Site): Promise<Plan[]> {
  const rows = await selectPlans(db, site)
    .where('p.on_sale', '=', true)
    .where('p.kind', 'in', ['standard', 'trial'])
    .orderBy('p.billing_plan_id')
    .execute()
  return rows.map(planOf)
}

/** Returns whether a plan ever costs something. */
export const isCharged = (plan: Plan): boolean =>
  [plan.recurring_minor, plan.other_minor, plan.setup_minor].some((minor) => minor > 0) ||
  plan.tiers.some(({ per_location_minor }) => per_location_minor > 0)

/** Returns whether a live user or a live registration has a user name. */
export async function isUserNameTaken(db: Db, site: Site, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where('web_site_id', '=', site.web_site_id)
    .where(sql<string>`lower(username)`, '=', username.trim().toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
