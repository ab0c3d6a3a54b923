import { blockMessages } from '@cutaway/contract/rooms/sessions.ts'
import { describe, expect, test } from 'vitest'
import { accountBy, loginRefusal } from './login-refusal.ts'
import { isUserId, newPassword, samePassword } from './password-rules.ts'

describe('a refused login', () => {
  test.each(blockMessages)('%s opens the block popup', (key) => expect(loginRefusal(key).kind).toBe('blocked'))
  test('only a block of the user can be ended by a new password', () => {
    expect(loginRefusal('you_are_blocked_for_1_hour')).toEqual({ kind: 'blocked', who: 'user' })
    expect(loginRefusal('your_ip_blocked1 hour')).toEqual({ kind: 'blocked', who: 'address' })
  })
  test('an ended subscription opens its prompt', () =>
    expect(loginRefusal('purchase_subscription')).toEqual({ kind: 'subscription' }))
  test('anything else is shown in the box', () =>
    expect(loginRefusal('incorrect_login_details')).toEqual({ kind: 'box', key: 'incorrect_login_details' }))
})

describe('a password reset', () => {
  test('identifies the account by name', () => expect(accountBy(' dana ')).toEqual({ username: 'dana' }))
  test('or by address', () => expect(accountBy('dana@example.com')).toEqual({ email: 'dana@example.com' }))
})

describe('a new password', () => {
  test('has at least ten characters', () => {
    expect(newPassword('')).toBe('enter_a_new_password')
    expect(newPassword('ninechars')).toBe('password_too_short')
    expect(newPassword('ten chars!')).toBeNull()
    expect(newPassword('x'.repeat(201))).toBe('text_too_long')
  })
  test('must be typed twice', () => {
    expect(samePassword('', 'harbour lantern')).toBe('repeat_the_password')
    expect(samePassword('harbour', 'harbour lantern')).toBe('password_not_match')
    expect(samePassword('harbour lantern', 'harbour lantern')).toBeNull()
  })
})

test('the last segment of /accountAccess is an id or the token of a link', () => {
  expect(isUserId('184')).toBe(true)
  expect(isUserId('hT5-x_2aPq')).toBe(false)
})
