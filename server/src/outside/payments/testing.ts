import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { twilioNumbers, type Numbers } from '../numbers/numbers.ts'
import type { BillingAddress, ChargeAsk, FieldsClient, Lookup, Means } from '../payments.ts'
import { startGateway, type Gateway } from './gateway/gateway.ts'
import { makePayments, type Payments, type ProviderOptions } from './providers.ts'

/** A gateway in the process of a test, and a person who pays with its cards and wallets. */

export interface TestMoney {
  gateway: Gateway
  payments: Payments
  /** Telephone numbers of the gateway. */
  numbers: Numbers
  /** The folder of the ledger. */
  folder: string
  close(): Promise<void>
}

/** Starts a gateway whose slow cards take a thousandth of their time. */
export async function testMoney({
  pace = 0.001,
  now,
  ...options
}: { pace?: number; now?: () => Date } & ProviderOptions = {}): Promise<TestMoney> {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-gateway-'))
  const gateway = await startGateway({ folder, key: 'key of a test', pace, ...(now ? { now } : {}) })
  return {
    gateway,
    payments: makePayments(gateway.accounts, { pause: 0, ...options }),
    numbers: twilioNumbers(gateway.numbers),
    folder,
    async close() {
      await gateway.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const billing: BillingAddress = {
  firstName: 'Dana',
  lastName: 'Reyes',
  company: 'Reyes Garage',
  street: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  country: 'US',
  email: 'dana@garage.example',
}

let references = 0
/** Returns a new reference of site 31. */
export const newReference = (): string =>
  `CW31-TEST${String((references += 1)).padStart(5, '0')}${String(Date.now()).slice(-4)}`

const origin = 'http://localhost:4000'
export const never = new AbortController().signal

/** Types a card into the fields, as the card frame lets a person do. Returns the payment token. */
export async function enterCard(
  { gateway, payments }: TestMoney,
  account: 'cybersource' | 'eway',
  number: string,
  typed: object = {},
): Promise<string> {
  const { client } = (await payments.provider(account).collect(
    {
      reference: newReference(),
      origin,
      brands: ['visa', 'mastercard', 'amex'],
      returnUrl: origin,
      cancelUrl: origin,
    },
    never,
  )) as { client: FieldsClient }
  const path = account === 'cybersource' ? '/cybersource/flex/v2/tokens' : '/eway/fields/save'
  const card = { number, code: '123', month: '12', year: '2034', holder: 'Dana Reyes', ...typed }
  const response = await fetch(gateway.address + path, { method: 'POST', body: JSON.stringify(card) })
  const { token } = (await response.json()) as { token?: string }
  if (token === undefined) throw new Error('the fields refused the card')
  return account === 'cybersource' ? `${client.settings['context']}~${token}` : token
}

/** Returns what to charge: 49.00 in the account's own currency. */
export const chargeOf = (account: string, means: Means, more: Partial<ChargeAsk> = {}): ChargeAsk => ({
  reference: newReference(),
  amountMinor: 4900,
  currency: account === 'eway' ? 'AUD' : 'USD',
  means,
  initiator: 'customer',
  billing,
  invoiceNumber: null,
  description: 'Portal, one month',
  ip: '203.0.113.9',
  ...more,
})

/** Returns a look-up of a charge that was sent two minutes ago. */
export const lookup = (reference: string, more: Partial<Lookup> = {}): Lookup => ({
  reference,
  handle: null,
  kind: 'charge',
  sentAt: new Date(Date.now() - 120_000),
  now: new Date(),
  ...more,
})
