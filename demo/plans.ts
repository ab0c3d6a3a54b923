import { minorOf } from '@cutaway/contract/rooms/billing/plan-price.ts'
import type { Db } from '@cutaway/server/src/core/db/database.ts'
import type { DemoSite } from './sites.ts'

/** The sellers and prices of the demo: fictional companies, and amounts for trying. */

interface DemoSeller {
  countries: string[]
  /** Prices of one location: 1 to 5, 6 to 10, from 11; and the set-up. */
  prices: { currency: string; tiers: [string, string, string]; setup: string }
  /** Other prices for some of the countries. */
  elsewhere?: { countries: string[]; currency: string; tiers: [string, string, string]; gst: number }[]
  tax?: { label: string; idLabel: string; id: string; gst: number }
  /** The providers of its payments, whose accounts have the same names at the stand-in. */
  providers: ('cybersource' | 'eway' | 'paypal')[]
}

const american = { currency: 'USD', tiers: ['39.00', '34.00', '29.00'] as [string, string, string], setup: '50.00' }
const card: DemoSeller = { countries: ['US', 'CA'], prices: american, providers: ['cybersource'] }
const australianDollars: [string, string, string] = ['55.00', '49.00', '43.00']
const newZealandDollars: [string, string, string] = ['59.00', '52.00', '46.00']
const australian: DemoSeller = {
  countries: ['AU', 'NZ', 'PG'],
  prices: { currency: 'AUD', tiers: australianDollars, setup: '66.00' },
  elsewhere: [
    { countries: ['NZ'], currency: 'NZD', tiers: newZealandDollars, gst: 1500 },
    { countries: ['PG'], currency: 'AUD', tiers: australianDollars, gst: 0 },
  ],
  tax: { label: 'GST', idLabel: 'ABN', id: '51 824 753 556', gst: 1000 },
  providers: ['eway', 'paypal'],
}
const payPal = (country: string): DemoSeller => ({
  countries: [...new Set([country, 'ZA', 'PH'])],
  prices: american,
  providers: ['paypal'],
})

const sellers: Record<number, DemoSeller> = {
  10: australian,
  15: {
    ...payPal('GB'),
    prices: { currency: 'GBP', tiers: ['31.00', '27.00', '23.00'], setup: '40.00' },
    tax: { label: 'VAT', idLabel: 'VAT number', id: 'GB 123 4567 82', gst: 2000 },
  },
  33: australian,
  39: { ...card, providers: [] },
  54: {
    ...card,
    prices: { currency: 'CAD', tiers: ['49.00', '43.00', '37.00'], setup: '65.00' },
    tax: { label: 'GST/HST', idLabel: 'GST/HST number', id: '12345 6789 RT0001', gst: 500 },
  },
  69: { ...card, providers: [] },
  102: payPal('ZA'),
  135: payPal('IN'),
  142: { countries: ['IL'], prices: { ...american, currency: 'ILS', setup: '0.00' }, providers: [] },
  154: {
    ...australian,
    prices: { currency: 'AUD', tiers: australianDollars, setup: '66.00' },
  },
  161: { ...card, providers: [] },
  163: payPal('MY'),
  172: payPal('PH'),
}
for (const id of [31, 44, 139, 148, 151, 153, 189]) sellers[id] = card

/** Bundles of text messages, with their prices without tax in minor units. */
const bundles = [
  { count: 500, price: 4500 },
  { count: 1000, price: 8000 },
  { count: 2500, price: 17_500 },
  { count: 5000, price: 30_000 },
]

/** Fills the tables of sellers, bundles, plans and tiers for the web sites that sell, or that send codes of a trial. */
export async function insertDemoPlans(db: Db, sites: readonly DemoSite[]): Promise<void> {
  const sold = sites.flatMap((site) => (sellers[site.id] ? [{ site, seller: sellers[site.id]! }] : []))
  await db
    .insertInto('sellers')
    .values(
      sold.map(({ site, seller }) => ({
        web_site_id: site.id,
        legal_name: site.company,
        address: '1 Example Street',
        country_code: site.country,
        tax_id_label: seller.tax?.idLabel ?? '',
        tax_id: seller.tax?.id ?? '',
        is_tax_registered: seller.tax !== undefined,
        tax_label: seller.tax?.label ?? '',
        invoice_prefix: site.mark.toUpperCase().replaceAll(/[^A-Z0-9]/g, '') || `S${site.id}`,
        terms_version: '2026-10-01',
        payment_accounts: JSON.stringify(Object.fromEntries(seller.providers.map((name) => [name, name]))),
        signup_countries: seller.countries,
      })),
    )
    .execute()
  for (const { site, seller } of sold) await insertPlansOf(db, site, seller)
  await db
    .insertInto('sms_bundles')
    .values(
      sold
        // Nothing can be paid there, and no invoices are sent either.
        .filter(({ site, seller }) => seller.providers.length > 0 || site.features.includes('different_sms_payment'))
        .flatMap(({ site, seller }) =>
          bundles.map(({ count, price }) => ({
            web_site_id: site.id,
            sms_count: count,
            total_minor: price,
            currency: seller.prices.currency,
            gst_bp: seller.tax?.gst ?? 0,
          })),
        ),
    )
    .execute()
}

