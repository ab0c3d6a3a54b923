import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'
import { ownPage } from './feedback.ts'

const { saveFeedback, checkWebSiteUserFeedBack } = contract.sites

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const give = (person: Person, more: { rating?: number; feedback?: string; page_url?: string } = {}) =>
  person.send(saveFeedback, { body: { rating: 4, feedback: 'The brake films are clear.', ...more } })
const given = async (person: Person) =>
  (await person.call(checkWebSiteUserFeedBack, { params: { user_id: (await person.me()).user_id } })).given

describe('feedback', () => {
  test('stores rating and text with the previous page, once per user and site', async () => {
    const dana = await w.loggedIn('advisor')
    expect(await given(dana)).toBe(false)
    expect(await give(dana, { page_url: '/animation/BRKDSC?t=3' })).toMatchObject({
      status: 1,
      message: 'feedback_saved',
      data: { redirect: '/animation/BRKDSC?t=3' },
    })
    expect(await given(dana)).toBe(true)
    expect(await give(dana, { rating: 1, feedback: 'No.' })).toMatchObject({
      status: 0,
      message: 'feedback_already_given',
    })

    const { user_id } = await dana.me()
    const rows = await w.database.system.selectFrom('feedback').selectAll().where('user_id', '=', user_id).execute()
    expect(rows).toMatchObject([
      { web_site_id: 31, rating: 4, feedback: 'The brake films are clear.', page_url: '/animation/BRKDSC?t=3' },
    ])
    // An account with the same name on another site is a different account.
    expect(await given(await w.loggedIn('advisor', { site: 44 }))).toBe(false)
  })

  test('stores one of two simultaneous requests', async () => {
    const tablet = await w.loggedIn('staff')
    const answers = await Promise.all([1, 2, 3].map((rating) => give(tablet, { rating })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([0, 0, 1])
  })

  test.each([0, 6, 2.5, -1])('refuses a rating of %s: it must be one to five', async (rating) => {
    expect(await give(await w.loggedIn('lite'), { rating })).toMatchObject({ http: 400, message: 'invalid_request' })
  })

  test('accepts a rating without text', async () => {
    expect(await give(await w.loggedIn('lite'), { feedback: '' })).toMatchObject({
      status: 1,
      data: { redirect: null },
    })
  })

  test('is stored, but never redirects to another site', async () => {
    const answer = await give(await w.loggedIn('student'), { page_url: 'https://evil.example/login' })
    expect(answer).toMatchObject({ status: 1, data: { redirect: null } })
  })

  test('of other users is readable only by callers who may act for them', async () => {
    const user_id = (await (await w.loggedIn('advisor2')).me()).user_id
    const ask = async (who: string) => (await w.loggedIn(who)).send(checkWebSiteUserFeedBack, { params: { user_id } })
    expect(await ask('super')).toMatchObject({ status: 1, data: { given: false } })
    expect(await ask('enterprise2')).toMatchObject({ status: 1 })
    expect(await ask('enterprise')).toMatchObject({ http: 403 })
    expect(await ask('advisor')).toMatchObject({ http: 403 })
  })

  test('is refused from a customer at a touch screen', async () => {
    expect(await give(await w.loggedIn('kiosk'))).toMatchObject({ http: 403, message: 'permission_denied' })
  })
})

describe('the page to go back to', () => {
  const site = { hosts: ['shop.example', 'www.shop.example'] }
  const back = (address?: string) => ownPage(address, site, 'https://shop.example:8443')
  test.each([
    ['/home', '/home'],
    ['/animation/BRKDSC?t=3#labels', '/animation/BRKDSC?t=3#labels'],
    ['https://shop.example:8443/home', '/home'],
    ['https://www.shop.example/favorites', '/favorites'],
    ['https://SHOP.example/home', '/home'],
  ])('accepts %s as an address of the site', (address, path) => expect(back(address)).toBe(path))
  test.each([
    undefined,
    '',
    'https://evil.example/home',
    'https://shop.example.evil.example/',
    'https://shop.example@evil.example/',
    'https://user:pass@shop.example/',
    '//evil.example/home',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/home/..//evil.example',
    'javascript:alert(1)',
    'ftp://shop.example/home',
    'data:text/html,x',
    'http://',
  ])('refuses %s', (address) => expect(back(address)).toBeNull())
})
