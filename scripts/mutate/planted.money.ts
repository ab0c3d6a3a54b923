import type { Planted } from './planted.ts'

/** Planted faults of the rooms about money. */
export const money: readonly Planted[] = [
  {
    room: 'signup',
    name: 'a code still counts after five wrong tries',
    find: "if (open.tries > codeRules.tries) return { outcome: 'burnt' }",
    replace: ';',
  },
  {
    room: 'signup',
    name: 'a promo code counts on the day on which it expires',
    find: 'expiresOn !== null && expiresOn <= today',
    replace: 'expiresOn !== null && expiresOn < today',
  },
  {
    room: 'signup',
    name: 'a draft is changed without its cookie',
    find: 'if (mustExist && (!draft || body.user_id !== draft.user_id)) notFound()',
    replace: ';',
  },
  {
    room: 'billing',
    name: 'a subscription that was cancelled goes on',
    find: "isOver && (of.state === 'trialing' || of.state === 'cancelled' || !of.renewal_on)",
    replace: "isOver && of.state === 'trialing'",
  },
  {
    room: 'billing',
    name: 'a payment of another amount counts as paid',
    find: 'verdict.amountMinor !== payment.amount_minor || verdict.currency !== payment.currency',
    replace: 'verdict.currency !== payment.currency',
  },
  {
    room: 'billing',
    name: 'a stranger sees how a payment ended',
    find: 'of?.purpose.name !== payment.purpose || of.orderId !== payment.order_id',
    replace: 'of?.purpose.name === "renewal"',
  },
  {
    room: 'billing',
    name: 'a lost reply counts as not charged',
    find: "if (verdict.outcome === 'unclear') {",
    replace: 'if (verdict.code === "never") {',
  },
  {
    room: 'billing',
    name: 'an amount with more decimals than the currency has is taken',
    find: 'if (!whole || fraction.length > exponent) return undefined',
    replace: 'if (!whole) return undefined',
  },
  {
    room: 'signup',
    name: 'a distributor changes the account that takes the money',
    find: "if (!mayChangeAccounts(call) && (names.includes('payment_accounts') || names.includes('bank_details')))",
    replace: 'if (names.length < 0)',
  },
  {
    room: 'signup',
    name: 'the seller that another operator saved is overwritten',
    find: "if ((record?.version ?? 0) !== version) fail('seller_changed', await dataOf(call, record))",
    replace: ';',
  },
]
