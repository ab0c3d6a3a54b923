import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Tables } from '../../../core/db/tables.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { PlanPrices, Tier } from '../rules.ts'

/** Queries of sellers, billing plans and promo codes. */

export interface Plan extends Omit<PlanPrices, 'taxable'> {
  taxable: string[]
  billing_plan_info: string
  kind: Tables['billing_plans']['kind']
  country_codes: string[]
  trial_days: number | null
  promo_code: string | null
  expires_on: string | null
  promo_periods: number | null
  then_plan_id: number | null
}

const tiersOf = sql<Tier[]>`(select coalesce(json_agg(json_build_object('from_location', t.from_location,
    'to_location', t.to_location, 'per_location_minor', t.per_location_minor) order by t.from_location), '[]')
  from billing_plan_tiers t where t.web_site_id = p.web_site_id and t.billing_plan_id = p.billing_plan_id)`

/** Selects plans with their tiers. */
export const selectPlans = (db: Db, site: Site) =>
  db
    .selectFrom('billing_plans as p')
    .leftJoin('sellers as s', 's.web_site_id', 'p.web_site_id')
    .select([
      'p.billing_plan_id',
      'p.name',
      'p.billing_plan_info',
      'p.kind',
      'p.country_codes',
      'p.currency',
      'p.recurring_frequency',
      'p.recurring_minor',
      'p.other_minor',
      'p.setup_minor',
      'p.taxable',
      'p.trial_days',
      'p.max_location',
      'p.promo_code',
      'p.promo_periods',
      'p.then_plan_id',
    ])
    // A seller who is not registered for the tax charges none.
    .select(sql<number>`case when s.is_tax_registered then p.gst_bp else 0 end`.as('gst_bp'))
    .select(sql<string | null>`to_char(p.expires_on, 'YYYY-MM-DD')`.as('expires_on'))
    .select(tiersOf.as('tiers'))
    .where('p.web_site_id', '=', site.web_site_id)

type Row = Awaited<ReturnType<ReturnType<typeof selectPlans>['execute']>>[number]

export function planOf({ recurring_minor, other_minor, setup_minor, ...row }: Row): Plan {
  const minor = (text: string) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value)) throw new Error(`invalid amount in minor units: ${text}`)
    return value
  }
  return {
    ...row,
    recurring_minor: minor(recurring_minor),
    other_minor: minor(other_minor),
    setup_minor: minor(setup_minor),
  }
}

/** Returns the plan of a promo code that is on sale, in whatever country it is sold. */
export async function findPromoPlan(db: Db, site: Site, code: string): Promise<Plan | undefined> {
  const row = await selectPlans(db, site)
    .where('p.on_sale', '=', true)
    .where('p.promo_code', '=', code)
    .executeTakeFirst()
  return row && planOf(row)
}

/** Returns plans by id, also those that are no longer on sale. */
export async function findPlansById(db: Db, site: Site, ids: readonly number[]): Promise<Plan[]> {
  if (ids.length === 0) return []
  const rows = await selectPlans(db, site)
    .where('p.billing_plan_id', 'in', [...ids])
    .execute()
  return rows.map(planOf)
}

/** Returns a plan that is on sale. */
export async function findPlanOnSale(db: Db, site: Site, id: number): Promise<Plan | undefined> {
  const row = await selectPlans(db, site)
    .where('p.on_sale', '=', true)
    .where('p.billing_plan_id', '=', id)
    .executeTakeFirst()
  return row && planOf(row)
}

export type Seller = NonNullable<Awaited<ReturnType<typeof findSeller>>>

/** Returns the seller of a web site; undefined where nothing is sold. */
export const findSeller = (db: Db, site: Site) =>
  db
    .selectFrom('sellers')
    .select([
      'legal_name',
      'address',
      'country_code',
      'tax_id_label',
      'tax_id',
      'is_tax_registered',
      'tax_label',
      'invoice_prefix',
      'terms_version',
      'payment_accounts',
      'signup_countries',
    ])
    .where('web_site_id', '=', site.web_site_id)
    .executeTakeFirst()

/** Returns whether a business has used a promo code. */
export async function hasRedeemed(db: Db, site: Site, code: string, businessId: number): Promise<boolean> {
  const row = await db
    .selectFrom('promo_redemptions')
    .select('promo_code')
    .where('web_site_id', '=', site.web_site_id)
    .where('promo_code', '=', code)
    .where('businessentity_id', '=', businessId)
    .executeTakeFirst()
  return row !== undefined
}

/** Records that a business has used a promo code. */
export async function insertRedemption(
  db: Db,
  site: Site,
  row: { promo_code: string; businessentity_id: number; billing_plan_id: number; payment_id: string | null; at: Date },
): Promise<void> {
  await db
    .insertInto('promo_redemptions')
    .values({ web_site_id: site.web_site_id, ...row })
    .onConflict((conflict) => conflict.columns(['web_site_id', 'promo_code', 'businessentity_id']).doNothing())
    .execute()
}

/** The key of a promo code. */
export const promoKey = (typed: string): string => typed.trim().toLowerCase()
