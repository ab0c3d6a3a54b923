import { expect, test } from 'vitest'
import { makeTranslate } from '../../../core/i18n/texts.ts'
import { outcomeText } from './outcome.ts'

const t = makeTranslate({ outcome_approved: 'Approved', outcome_approved_of: 'Approved {count} of {total}' }, 'en-US')
const approved = (asked: number, count: number) =>
  outcomeText(t, { outcome: 'approved', views: 1, asked, approved: count })

test('names how many repairs were approved, of those that the customer was asked about', () => {
  expect(approved(3, 2)).toBe('Approved 2 of 3')
  expect(approved(1, 1)).toBe('Approved')
})
