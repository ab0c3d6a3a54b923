import type { PaymentProvider, ProviderName } from '../../outside/payments.ts'
import type { Order, Purpose } from './purposes.ts'

/** The accounts at payment providers, as billing uses them. */

export interface PaymentAccount {
  /** The name by which a web site's seller chooses the account. */
  name: string
  provider: ProviderName
  currencies: readonly string[]
  /** Whether the account may store a means of payment and charge it later. */
  can_save: boolean
}

export interface PaymentAccounts {
  accounts: readonly PaymentAccount[]
  account(name: string): PaymentAccount | undefined
  /** Returns the provider of an account. Throws for an unknown one. */
  provider(name: string): PaymentProvider
  /** Where the stand-in shows what was paid with test money; null with real accounts and without any. */
  standIn: string | null
}

declare module '../../core/services.ts' {
  interface Services {
    payments: PaymentAccounts
    /** What can be paid for. */
    purposes: readonly Purpose[]
  }
}

/** Returns the account that charges an order; undefined if the web site has none for its country and currency. */
export function accountOf(
  payments: PaymentAccounts,
  { provider, accounts }: Pick<Order, 'provider' | 'accounts'>,
  currency: string,
): PaymentAccount | undefined {
  const name = provider && accounts[provider]
  const account = name ? payments.account(name) : undefined
  return account?.provider === provider && account?.currencies.includes(currency) ? account : undefined
}

/** Returns the purpose of a name. Throws for one that no room implements. */
export function purposeNamed(purposes: readonly Purpose[], name: string): Purpose {
  const purpose = purposes.find((one) => one.name === name)
  if (!purpose) throw new Error(`no purpose is registered under the name ${name}`)
  return purpose
}
