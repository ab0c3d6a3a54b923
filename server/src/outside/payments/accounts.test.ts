import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig, ConfigError } from '../../core/config.ts'
import { AccountsError, parseAccounts } from './accounts.ts'

/** An operator writes the file of payment accounts, and makes every kind of mistake. */

const secret = Buffer.alloc(32, 7).toString('base64')
const whole = `{
  "accounts": [
    {
      "name": "us_cards",
      "provider": "cybersource",
      "mode": "test",
      "currencies": ["USD", "CAD"],
      "can_save": true,
      "credentials": { "merchant_id": "shop", "key_id": "08c94330", "secret": "${secret}" }
    },
    {
      "name": "au_cards",
      "provider": "eway",
      "mode": "live",
      "currencies": ["AUD"],
      "can_save": true,
      "credentials": { "api_key": "44DD7", "password": "abc", "public_key": "epk-1" }
    },
    {
      "name": "wallets",
      "provider": "paypal",
      "mode": "live",
      "currencies": ["USD", "NZD"],
      "can_save": false,
      "credentials": { "client_id": "A", "client_secret": "B", "webhook_id": "C" }
    }
  ]
}`

function problemsOf(text: string): readonly string[] {
  try {
    parseAccounts(text, 'accounts.json')
    return []
  } catch (error) {
    if (error instanceof AccountsError) return error.problems
    throw error
  }
}

test('reads the accounts of all three providers', () => {
  const accounts = parseAccounts(whole, 'accounts.json')
  expect(accounts.map(({ name, provider, can_save: canSave }) => [name, provider, canSave])).toEqual([
    ['us_cards', 'cybersource', true],
    ['au_cards', 'eway', true],
    ['wallets', 'paypal', false],
  ])
  expect(accounts[0]).toMatchObject({ authenticate: true, currencies: ['USD', 'CAD'] })
})

describe('names the line of each mistake, and no secret', () => {
  test.each<[string, string, string, RegExp]>([
    ['half a file', '"webhook_id": "C" }', '"webhook_id": "C"', /^accounts\.json, line \d+: this is not JSON$/],
    ['half an account', '"key_id": "08c94330", ', '', /line 9: accounts\.0\.credentials\.key_id: /],
    ['an unknown currency', '["AUD"]', '["AUS"]', /line 15: accounts\.1\.currencies\.0: must be a currency code/],
    ['no currency', '["AUD"]', '[]', /line 15: accounts\.1\.currencies: must name at least one/],
    ['a currency that PayPal does not take', '"USD", "NZD"', '"USD", "ZAR"', /line 23: PayPal takes no ZAR/],
    ['two accounts of one name', '"au_cards"', '"us_cards"', /line 12: a second account is named "us_cards"/],
    ['an unknown provider', '"eway"', '"stripe"', /line 13: accounts\.1\.provider: /],
    [
      'a secret that is no key',
      secret,
      'hush hush',
      /line 9: accounts\.0\.credentials\.secret: must be a key in base64/,
    ],
    [
      'a word that is no setting',
      '"can_save": false',
      '"can_save": false, "can_safe": true',
      /line \d+: accounts\.2: /,
    ],
    [
      'half of the webhook key',
      '"secret"',
      '"webhook_key_id": "x", "secret"',
      /line 9: webhook_key_id and webhook_secret: both or none/,
    ],
  ])('%s', (_what, from, to, expected) => {
    const problems = problemsOf(whole.replace(from, to))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(expected)
    expect(problems.join()).not.toContain('hush')
  })
})

describe('the configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cutaway-accounts-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = (text: string) => {
    const path = join(folder, 'accounts.json')
    writeFileSync(path, text)
    return path
  }

  test('has the accounts of the file, else the gateway of the demo', () => {
    expect(readConfig({ PAYMENT_ACCOUNTS_FILE: file(whole) }).payments).toMatchObject({
      kind: 'accounts',
      accounts: [{ name: 'us_cards' }, {}, {}],
    })
    expect(readConfig({}).payments).toEqual({ kind: 'gateway', port: undefined })
    expect(readConfig({ GATEWAY_PORT: '4177' }).payments).toEqual({ kind: 'gateway', port: 4177 })
  })

  test('is refused with a file that is missing, wrong, or beside a gateway', () => {
    const refused = (env: Record<string, string>, expected: RegExp) => {
      expect(() => readConfig(env)).toThrow(ConfigError)
      expect(() => readConfig(env)).toThrow(expected)
    }
    refused({ PAYMENT_ACCOUNTS_FILE: join(folder, 'none.json') }, /PAYMENT_ACCOUNTS_FILE: .*none\.json: cannot be read/)
    refused({ PAYMENT_ACCOUNTS_FILE: file('{') }, /PAYMENT_ACCOUNTS_FILE: .*line 1: this is not JSON/)
    refused({ PAYMENT_ACCOUNTS_FILE: file(whole), GATEWAY_PORT: '4177' }, /GATEWAY_PORT/)
  })
})
