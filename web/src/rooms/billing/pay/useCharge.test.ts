import { expect, test } from 'vitest'
import { endOf, requestKeys } from './useCharge.ts'

/** How an answer about a payment ends for the person who pays. */

const answer = { status: 1 as const, message: 'ok', http: 200 }

test('a payment that waits for an answer to the bank is not taken for paid', () => {
  const lost = { ...answer, data: { payment: 'p1', responseType: 'action_required' } }
  expect(endOf(lost)).toMatchObject({ kind: 'refused' })
  expect(endOf({ ...answer, data: { payment: 'p1', responseType: 'success' } })).toMatchObject({ kind: 'done' })
})

test('where nothing is stored, the person goes on at PayPal', () => {
  const data = { payment: null, responseType: 'action_required', paypalDetails: { merchantUrl: '/pay/token' } }
  expect(endOf({ ...answer, data })).toMatchObject({ kind: 'elsewhere', url: '/pay/token' })
})

test('what is unclear is waited for; what the bank refuses is told', () => {
  const unclear = { status: 0 as const, message: 'payment_being_checked', http: 200, data: { payment: 'p1' } }
  expect(endOf({ ...unclear, timeCount: 3 })).toMatchObject({ kind: 'waiting', payment: 'p1', seconds: 3 })
  expect(endOf({ ...unclear, message: 'card_declined' })).toMatchObject({ kind: 'refused', key: 'card_declined' })
})

test('without an answer, the next click for the same thing is the same payment', () => {
  const keys = requestKeys()
  const lost = keys.of({ bundle_id: 1 })
  expect(keys.of({ bundle_id: 1 })).toBe(lost)
  expect(keys.of({ bundle_id: 2 })).not.toBe(lost)
  const other = keys.of({ bundle_id: 2 })
  keys.answered()
  expect(keys.of({ bundle_id: 2 })).not.toBe(other)
})
