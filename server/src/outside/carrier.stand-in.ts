import type { Carrier } from './carrier.ts'

/** The stand-in for every carrier: it accepts all items and sends nothing. The outbox page shows what it accepted. */
export const standIn: Carrier<unknown> = {
  name: 'outbox',
  send: () => Promise.resolve({ outcome: 'accepted', reference: null }),
}
