import { describe, expect, test } from 'vitest'
import { decisionRows, rowsAfter, summaryOf, type Finding } from './decisions.rules.ts'
import { gaugeOf, parseMeasured } from '@cutaway/contract/rooms/sharing/gauge.ts'

/** The rules of decisions: which rows an answer changes, how it is summed up, and where a measured value lies. */

const finding = (part_id: string, more: Partial<Finding> = {}): Finding => ({
  part_id,
  finding: part_id,
  measured: '',
  rating: null,
  price: 100,
  note: '',
  ...more,
})
const [pads, tires, lights] = [finding('BRKPAD'), finding('TYRWER'), finding('ELECHG', { rating: 'green' })]
const all = [pads, tires, lights]
const given = (rows: ReturnType<typeof rowsAfter>) => rows?.map(({ part_id, answer }) => `${part_id} ${answer}`)

describe('an answer', () => {
  test('to all rows leaves out what is good', () => {
    expect(given(rowsAfter(all, [], { answer: 'approve' }))).toEqual(['BRKPAD approve', 'TYRWER approve'])
  })

  test('to one row keeps the others, and a later one replaces it', () => {
    const first = rowsAfter(all, [], { rows: [{ part_id: 'brkpad', answer: 'approve' }] })!
    const second = rowsAfter(all, first, { rows: [{ part_id: 'TYRWER', answer: 'ask', question: 'When?' }] })!
    expect(given(second)).toEqual(['BRKPAD approve', 'TYRWER ask'])
    expect(given(rowsAfter(all, second, { rows: [{ part_id: 'BRKPAD', answer: 'not_now' }] }))).toEqual([
      'BRKPAD not_now',
      'TYRWER ask',
    ])
    expect(rowsAfter(all, second, { answer: 'withdraw' })).toEqual([])
  })

  test('to a film that the link does not have, or that needs nothing, is none', () => {
    expect(rowsAfter(all, [], { rows: [{ part_id: 'ENGFST', answer: 'approve' }] })).toBeNull()
    expect(rowsAfter(all, [], { rows: [{ part_id: 'ELECHG', answer: 'approve' }] })).toBeNull()
  })

  test('keeps the price at which a row was approved', () => {
    const approved = rowsAfter(all, [], { answer: 'approve' })!
    const dearer = all.map((row) => ({ ...row, price: 999 }))
    expect(decisionRows(dearer, approved, (part) => part)).toMatchObject({ approved: 2, approved_total: 200 })
  })
})

test('in one word, an approval counts more than a question, and a question more than not now', () => {
  const row = (answer: 'approve' | 'not_now' | 'ask', reply_by: 'call' | 'text' | null = null) => ({ answer, reply_by })
  expect(summaryOf([row('approve'), row('ask', 'call')])).toEqual({
    answer: 'approve',
    wants_call: true,
    has_question: true,
  })
  expect(summaryOf([row('not_now'), row('ask', 'text')])).toMatchObject({ answer: 'ask', wants_call: false })
  expect(summaryOf([row('ask', 'call')])).toMatchObject({ answer: 'call' })
  expect(summaryOf([row('not_now')])).toMatchObject({ answer: 'not_now', has_question: false })
  expect(summaryOf([])).toMatchObject({ answer: 'withdraw' })
})

describe('a measured value', () => {
  const brake = { unit: 'mm', new: 12, soon: 6, now: 3 }
  test('lies on the scale of the part', () => {
    expect(gaugeOf(brake, '2 mm')).toEqual({ red: 25, yellow: 25, green: 50, at: 17, newValue: '12 mm' })
    expect(gaugeOf(brake, '20mm')).toMatchObject({ at: 100 })
  })
  test('in another unit of length is converted', () => {
    expect(gaugeOf({ unit: 'mm', new: 8, soon: 3.2, now: 1.6 }, '4/32 in')).toMatchObject({
      at: 40,
      newValue: '10/32 in',
    })
  })
  test('without a known unit has no scale', () => {
    expect(gaugeOf(brake, '12.4 V')).toBeNull()
    expect(gaugeOf(brake, '2')).toBeNull()
    expect(gaugeOf(brake, 'thin')).toBeNull()
    expect(parseMeasured('1,5 mm')).toEqual({ value: 1.5, unit: 'mm', written: 'mm' })
  })
  test.each([
    ['2 מ"מ', '12 מ"מ'],
    ['2 מ״מ', '12 מ״מ'],
    ['2 毫米', '12 毫米'],
    ['2 มม.', '12 มม.'],
    ['2 MM', '12 MM'],
  ])('may be written as in the language of the shop: %s', (measured, newValue) => {
    expect(gaugeOf(brake, measured)).toMatchObject({ at: 17, newValue })
  })
})
