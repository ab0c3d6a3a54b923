import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isCurrency } from '../../core/formats.ts'
import { linesOf } from './json-lines.ts'

/**
 * The accounts at payment providers, from the file that PAYMENT_ACCOUNTS_FILE names. The file is valid as a whole or
 * the portal does not start: an account that is half there would take money and lose track of it.
 */

/** The currencies that PayPal takes from anyone, anywhere. INR, BRL, CNY and MYR work only within their countries. */
const ofPayPal = new Set(
  'AUD CAD CZK DKK EUR HKD HUF ILS JPY MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD BRL CNY MYR INR'.split(' '),
)

const filled = z.string().trim().min(1, 'must not be empty')
const base64 = filled.refine(
  (text) => /^[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length >= 16,
  'must be a key in base64',
)
const shared = {
  /** Our own name, by which a web site's seller chooses the account. */
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'must be lower-case letters, digits, "-" and "_"'),
  mode: z.enum(['live', 'test']),
  currencies: z
    .array(z.string().refine(isCurrency, 'must be a currency code (ISO 4217), such as "USD"'))
    .min(1, 'must name at least one currency'),
  /** Whether the account may store a means of payment and charge it later. */
  can_save: z.boolean(),
}
const Account = z.discriminatedUnion('provider', [
  z.strictObject({
    ...shared,
    provider: z.literal('cybersource'),
    credentials: z.strictObject({
      merchant_id: filled,
      key_id: filled,
      /** Base64, as the Business Center shows it. */
      secret: base64,
      webhook_key_id: filled.optional(),
      webhook_secret: base64.optional(),
    }),
    /** Whether cardholders are authenticated by 3-D Secure when they enter a card. */
    authenticate: z.boolean().default(true),
  }),
  z.strictObject({
    ...shared,
    provider: z.literal('eway'),
    credentials: z.strictObject({
      api_key: filled,
      password: filled,
      public_key: filled.regex(/^epk-/, 'must begin with "epk-"'),
    }),
    authenticate: z.boolean().default(true),
  }),
  z.strictObject({
    ...shared,
    provider: z.literal('paypal'),
    credentials: z.strictObject({ client_id: filled, client_secret: filled, webhook_id: filled }),
  }),
])
const File = z.strictObject({ accounts: z.array(Account).min(1, 'must have at least one account') })

type FromFile = z.infer<typeof Account>

/** The stand-in: where it is, and what its webhooks are signed with. */
export interface StandIn {
  /** For requests of the server and of browsers on this machine, such as 'http://localhost:4100'. */
  address: string
  /** The certificate (PEM) that signs the events of its PayPal. */
  certificate: string
}

export type PaymentAccount = FromFile & {
  /** Set for accounts of the stand-in. */
  standIn?: StandIn
}
export type AccountOf<Provider extends FromFile['provider']> = Extract<PaymentAccount, { provider: Provider }>

/** An account file that cannot be used. The message has a line for each problem. */
export class AccountsError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'AccountsError'
    this.problems = problems
  }
}

/** Reads the file of accounts. Throws AccountsError with all problems, each with its line; values are not repeated. */
export function readAccounts(path: string): PaymentAccount[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new AccountsError([`${path}: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`])
  }
  return parseAccounts(text, path)
}

/** Reads the text of an account file; `path` is for the messages. */
export function parseAccounts(text: string, path: string): PaymentAccount[] {
  const lines = linesOf(text)
  if ('problem' in lines) throw new AccountsError([`${path}, line ${lines.line}: ${lines.problem}`])
  const parsed = File.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new AccountsError(
      parsed.error.issues.map(
        ({ path: at, message }) => `${path}, line ${lines.lineOf(at)}: ${at.join('.') || 'the file'}: ${message}`,
      ),
    )
  const { accounts } = parsed.data
  const problems = accounts.flatMap((account, index) => {
    const line = (...at: PropertyKey[]) => `${path}, line ${lines.lineOf(['accounts', index, ...at])}:`
    const first = accounts.findIndex(({ name }) => name === account.name)
    const twice = first < index ? [`${line('name')} a second account is named "${account.name}"`] : []
    const { credentials } = account
    const half =
      'merchant_id' in credentials &&
      (credentials.webhook_key_id === undefined) !== (credentials.webhook_secret === undefined)
        ? [`${line('credentials')} webhook_key_id and webhook_secret: both or none`]
        : []
    const foreign =
      account.provider === 'paypal'
        ? account.currencies.flatMap((code, at) =>
            ofPayPal.has(code) ? [] : [`${line('currencies', at)} PayPal takes no ${code}`],
          )
        : []
    return [...twice, ...half, ...foreign]
  })
  if (problems.length) throw new AccountsError(problems)
  return accounts
}
