/** The cards and wallets of the stand-in. Any expiry in the future and any security code will do. */

export const behaviours = {
  pays: 'Pays',
  declined: 'Declined',
  no_funds: 'Declined: no funds',
  expired: 'Declined: expired card',
  wrong_code: 'Declined: wrong security code',
  lost: 'Declined for good: lost card',
  stolen: 'Declined for good: stolen card',
  good_once: 'Pays once; later no funds',
  timeout_before: 'No reply, and nothing is charged',
  timeout_after: 'No reply, but it is charged',
  cut_after: 'Charged, and the line is cut before the reply',
  error_after: 'Charged, then 502',
  slow: 'Charged after 25 seconds',
  late_hook: 'Charged; the webhook comes 10 minutes late',
  doubled_hooks: 'Charged; webhooks come twice and in reverse order',
  duplicate: 'Charged, and answered as a duplicate',
  refund_refused: 'Charged; a refund is refused',
  challenge: 'The bank asks the cardholder',
  frictionless: 'Authenticated without a question',
} as const
export type Behaviour = keyof typeof behaviours

export interface Card {
  behaviour: Behaviour
  brand: string
}

export const cards: ReadonlyMap<string, Card> = new Map(
  (
    [
      ['4111111111111111', 'pays'],
      ['5555555555554444', 'pays'],
      ['378282246310005', 'pays'],
      ['4444333322221111', 'pays'],
      ['5105105105105100', 'pays'],
      ['4000000000002503', 'challenge'],
      ['5200000000002151', 'challenge'],
      ['340000000002534', 'challenge'],
      ['4456530000001005', 'frictionless'],
      ['4000000000000002', 'declined'],
      ['4000000000009995', 'no_funds'],
      ['4000000000000069', 'expired'],
      ['4000000000000127', 'wrong_code'],
      ['4000000000009987', 'lost'],
      ['4000000000009979', 'stolen'],
      ['4000000000000341', 'good_once'],
      ['4000000000007015', 'timeout_before'],
      ['4000000000007023', 'timeout_after'],
      ['4000000000007031', 'cut_after'],
      ['4000000000007049', 'error_after'],
      ['4000000000007056', 'slow'],
      ['4000000000007064', 'late_hook'],
      ['4000000000007072', 'doubled_hooks'],
      ['4000000000007080', 'duplicate'],
      ['4000000000007098', 'refund_refused'],
    ] as const
  ).map(([number, behaviour]) => [number, { behaviour, brand: brandOf(number) }]),
)

/** The wallets that PayPal's approval page offers: every behaviour that is not a card's own. */
export const wallets: readonly Behaviour[] = (Object.keys(behaviours) as Behaviour[]).filter(
  (name) => !['expired', 'wrong_code', 'challenge', 'frictionless'].includes(name),
)

function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa'
  return number.startsWith('3') ? 'amex' : 'mastercard'
}

/** The behaviours that decline a charge. */
export const declines: ReadonlySet<Behaviour> = new Set([
  'declined',
  'no_funds',
  'expired',
  'wrong_code',
  'lost',
  'stolen',
])

/** Why a charge was refused, in the words of the faces. */
export type Refusal = 'declined' | 'no_funds' | 'expired' | 'wrong_code' | 'lost' | 'stolen'
