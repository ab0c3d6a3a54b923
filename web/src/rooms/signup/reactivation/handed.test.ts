import { expect, test } from 'vitest'
import { handedBy } from './handed.ts'

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'https://northgate.example')
  return handedBy({ pathname, search })
}

test('the address of a reactivation holds the user name, the password and a promo code', () => {
  expect(at('/reactivateAccount/renee%40cedar.example/k7mp%2Fx2/31')).toEqual({
    username: 'renee@cedar.example',
    password: 'k7mp/x2',
  })
  expect(at('/reactivateAccount/renee/secret/31/SPRING?returnURL=%2Fhome')).toEqual({
    username: 'renee',
    password: 'secret',
    promo: 'SPRING',
    returnTo: '/home',
  })
  expect(at('/reactivatePaypalAccount/renee/secret/15')).toEqual({ username: 'renee', password: 'secret' })
})

test('an address of another host is not where it leads back to', () => {
  expect(at('/reactivateAccount/renee/secret/31?returnURL=https%3A%2F%2Fevil.example%2F')).toEqual({
    username: 'renee',
    password: 'secret',
  })
})

test('other addresses hold nothing', () => {
  expect(at('/subscription_reactivate')).toBeNull()
  expect(at('/reactivateAccount/renee')).toBeNull()
  expect(at('/reactivateAccount/%E0%A4%A/secret/31')).toBeNull()
})
