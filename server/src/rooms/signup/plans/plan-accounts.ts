import type { Services } from '../../../core/services.ts'
import { providerOfFlow } from '../registration/order.ts'
import * as queries from './plans.queries.ts'
import { signupFlow } from './plans.rules.ts'

/** Checks that everything that is on sale can be paid for. */

type Checked = Pick<Services, 'database' | 'sites' | 'payments'>

/** Returns a line for each plan on sale whose payment account is unknown, or takes another currency. */
export async function planProblems({ database, sites, payments }: Checked): Promise<string[]> {
  const problems: string[] = []
  for (const site of sites.all())
    await database.inTenant(site.web_site_id, async (db) => {
      const seller = await queries.findSeller(db, site)
      if (!seller) return
      for (const plan of await queries.findPlansOnSale(db, site))
        for (const country of plan.country_codes) {
          const provider = providerOfFlow(signupFlow(site, seller, country))
          if (!provider || !queries.isCharged(plan)) continue
          const name = seller.payment_accounts[provider]
          const account = name === undefined ? undefined : payments.account(name)
          const of = `web site ${site.web_site_id}, plan ${plan.billing_plan_id} "${plan.name}" in ${country}`
          if (account?.provider !== provider)
            problems.push(`${of}: its seller has no ${provider} account${name ? ` (named ${name})` : ''}`)
          else if (!account.currencies.includes(plan.currency))
            problems.push(`${of}: the account ${name} takes no ${plan.currency}`)
        }
    })
  return [...new Set(problems)]
}

/**
 * Throws if a plan that is on sale cannot be paid for: its buyers would fill in a form in vain. Without any account the
 * installation takes no payments, and says so to each of them.
 */
export async function checkPlanAccounts(services: Checked): Promise<void> {
  if (services.payments.accounts.length === 0) return
  const problems = await planProblems(services)
  if (problems.length > 0) throw new Error(`Plans on sale cannot be paid for:\n${problems.join('\n')}`)
}
