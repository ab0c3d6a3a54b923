import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentAccounts } from '../../billing/accounts.ts'
import { world, type World } from '../../../testing/world.ts'
import { checkPlanAccounts, planProblems } from './plan-accounts.ts'

/** An installation starts only if its accounts take the currencies of what it sells. */

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

async function accounts(currencies: Record<string, string[]>): Promise<PaymentAccounts> {
  const sellers = await w.database.system.selectFrom('sellers').select('payment_accounts').execute()
  const names = new Map(sellers.flatMap(({ payment_accounts: of }) => Object.entries(of).map(([p, name]) => [name, p])))
  const all = [...names].map(([name, provider]) => ({
    name,
    provider: provider as 'paypal',
    currencies: currencies[provider] ?? [],
    can_save: true,
  }))
  return {
    accounts: all,
    account: (name) => all.find((one) => one.name === name),
    provider: () => {
      throw new Error('nothing is charged at the start')
    },
    standIn: null,
  }
}
const withAccounts = (payments: PaymentAccounts) => ({ ...w.running.services, payments })
const every = { cybersource: ['USD', 'CAD'], eway: ['AUD'], paypal: ['AUD', 'NZD', 'USD', 'GBP'] }

test('with the currencies of every plan it starts', async () => {
  const services = withAccounts(await accounts(every))
  expect(await planProblems(services)).toEqual([])
  await checkPlanAccounts(services)
})

test('a plan whose account takes another currency stops the start, and the line says which', async () => {
  const services = withAccounts(await accounts({ ...every, eway: ['NZD'] }))
  await expect(checkPlanAccounts(services)).rejects.toThrow(
    /web site 33, plan \d+ "[^"]+" in AU: the account \S+ takes no AUD/,
  )
})

test('a seller whose account is not in the file is named', async () => {
  const payments = await accounts(every)
  const known = { ...payments, account: (name: string) => (name.includes('eway') ? undefined : payments.account(name)) }
  await expect(checkPlanAccounts(withAccounts(known))).rejects.toThrow(/web site 33.*its seller has no eway account/)
})

test('without any account it starts: nothing can be paid, and nothing is taken', async () => {
  const none = { ...(await accounts({})), accounts: [], account: () => undefined }
  await expect(checkPlanAccounts(withAccounts(none))).resolves.toBeUndefined()
})
