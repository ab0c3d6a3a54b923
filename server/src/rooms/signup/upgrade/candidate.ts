import type { UpgradeDetails } from '@cutaway/contract/rooms/signup/upgrade.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { findContact, providerOf } from '../../billing/life/buyer.ts'
import { findLatest, findLive } from '../../billing/life/subscriptions.queries.ts'
import { trialRole } from '../../sessions/rules.ts'
import { findSeller } from '../plans/plans.queries.ts'
import { findPerson, type Person, type Upgrade } from './upgrade.queries.ts'

/** Who can upgrade: the visitor of a free trial, and the administrator of a business with a trial plan or an old account. */

export const administratorRole = 3

export interface Candidate {
  person: Person
  /** The business gets its subscription now; null: the upgrade opens one. */
  businessId: number | null
  /** Lower case: where the web site sells and can be paid. */
  countries: string[]
  /** What the seller's invoices call the tax. */
  taxLabel: string
}

/** Returns what the upgrade of a user begins with; undefined if there is nothing to upgrade. */
export async function candidateOf(db: Db, site: Site, userId: number): Promise<Candidate | undefined> {
  const person = await findPerson(db, site, userId)
  const seller = person && (await findSeller(db, site))
  if (!seller) return undefined
  const countries = seller.signup_countries
    .filter((country) => providerOf(site, undefined, country.toUpperCase()) !== null)
    .map((country) => country.toLowerCase())
  if (countries.length === 0) return undefined
  const { user_access_id, is_employee, businessentity_id } = person
  const sold = { person, countries, taxLabel: seller.tax_label }
  if (user_access_id === trialRole) return { ...sold, businessId: null }
  if (user_access_id !== administratorRole || is_employee !== 0 || businessentity_id === null) return undefined
  const live = await findLive(db, site, businessentity_id)
  const isOld = async () =>
    site.features.includes('upgrade_old_accounts') && !(await findLatest(db, site, businessentity_id))
  const isTrial = live?.state === 'trialing'
  return isTrial || (!live && (await isOld())) ? { ...sold, businessId: businessentity_id } : undefined
}

/** Returns the details with which an upgrade begins: what was confirmed, else what is known. */
export async function detailsOf(
  db: Db,
  site: Site,
  { person, businessId, countries }: Candidate,
  upgrade: Upgrade | undefined,
): Promise<UpgradeDetails> {
  if (upgrade?.details) return upgrade.details
  const contact = businessId === null ? undefined : await findContact(db, site, businessId)
  const own = (contact?.bill_country_code || site.country_code_iso).toLowerCase()
  return {
    business_name: person.business_name ?? '',
    first_name: person.first_name,
    last_name: person.last_name,
    email: person.email,
    phone: person.phone,
    businessentity_street1: contact?.bill_businessentity_street1 ?? '',
    businessentity_city: contact?.bill_businessentity_city ?? '',
    businessentity_state: contact?.bill_businessentity_state ?? '',
    businessentity_zip: contact?.bill_businessentity_zip ?? '',
    country_code: countries.includes(own) ? own : countries[0]!,
  }
}
