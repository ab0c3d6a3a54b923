import { closeSync, fdatasyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { behaviours, type Behaviour } from './cards.ts'

/**
 * The ledger of the stand-in: one JSON object a line, only ever appended. A line is on the disk before the gateway
 * answers, so that the file tells what was charged even if the process is killed, and shares nothing with the
 * portal's database. It holds the last four digits of a card and no more.
 */

export type Face = 'cybersource' | 'eway' | 'paypal'

/** A card or wallet as the ledger knows it. */
export interface Source {
  behaviour: Behaviour
  brand: string | null
  last4: string | null
  month: number | null
  year: number | null
  /** The name on the card, or the wallet's address. */
  holder: string | null
}

export interface Charge {
  kind: 'charge'
  id: string
  face: Face
  reference: string
  invoice: string | null
  amountMinor: number
  currency: string
  state: 'paid' | 'declined'
  /** Why it was declined; null for a paid one. */
  refusal: string | null
  source: Source
  initiator: 'customer' | 'merchant'
  /** The stored token that was made or used. */
  token: string | null
  /** PayPal's order. */
  order: string | null
  /** Authenticated by 3-D Secure. */
  authenticated: boolean
}
export interface Refund {
  kind: 'refund'
  id: string
  of: string
  how: 'void' | 'refund'
  reference: string | null
  amountMinor: number
  currency: string
}
export interface Order {
  kind: 'order'
  id: string
  reference: string
  invoice: string | null
  amountMinor: number
  currency: string
  keep: boolean
  /** Null: needs no approval, because a stored wallet pays. */
  returnUrl: string | null
  cancelUrl: string | null
  /** Only a wallet is stored; no money moves. */
  isSetup: boolean
}

export interface NumberEntry {
  kind: 'number'
  id: string
  /** E.164. */
  phoneNumber: string
  /** The account's own name for it. */
  name: string
  smsUrl: string | null
  voiceUrl: string | null
}

export type Entry =
  | Charge
  | Refund
  | Order
  | { kind: 'order_state'; id: string; state: 'APPROVED' | 'CANCELLED'; source: Source | null }
  /** A card that was typed into the fields: usable once, for 15 minutes. */
  | { kind: 'entered'; id: string; face: Face; source: Source }
  | { kind: 'token'; id: string; face: Face; source: Source }
  | { kind: 'forgotten'; id: string }
  | {
      kind: 'authentication'
      id: string
      entered: string
      state: 'pending' | 'passed' | 'failed'
      returnUrl: string | null
    }
  /** PayPal repeats its reply to a request id. */
  | { kind: 'reply'; requestId: string; status: number; body: unknown }
  | { kind: 'hook'; id: string; face: Face; of: string; name: string; body: string; dueAt: string | null }
  | { kind: 'hook_sent'; id: string; status: number | null }
  /** A telephone number of the account. */
  | NumberEntry
  | { kind: 'number_released'; id: string }
  /** A customer wrote to a number or called it (no words), and what the portal answered. */
  | { kind: 'contact'; id: string; from: string; to: string; body: string | null; status: number | null; text: string }

export type Line = Entry & { n: number; at: string }

export class Ledger {
  readonly lines: Line[] = []
  readonly charges = new Map<string, Charge & { at: string }>()
  readonly refunds: (Refund & { at: string })[] = []
  readonly orders = new Map<string, Order & { at: string; state: string; source: Source | null }>()
  readonly entered = new Map<string, { face: Face; source: Source; at: string }>()
  readonly tokens = new Map<string, { face: Face; source: Source; uses: number }>()
  readonly authentications = new Map<string, Extract<Entry, { kind: 'authentication' }>>()
  readonly replies = new Map<string, { status: number; body: unknown; at: string }>()
  readonly hooks = new Map<string, Extract<Entry, { kind: 'hook' }> & { at: string; sent: (number | null)[] }>()
  /** The telephone numbers that the account has now. */
  readonly numbers = new Map<string, NumberEntry & { at: string }>()
  readonly #file: number
  readonly #now: () => Date

  constructor(path: string, now: () => Date) {
    mkdirSync(dirname(path), { recursive: true })
    this.#file = openSync(path, 'a+', 0o600)
    this.#now = now
    const bytes = readFileSync(path)
    // A line that a killed process began was never answered for.
    const whole = bytes.lastIndexOf(10) + 1
    if (whole < bytes.length) ftruncateSync(this.#file, whole)
    for (const text of bytes.subarray(0, whole).toString('utf8').split('\n'))
      if (text !== '') this.#apply(JSON.parse(text) as Line)
  }

  /** Writes entries to the disk and waits for it, then counts them. They are written together or not at all. */
  record(...entries: Entry[]): void {
    const at = this.#now().toISOString()
    const lines = entries.map((entry, index): Line => {
      const place = { n: this.lines.length + index + 1, at }
      // An entry that changes a former one may bring the former one's place.
      return { ...place, ...entry, ...place }
    })
    writeSync(this.#file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    fdatasyncSync(this.#file)
    for (const line of lines) this.#apply(line)
  }

  close(): void {
    closeSync(this.#file)
  }

  /** Returns a stored token of a face; undefined for an unknown one. Those of the demo's subscriptions are always known. */
  token(face: Face, id: string): { source: Source; uses: number } | undefined {
    const stored = this.tokens.get(id)
    if (stored) return stored.face === face ? stored : undefined
    return demoToken(id)
  }

  /** Returns the refunds of a charge. */
  refundsOf(id: string): Refund[] {
    return this.refunds.filter(({ of }) => of === id)
  }

  /** Returns what is left of a charge. */
  left(charge: Charge): number {
    return charge.amountMinor - this.refundsOf(charge.id).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  }

  /** Returns the charges of a face with a reference, the oldest first. */
  chargesOf(face: Face, reference: string): (Charge & { at: string })[] {
    return [...this.charges.values()].filter((charge) => charge.face === face && charge.reference === reference)
  }

  #apply(line: Line): void {
    this.lines.push(line)
    const { at } = line
    switch (line.kind) {
      case 'charge': {
        this.charges.set(line.id, line)
        const used = line.token === null ? undefined : this.tokens.get(line.token)
        if (used && line.state === 'paid') used.uses += 1
        break
      }
      case 'refund':
        this.refunds.push(line)
        break
      case 'order':
        this.orders.set(line.id, {
          ...line,
          state: line.returnUrl === null ? 'CREATED' : 'PAYER_ACTION_REQUIRED',
          source: null,
        })
        break
      case 'order_state': {
        const order = this.orders.get(line.id)
        if (order) Object.assign(order, { state: line.state, source: line.source })
        break
      }
      case 'entered':
        this.entered.set(line.id, { face: line.face, source: line.source, at })
        break
      case 'token':
        this.tokens.set(line.id, { face: line.face, source: line.source, uses: 0 })
        break
      case 'forgotten':
        this.tokens.delete(line.id)
        break
      case 'authentication':
        this.authentications.set(line.id, line)
        break
      case 'reply':
        this.replies.set(line.requestId, { status: line.status, body: line.body, at })
        break
      case 'hook':
        this.hooks.set(line.id, { ...line, sent: [] })
        break
      case 'number':
        this.numbers.set(line.id, line)
        break
      case 'number_released':
        this.numbers.delete(line.id)
        break
      case 'hook_sent':
        this.hooks.get(line.id)?.sent.push(line.status)
        break
    }
  }
}

/**
 * Returns the card or wallet of a demo subscription, whose token names its behaviour and last digits: 'demo-pays-4242',
 * 'demo-no_funds-9995'.
 */
function demoToken(id: string): { source: Source; uses: number } | undefined {
  const [, behaviour = '', last4 = ''] = /^demo-([a-z_]+)-(\d{4})$/.exec(id) ?? []
  if (!Object.hasOwn(behaviours, behaviour)) return undefined
  const source = { behaviour: behaviour as Behaviour, brand: 'visa', last4, month: 12, year: 2035, holder: null }
  return { source, uses: 0 }
}
