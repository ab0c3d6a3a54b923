import { randomUUID } from 'node:crypto'
import type {
  ChargeAsk,
  Means,
  Money,
  NewInstrument,
  PaymentProvider,
  ProviderName,
  RefundAsk,
  Verdict,
} from '../outside/payments.ts'
import { ForgedHook } from '../outside/payments.ts'
import type { PaymentAccounts } from '../rooms/billing/accounts.ts'

/**
 * A payment provider in memory, whose ledger shares nothing with our database. The payment token chooses how a charge
 * ends.
 */

/** The tokens that a test pays with. */
export type Card =
  | 'good'
  | 'declined'
  | 'expired'
  /** The connection is refused. */
  | 'unreachable'
  /** The request is lost: nothing is charged. */
  | 'lost_before'
  /** It is charged, and the reply is lost. */
  | 'lost_after'
  /** Lost after the charge, and the next two look-ups fail. */
  | 'found_later'
  /** Another amount is charged. */
  | 'wrong_amount'
  /** Charged when the test says so, by `answerSlow`. */
  | 'slow'

export interface Charge extends Money {
  reference: string
  providerId: string
  at: Date
  refunds: (Money & { reference: string })[]
}

export interface MemoryProvider extends PaymentProvider {
  /** Everything that was charged, and what went back. */
  ledger: Charge[]
  /** How often a charge was asked for. */
  asked: number
  /** The means of each charge that was asked for. */
  means: Means[]
  /** The person approves an order on the provider's page. */
  approve(handle: string): void
  /** Lets the slow charges go on. */
  answerSlow(): void
  /** The next look-ups fail. */
  failFinds(times: number): void
  /** The next lists of a day fail. */
  failLists(times: number): void
  /** The next refunds get no answer, though they are made. */
  loseRefundReplies(times: number): void
  /** Charges a reference without being asked: late money. */
  chargeLate(reference: string, money: Money): void
}

const instrument: NewInstrument = {
  kind: 'card',
  token: 'stored-token',
  brand: 'VISA',
  last4: '1111',
  expiryMonth: 12,
  expiryYear: 2030,
  payerLabel: null,
  networkId: 'network-1',
}