const none = {
  billing_plan_info: '',
  trial_days: null,
  max_location: null,
  promo_code: null,
  expires_on: null,
  promo_periods: null,
  then_plan_id: null,
}

async function insertPlansOf(db: Db, site: DemoSite, seller: DemoSeller): Promise<void> {
  if (site.id === 142) {
    await insertPlan(db, {
      ...none,
      web_site_id: 142,
      name: 'Teachers',
      kind: 'complimentary',
      country_codes: ['IL'],
      currency: 'ILS',
      recurring_frequency: 'annually',
    })
    return
  }
  if (seller.providers.length === 0) return
  const other = new Set(seller.elsewhere?.flatMap(({ countries }) => countries))
  const home = {
    countries: seller.countries.filter((country) => !other.has(country)),
    currency: seller.prices.currency,
    tiers: seller.prices.tiers,
    gst: seller.tax?.gst ?? 0,
  }
  for (const { countries, currency, tiers, gst } of [home, ...(seller.elsewhere ?? [])]) {
    const common = {
      ...none,
      web_site_id: site.id,
      country_codes: countries,
      currency,
      gst_bp: gst,
      setup_minor: minorOf(seller.prices.setup),
    }
    const amounts = tiers.map(minorOf)
    const workshop = { ...common, name: 'Workshop', kind: 'standard' as const }
    const monthly = await insertPlan(db, { ...workshop, recurring_frequency: 'monthly' }, amounts)
    const yearly = amounts.map((amount) => amount * 11)
    await insertPlan(db, { ...workshop, recurring_frequency: 'annually' }, yearly)
    if (countries !== home.countries) continue

    const promo = { ...common, setup_minor: 0, kind: 'standard' as const, recurring_frequency: 'monthly' as const }
    const offer = (code: string, name: string, share: number, more: object = {}) =>
      insertPlan(
        db,
        { ...promo, name, promo_code: code, promo_periods: 3, then_plan_id: monthly, max_location: 10, ...more },
        amounts.map((amount) => Math.round(amount * share)),
      )
    if (site.id === 33) await offer('workshop', 'Workshop offer', 0.8)
    else await offer('welcome', 'Welcome offer', 0.5)
    await offer('winter2025', 'Winter offer', 0.5, { expires_on: '2026-01-01' })
    await offer('stimulus2020', 'Stimulus', 0)
    if (site.id === 44)
      await insertPlan(
        db,
        { ...promo, name: 'Trial', kind: 'trial', trial_days: 14, then_plan_id: monthly, max_location: 1 },
        [],
      )
    if (site.features.includes('card_gateway_signup'))
      await insertPlan(
        db,
        { ...promo, name: 'Education', kind: 'education', gst_bp: 0, recurring_frequency: 'annually' },
        [],
      )
    if (site.id === 33)
      await insertPlan(
        db,
        { ...common, setup_minor: 0, name: 'Workshop', kind: 'capricorn', recurring_frequency: 'monthly' },
        amounts,
      )
  }
}

type NewPlan = Parameters<ReturnType<typeof insertInto>['values']>[0]
const insertInto = (db: Db) => db.insertInto('billing_plans')

async function insertPlan(db: Db, plan: NewPlan, tiers: readonly number[] = []): Promise<number> {
  const { billing_plan_id } = await insertInto(db).values(plan).returning('billing_plan_id').executeTakeFirstOrThrow()
  if (tiers.length === 0) return billing_plan_id
  const { web_site_id } = plan as { web_site_id: number }
  const ranges = [
    { from_location: 1, to_location: 5 },
    { from_location: 6, to_location: 10 },
    { from_location: 11, to_location: null },
  ]
  await db
    .insertInto('billing_plan_tiers')
    .values(ranges.map((range, i) => ({ web_site_id, billing_plan_id, ...range, per_location_minor: tiers[i] ?? 0 })))
    .execute()
  return billing_plan_id
}
