import { expect, test } from 'vitest'
import { filled, uuid } from '../../player/small/elements.ts'
import { joined } from './reports.ts'

test('merges adjacent ranges, in order', () => {
  expect(joined([])).toEqual([])
  expect(joined([[5, 9], [0, 5]])).toEqual([[0, 9]]) // prettier-ignore
  expect(joined([[0, 5], [3, 4], [5.2, 8], [20, 21]])).toEqual([[0, 8], [20, 21]]) // prettier-ignore
})

test('limits a visit of many short ranges to what the server accepts', () => {
  const many = Array.from({ length: 500 }, (_, i): [number, number] => [i * 2, i * 2 + 1])
  expect(joined(many)).toHaveLength(200)
})

test('replaces placeholders by their values', () => {
  expect(filled('{time} of {duration}, {chapter}', { time: '0:01', duration: '0:25' })).toBe('0:01 of 0:25, {chapter}')
})

test('visit keys are UUIDs, also without TLS', () => {
  const form = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
  expect(uuid()).toMatch(form)
  const { randomUUID } = crypto
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true })
  expect(uuid()).toMatch(form)
  Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true })
})
