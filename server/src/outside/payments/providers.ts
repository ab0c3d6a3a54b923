import { countPayment } from '../../core/observability/metrics.ts'
import type { PaymentProvider } from '../payments.ts'
import type { PaymentAccount } from './accounts.ts'
import { cybersource } from './cybersource/cybersource.ts'
import { eway } from './eway/eway.ts'
import { paypal } from './paypal/paypal.ts'

/** The payment providers of an installation, by account. */
export interface Payments {
  accounts: readonly PaymentAccount[]
  /** Returns the account of a name; undefined for an unknown one. */
  account(name: string): PaymentAccount | undefined
  /** Returns the provider of an account. Throws for an unknown one. */
  provider(name: string): PaymentProvider
  /** Where the stand-in shows what was paid with test money; null with real accounts and without any. */
  standIn: string | null
}

export interface ProviderOptions {
  /** Seconds that a request may take (tests). */
  seconds?: number
  /** Milliseconds between two looks that must agree (tests). */
  pause?: number
}

const makers = { cybersource, eway, paypal }

/** Makes the providers of accounts. Without accounts nothing can be paid. */
export function makePayments(accounts: readonly PaymentAccount[], options: ProviderOptions = {}): Payments {
  const providers = new Map(
    accounts.map((account) => [
      account.name,
      // The maker is that of the account's own provider.
      counted(
        account.provider,
        (makers[account.provider] as (a: PaymentAccount, o: ProviderOptions) => PaymentProvider)(account, options),
      ),
    ]),
  )
  return {
    accounts,
    account: (name) => accounts.find((account) => account.name === name),
    provider(name) {
      const provider = providers.get(name)
      if (!provider) throw new Error(`No payment account is named ${name}`)
      return provider
    },
    standIn: accounts.find(({ standIn }) => standIn)?.standIn?.address ?? null,
  }
}

/** Counts the outcome of each charge, refund and look-up. */
function counted(name: PaymentAccount['provider'], provider: PaymentProvider): PaymentProvider {
  const count = async <Result extends { outcome: string }>(result: Promise<Result>): Promise<Result> => {
    try {
      const { outcome } = await result
      countPayment(name, outcome)
    } catch (error) {
      countPayment(name, 'failed')
      throw error
    }
    return result
  }
  return {
    ...provider,
    charge: (ask, signal) => count(provider.charge(ask, signal)),
    refund: (ask, signal) => count(provider.refund(ask, signal)),
    find: (what, signal) => count(provider.find(what, signal)),
  }
}
