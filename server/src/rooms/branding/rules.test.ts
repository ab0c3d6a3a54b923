import { expect, test } from 'vitest'
import { isTooSoon, senderAddress, stateOf } from './rules.ts'

const at = (time: string) => new Date(`2026-11-22T${time}Z`)

test('an address is confirmed, or waits for 48 hours, then expires', () => {
  const sent = at('00:00')
  expect(stateOf({ verified_at: sent, token_sent_at: null }, sent)).toBe('confirmed')
  expect(stateOf({ verified_at: null, token_sent_at: sent }, new Date(sent.getTime() + 48 * 3600_000 - 1))).toBe(
    'waiting',
  )
  expect(stateOf({ verified_at: null, token_sent_at: sent }, new Date(sent.getTime() + 48 * 3600_000))).toBe('expired')
})
test('two mails are at least a minute apart', () => {
  expect(isTooSoon(at('00:00:00'), at('00:00:59'))).toBe(true)
  expect(isTooSoon(at('00:00:00'), at('00:01:00'))).toBe(false)
  expect(isTooSoon(null, at('00:00:00'))).toBe(false)
})
test('accepts valid and refuses invalid sender addresses', () => {
  for (const good of ['ana@shop.com', ' Ana.Ruiz+fr@sub.shop-1.co.uk ', "o'neil@garage.ie"])
    expect(senderAddress(good)).toBe(good.trim())
  for (const bad of [
    '',
    'ana',
    'ana@shop',
    'ana@@shop.com',
    'ana@shop..com',
    '.ana@shop.com',
    'ana.@shop.com',
    'a b@shop.com',
    'ana@shop.com\r\nBcc: all@shop.com',
    'ana@shop.com,bob@shop.com',
    '<ana@shop.com>',
    'ana@-shop.com',
    `${'a'.repeat(65)}@shop.com`,
    `ana@${'a.'.repeat(120)}com`,
    'ana\u0000@shop.com',
    'añá@shop.com',
  ])
    expect(senderAddress(bad), bad).toBeNull()
})
