import { sql } from 'kysely'
import type { TestMoney } from '../../outside/payments/testing.ts'
import type { World } from '../../testing/world.ts'
import type { Subscriber } from '../billing/life/testing.ts'

/** What the gateway has, which shares nothing with our database: the numbers of the account, and the money it kept. */
export const keepsNumbers = (w: () => World, money: () => TestMoney) => ({
  /** The names under which the account has a number: the ids of our orders. */
  owned: (number: string): string[] =>
    [...money().gateway.ledger.numbers.values()]
      .filter(({ phoneNumber }) => phoneNumber === number)
      .map(({ name }) => name),

  /** What was charged to a business and has not gone back, in minor units. */
  async netCharge({ site, businessId }: Subscriber): Promise<number> {
    const { rows } = await sql<{ reference: string }>`select a.reference from payment_attempts a
      join payments p using (web_site_id, payment_id)
      where p.web_site_id = ${site} and p.businessentity_id = ${businessId}`.execute(w().database.system)
    const ours = new Set(rows.map(({ reference }) => reference))
    const { ledger } = money().gateway
    return [...ledger.charges.values()]
      .filter(({ reference, state }) => state === 'paid' && ours.has(reference))
      .reduce((sum, charge) => sum + ledger.left(charge), 0)
  },
})
