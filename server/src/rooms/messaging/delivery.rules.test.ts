import { describe, expect, test } from 'vitest'
import { afterAttempt, afterLookup, retryDelay, statesBefore } from './delivery.rules.ts'

const policy = { attempts: 3, delay: 30, delayMax: 100, lease: 30, settle: 20 }
const failure = (outcome: 'permanent_failure' | 'temporary_failure' | 'outcome_unknown') => ({
  outcome,
  code: '1',
  reason: 'words',
})

describe('an attempt', () => {
  test('that the carrier accepts is final', () =>
    expect(afterAttempt({ outcome: 'accepted', reference: 'SM1' }, { attempt: 3, isUndecided: true, policy })).toEqual({
      state: 'sent',
      reference: 'SM1',
    }))

  test('that the carrier rejects is final, even if it is the first', () =>
    expect(afterAttempt(failure('permanent_failure'), { attempt: 1, isUndecided: false, policy })).toMatchObject({
      state: 'failed',
      failure: 'rejected',
      code: '1',
    }))

  test.each(['temporary_failure', 'outcome_unknown'] as const)('with a %s is followed by another attempt', (outcome) =>
    expect(afterAttempt(failure(outcome), { attempt: 2, isUndecided: false, policy })).toMatchObject({
      state: 'pending',
      retryIn: 60,
    }),
  )

  test.each([
    ['temporary_failure', false, 'failed'],
    ['temporary_failure', true, 'outcome_unknown'],
    ['outcome_unknown', false, 'outcome_unknown'],
  ] as const)('with a %s at the end, an earlier one undecided: %s, is %s', (outcome, isUndecided, state) =>
    expect(afterAttempt(failure(outcome), { attempt: 3, isUndecided, policy }).state).toBe(state),
  )
})

describe('a lookup', () => {
  test('that finds the item ends the delivery', () =>
    expect(afterLookup({ found: 'some', reference: 'SM1' }, { abandonedFor: 0, policy })).toEqual({
      state: 'sent',
      reference: 'SM1',
    }))
  test('that finds nothing allows another attempt once the carrier has had time to list the item', () => {
    expect(afterLookup({ found: 'none' }, { abandonedFor: 5, policy })).toMatchObject({ state: 'pending', retryIn: 15 })
    expect(afterLookup({ found: 'none' }, { abandonedFor: 20, policy })).toBe('send')
  })
  test('with too many results decides nothing', () =>
    expect(afterLookup({ found: 'unclear' }, { abandonedFor: 60, policy })).toMatchObject({ state: 'outcome_unknown' }))
})

test('the wait between attempts grows up to a limit', () =>
  expect([1, 2, 3, 4].map((attempt) => retryDelay(attempt, policy))).toEqual([30, 60, 100, 100]))

test('a state never goes back', () => {
  const order = ['pending', 'outcome_unknown', 'sent']
  for (const [state, before] of Object.entries(statesBefore)) {
    expect(before).not.toContain(state)
    for (const earlier of before) expect(order).toContain(earlier)
  }
})
