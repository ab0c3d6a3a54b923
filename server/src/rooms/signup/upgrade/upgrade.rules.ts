import type { UpgradeDetails, UpgradeState } from '@cutaway/contract/rooms/signup/upgrade.ts'

/** The steps of the upgrade, without a database. */

export interface Taken {
  accepted_at: Date | null
  details: UpgradeDetails | null
  terms_at: Date | null
  billing_plan_id: number | null
  done_at: Date | null
}

/** Returns the step that comes next: each one needs those before it. */
export function nextStep(taken: Taken | undefined, isPaying: boolean): UpgradeState['step'] {
  if (!taken?.accepted_at) return 'message'
  if (taken.done_at) return 'done'
  if (isPaying) return 'paying'
  if (!taken.details) return 'details'
  if (!taken.terms_at) return 'terms'
  return taken.billing_plan_id === null ? 'plan' : 'confirm'
}

/** Every detail that an invoice needs; the rest may be empty. */
const needed = ['business_name', 'first_name', 'last_name', 'businessentity_street1', 'businessentity_city'] as const

/** Returns the first detail that is missing; undefined if the upgrade can go on with them. */
export const missingDetail = (details: UpgradeDetails): keyof UpgradeDetails | undefined =>
  (['email', 'phone', ...needed] as const).find((name) => details[name].trim() === '')

/** Joins what was typed to what is known. A text that was emptied stays empty. */
export function joinDetails(
  known: UpgradeDetails,
  typed: { [Name in keyof UpgradeDetails]?: string | undefined },
): UpgradeDetails {
  const given = Object.entries(typed).filter(([name, text]) => name in known && text !== undefined)
  const joined: UpgradeDetails = { ...known, ...Object.fromEntries(given) }
  return { ...joined, country_code: joined.country_code.toLowerCase() }
}