export function memoryProvider(
  name: ProviderName,
  { authenticates = false, clock = () => new Date() }: { authenticates?: boolean; clock?: () => Date } = {},
): MemoryProvider {
  const ledger: Charge[] = []
  const declined = new Map<string, Verdict>()
  const orders = new Map<string, { reference: string; state: 'made' | 'approved' | 'captured' }>()
  const slow: (() => void)[] = []
  let failing = 0
  let losing = 0
  let unlisted = 0

  const enter = (reference: string, { amountMinor, currency }: Money): Charge => {
    const known = ledger.find((charge) => charge.reference === reference)
    if (known) return known
    const charge = { reference, providerId: `p-${randomUUID()}`, at: clock(), amountMinor, currency, refunds: [] }
    ledger.push(charge)
    return charge
  }
  const paid = ({ providerId, amountMinor, currency }: Charge): Verdict => ({
    outcome: 'paid',
    providerId,
    amountMinor,
    currency,
    instrument,
  })
  const decline = (reference: string, code: string, kind: 'soft' | 'fix_details'): Verdict => {
    const verdict: Verdict = { outcome: 'declined', class: kind, code, reason: code }
    declined.set(reference, verdict)
    return verdict
  }

  const byCard: Record<Card, (ask: ChargeAsk) => Promise<Verdict> | Verdict> = {
    good: (ask) => paid(enter(ask.reference, ask)),
    declined: (ask) => decline(ask.reference, 'PROCESSOR_DECLINED', 'soft'),
    expired: (ask) => decline(ask.reference, 'EXPIRED_CARD', 'fix_details'),
    unreachable: () => ({ outcome: 'later', code: 'ECONNREFUSED', reason: 'connection refused' }),
    lost_before: () => Promise.reject(new Error('socket hang up')),
    lost_after(ask) {
      enter(ask.reference, ask)
      return Promise.reject(new Error('socket hang up'))
    },
    found_later(ask) {
      failing = 2
      enter(ask.reference, ask)
      return Promise.reject(new Error('socket hang up'))
    },
    wrong_amount: (ask) => paid(enter(ask.reference, { ...ask, amountMinor: ask.amountMinor + 100 })),
    async slow(ask) {
      await new Promise<void>((resolve) => slow.push(resolve))
      return paid(enter(ask.reference, ask))
    },
  }

  const provider: MemoryProvider = {
    ledger,
    asked: 0,
    means: [],
    approve(handle) {
      const order = orders.get(handle)
      if (order?.state === 'made') order.state = 'approved'
    },
    answerSlow: () => slow.splice(0).forEach((go) => go()),
    failFinds: (times) => void (failing = times),
    failLists: (times) => void (unlisted = times),
    loseRefundReplies: (times) => void (losing = times),
    chargeLate: (reference, money) => void enter(reference, money),

    collect: async () => ({
      kind: 'fields',
      client: {
        provider: name,
        script: { url: 'https://fields.example/script.js', integrity: null },
        frameSources: [],
        settings: {},
      },
    }),
    keep: async () => ({ outcome: 'kept', instrument }),
    authenticate: authenticates
      ? async ({ paymentToken, progress }) => {
          if (paymentToken === 'frictionless' || progress?.['passed'] === 'yes')
            return { step: 'done', evidence: { cavv: 'x' } }
          if (progress) return { step: 'refused', code: 'AUTHENTICATION_FAILED', reason: 'the challenge failed' }
          const challenge = { passed: paymentToken === 'challenge_failed' ? 'no' : 'yes' }
          return { step: 'frame', url: 'https://bank.example/', post: {}, progress: challenge, isHidden: false }
        }
      : null,
    prepare:
      name === 'paypal'
        ? async ({ reference }) => {
            const handle = `order-${reference}`
            if (!orders.has(handle)) orders.set(handle, { reference, state: 'made' })
            return { outcome: 'prepared', handle, approveAt: `https://paypal.example/${handle}` }
          }
        : null,
    async charge(ask) {
      provider.asked += 1
      provider.means.push(ask.means)
      if (ask.means.kind === 'fresh') {
        const { paymentToken } = ask.means
        return byCard[(paymentToken in byCard ? paymentToken : 'good') as Card](ask)
      }
      const order = orders.get(ask.handle ?? '')
      if (order?.state === 'made') return { outcome: 'refused', code: 'ORDER_NOT_APPROVED', reason: 'not approved' }
      if (order) order.state = 'captured'
      return paid(enter(ask.reference, ask))
    },
    async find({ reference, kind, handle, now, sentAt }) {
      if (failing > 0) {
        failing -= 1
        throw new Error('the provider is down')
      }
      if (kind === 'refund') {
        const of = ledger.find(({ refunds }) => refunds.some((one) => one.reference === reference))
        const refund = of?.refunds.find((one) => one.reference === reference)
        return refund ? { outcome: 'paid', providerId: reference, ...refund } : { outcome: 'none' }
      }
      const charge = ledger.find((one) => one.reference === reference)
      if (charge) return paid(charge)
      const verdict = declined.get(reference)
      if (verdict) return verdict
      const order = handle ? orders.get(handle) : undefined
      if (order) return { outcome: order.state === 'approved' ? 'approved' : 'waiting' }
      // Not found is certain only when a request that is under way would have arrived.
      if (now.getTime() - sentAt.getTime() < 60_000) return { outcome: 'unclear', code: null, reason: 'not found yet' }
      return { outcome: 'none' }
    },
    async refund(ask: RefundAsk) {
      const charge = ledger.find(({ providerId }) => providerId === ask.providerId)
      if (!charge) return { outcome: 'refused', code: 'NOT_FOUND', reason: 'there is no such charge' }
      if (!charge.refunds.some(({ reference }) => reference === ask.reference))
        charge.refunds.push({ reference: ask.reference, amountMinor: ask.amountMinor, currency: ask.currency })
      if (losing > 0) {
        losing -= 1
        throw new Error('socket hang up')
      }
      return { outcome: 'paid', providerId: ask.reference, amountMinor: ask.amountMinor, currency: ask.currency }
    },
    forget: async () => undefined,
    async readHook({ headers, body }) {
      if (headers['x-signature'] !== 'good') throw new ForgedHook('the signature is wrong')
      const { id, references } = JSON.parse(body.toString()) as { id: string; references: string[] }
      return { eventId: id, kind: 'charge', references }
    },
    async list(day) {
      if (unlisted > 0) {
        unlisted -= 1
        throw new Error('the provider is down')
      }
      return ledger
        .filter(({ at }) => at.toISOString().startsWith(day))
        .flatMap(({ refunds, ...charge }) => [
          { ...charge, kind: 'charge' as const },
          ...refunds.map((one) => ({ ...one, kind: 'refund' as const, providerId: one.reference, at: charge.at })),
        ])
    },
  }
  return provider
}

/** Net amount that a provider kept of charges. */
export const kept = (charges: readonly Charge[]): number =>
  charges.reduce(
    (sum, { amountMinor, refunds }) => sum + amountMinor - refunds.reduce((back, one) => back + one.amountMinor, 0),
    0,
  )

/** One account for each given provider, named as the provider. */
export function memoryAccounts(providers: Partial<Record<ProviderName, MemoryProvider>>): PaymentAccounts {
  const accounts = (Object.keys(providers) as ProviderName[]).map((name) => ({
    name: `${name}-test`,
    provider: name,
    currencies: ['USD', 'AUD'],
    can_save: true,
  }))
  return {
    accounts,
    account: (name) => accounts.find((one) => one.name === name),
    provider: (name) => providers[accounts.find((one) => one.name === name)!.provider]!,
    standIn: null,
  }
}
