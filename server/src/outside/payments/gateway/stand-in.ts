import { createHash } from 'node:crypto'
import type { NumbersAccount } from '../../numbers/numbers.ts'
import type { PaymentAccount } from '../accounts.ts'

/** The accounts of the stand-in, which a portal and the gateway derive from the same key. */

export type Secrets = ReturnType<typeof secretsOf>

/** Returns the credentials of the stand-in's accounts. */
export function secretsOf(key: string) {
  const derived = (name: string) => createHash('sha256').update(`${key} ${name}`)
  return {
    cybersource: {
      merchant_id: 'test_money',
      key_id: 'test-money-key',
      secret: derived('cybersource').digest('base64'),
      webhook_key_id: 'test-money-webhooks',
      webhook_secret: derived('cybersource webhooks').digest('base64'),
    },
    eway: {
      api_key: derived('eway').digest('hex'),
      password: derived('eway password').digest('hex').slice(0, 24),
      public_key: `epk-${derived('eway public').digest('hex').slice(0, 32).toUpperCase()}`,
    },
    paypal: {
      client_id: derived('paypal').digest('hex').slice(0, 40),
      client_secret: derived('paypal secret').digest('hex'),
      webhook_id: derived('paypal webhooks').digest('hex').slice(0, 17).toUpperCase(),
    },
    twilio: {
      account_sid: `AC${derived('twilio').digest('hex').slice(0, 32)}`,
      auth_token: derived('twilio token').digest('hex').slice(0, 32),
    },
  }
}

/** Returns the accounts with which a portal speaks to the stand-in. */
export function standInAccounts(address: string, key: string, certificate: string): PaymentAccount[] {
  const secrets = secretsOf(key)
  const standIn = { address, certificate }
  const shared = { mode: 'test' as const, standIn }
  const wallets = ['USD', 'CAD', 'AUD', 'NZD', 'GBP', 'ILS', 'EUR']
  return [
    {
      name: 'cybersource',
      provider: 'cybersource',
      ...shared,
      can_save: true,
      currencies: ['USD', 'CAD'],
      credentials: secrets.cybersource,
      authenticate: true,
    },
    {
      name: 'eway',
      provider: 'eway',
      ...shared,
      can_save: true,
      currencies: ['AUD', 'NZD'],
      credentials: secrets.eway,
      authenticate: true,
    },
    { name: 'paypal', provider: 'paypal', ...shared, can_save: true, currencies: wallets, credentials: secrets.paypal },
    // PayPal lets sellers of some countries store no wallets.
    {
      name: 'paypal_no_saving',
      provider: 'paypal',
      ...shared,
      can_save: false,
      currencies: wallets,
      credentials: secrets.paypal,
    },
  ]
}

/** Returns the account with which a portal buys telephone numbers at the stand-in. */
export function standInNumbers(address: string, key: string): NumbersAccount {
  const { account_sid: accountSid, auth_token: authToken } = secretsOf(key).twilio
  return { accountSid, authToken, apiUrl: `${address}/twilio`, pricingUrl: `${address}/twilio` }
}
