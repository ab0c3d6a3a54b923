import { describe, expect, test } from 'vitest'
import { pages } from '../pages/all.ts'
import type { Guard } from '../pages/page.ts'
import { paths } from '../paths.ts'
import { redirectionOf, targetAfterLogin } from './guard.ts'

const session = (
  more: { access?: number; mustChange?: boolean; view?: '' | 'front_view'; mode?: 'customer' | 'service_adviser' } = {},
) => ({
  required_second_step: false,
  required_password_change: more.mustChange ?? false,
  TouchScreenMode: more.mode ?? null,
  user: { user_id: 7, user_access_id: more.access ?? 6 },
  web_site: { vehicle_layout_view: more.view ?? ('' as const) },
})

describe('redirectionOf', () => {
  test.each<[Guard, string, string | null, string | null]>([
    ['logged-in', 'visitor', '/bhome', '/animation/BRKDSC?t=3#x'],
    ['logged-in', 'user', null, null],
    ['logged-out', 'visitor', null, null],
    ['logged-out', 'user', '/home', null],
    ['neutral', 'visitor', null, null],
    ['neutral', 'user', null, null],
    ['third-party', 'visitor', null, null],
    ['third-party', 'user', null, null],
  ])('a %s page for a %s', (guard, who, to, remember) => {
    const result = redirectionOf(guard, who === 'user' ? session() : null, '/animation/BRKDSC?t=3#x')
    expect(result?.to ?? null).toBe(to)
    expect(result?.remember ?? null).toBe(remember)
  })

  test('a touch screen hides staff pages from customers, and shows an adviser every page', () => {
    const at = (mode: 'customer' | 'service_adviser') => session({ access: 7, mode })
    expect(redirectionOf('logged-in', at('customer'), '/history', true)).toEqual({ to: '/home' })
    expect(redirectionOf('logged-in', at('customer'), '/favorites', false)).toBeNull()
    expect(redirectionOf('logged-in', at('service_adviser'), '/history', true)).toBeNull()
    expect(redirectionOf('logged-in', session(), '/history', true)).toBeNull()
  })

  test('a user who must choose a new password reaches neutral pages only', () => {
    expect(redirectionOf('logged-in', session({ mustChange: true }), '/home')).toEqual({ to: '/accountAccess/7' })
    expect(redirectionOf('neutral', session({ mustChange: true }), '/accountAccess/7')).toBeNull()
  })

  test('logout, mailed links and the password change have no guard', () => {
    const neutral = pages.filter(({ guard }) => guard === 'neutral').map(({ path }) => path)
    expect(neutral).toEqual(
      expect.arrayContaining([
        '/logout',
        '/forgot_password/:token',
        '/reset_password/:token',
        '/accountAccess/:user_id',
      ]),
    )
  })
})

test('the public home pages, the login and every way to sign up are pages for visitors', () => {
  const forVisitors = pages.filter(({ guard }) => guard === 'logged-out').map(({ path }) => path)
  const {
    publicHome,
    login,
    openLoginDialog,
    homeAu,
    signUp,
    signUpUs,
    signUpAu,
    signUpAuPromo,
    subscribe,
    freeTrial,
  } = paths
  expect(forVisitors).toEqual(
    expect.arrayContaining([
      publicHome,
      login,
      openLoginDialog,
      homeAu,
      signUp,
      signUpUs,
      signUpAu,
      signUpAuPromo,
      subscribe,
      freeTrial,
    ]),
  )
})

describe('targetAfterLogin', () => {
  const saved = '/animation/BRKDSC'
  test('a forced password change comes first', () => {
    expect(targetAfterLogin(session({ mustChange: true, access: 9 }), saved, '/login')).toBe('/accountAccess/7')
  })
  test('a free trial starts at the home page', () => {
    expect(targetAfterLogin(session({ access: 9 }), saved, '/login')).toBe('/home')
  })
  test('looped playback redirects to the home page', () => {
    expect(targetAfterLogin(session(), saved, '/play_looped_animations')).toBe('/home')
  })
  test('then the return-to URL, else the home page', () => {
    expect(targetAfterLogin(session(), saved, '/login')).toBe(saved)
    expect(targetAfterLogin(session(), null, '/login')).toBe('/home')
  })
  test('the vehicle view comes before the return-to URL on sites that start with it', () => {
    expect(targetAfterLogin(session({ view: 'front_view' }), saved, '/login')).toBe('/vehicle_image_view')
  })
})
