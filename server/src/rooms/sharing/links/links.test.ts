import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { nothingSent } from '../testing.ts'

const { sharing } = contract
let w: World
let dana: Person
let danaId: number

beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())
beforeEach(() => nothingSent(w))

interface Wish {
  part?: string | string[]
  text?: string
  colour?: string
  url?: string
  page?: string
  subject?: string
  ro?: string
  user?: number
  lang?: number
}
const bodyOf = ({ part = 'BRKDSC', text, colour, url, page, subject, ro, user, lang = 50 }: Wish = {}) => ({
  generatelink: { pageAddress: page, subject, roNumber: ro, userId: user },
  part_id: part,
  brand_id: 1,
  lang_id: lang,
  driverside: 'left' as const,
  call_to_action_text: text,
  color: colour,
  call_to_action_url: url,
})
const make = (wish: Wish = {}, who = dana) => who.send(sharing.generateLink, { body: bodyOf(wish) })
const list = (who = dana, user_id = danaId, page = 1, size = 10) =>
  who.call(sharing.getGeneratedLinks, { params: { json: { user_id, page, size } } })

describe('Dana makes a link for a web page', () => {
  test('it is active for 7 days; its page has 128 random bits, and the short link 12 letters', async () => {
    const { status, message, data } = await make()
    expect([status, message]).toEqual([1, 'link_generated'])
    expect(data).toMatchObject({ already_generated: 0 })
    expect(data!.tiny_url).toMatch(/^http:\/\/site31\.localhost:\d+\/l\/[0-9A-Za-z]{12}$/)
    expect(data!.generated_link).toMatch(/^http:\/\/site31\.localhost:\d+\/animation_link\/[\w-]{22}$/)
    expect(Math.round((Date.parse(data!.expires_at) - w.clock.now().getTime()) / 86_400_000)).toBe(7)
  })

  test('the same request returns the same link with a warning; another request makes another link', async () => {
    const wish: Wish = { text: 'Book a visit', colour: '#AA3300', url: 'https://shop.example/book', ro: 'RO 5' }
    const first = await make(wish)
    const second = await make({ ...wish, colour: '#aa3300' })
    expect(second).toMatchObject({ status: 1, message: 'link_already_generated', data: { already_generated: 1 } })
    expect(second.data!.tiny_url).toBe(first.data!.tiny_url)
    for (const other of [
      { ...wish, ro: 'RO 6' },
      { ...wish, lang: 98 },
      { ...wish, part: 'BRKPAD' },
      { ...wish, text: 'Book now' },
    ])
      expect((await make(other)).data!.already_generated).toBe(0)
    const [one, two] = await Promise.all([make({ subject: 'race' }), make({ subject: 'race' })])
    expect(one.data!.tiny_url).toBe(two.data!.tiny_url)
  })

  test('the same request makes a new link once the first has expired or been revoked', async () => {
    const first = await make()
    await dana.call(sharing.revokeLink, { body: { link_id: first.data!.link_id } })
    const second = await make()
    expect(second.data).toMatchObject({ already_generated: 0 })
    w.clock.forward(8 * 86_400)
    dana = await w.loggedIn('advisor')
    expect((await make()).data).toMatchObject({ already_generated: 0 })
  })

  const refused: [string, Wish, string][] = [
    ['two films', { part: ['BRKDSC', 'BRKPAD'] }, 'message_select_only_one_animation'],
    ['a film that is not there', { part: 'NOSUCH' }, 'Part no found'],
    ['a button that runs a script', { text: 'Go', url: 'javascript:alert(1)' }, 'call_to_action_url_not_valid'],
    ['a button with data', { text: 'Go', url: 'data:text/html,x' }, 'call_to_action_url_not_valid'],
    [
      'a button with a password in its address',
      { text: 'Go', url: 'https://a:b@shop.example' },
      'call_to_action_url_not_valid',
    ],
    ['half an address', { text: 'Go', url: 'https://' }, 'call_to_action_url_not_valid'],
    ['words that lead nowhere', { text: 'Book a visit' }, 'call_to_action_url_not_valid'],
    ['an address without words', { url: 'https://shop.example' }, 'call_to_action_text_required'],
    ['a colour that is a style', { text: 'Go', colour: 'red;background:url(//x)' }, 'colour_not_valid'],
    ['a page of another web site', { page: 'https://elsewhere.example/page' }, 'page_address_not_valid'],
  ]
  test.each(refused)('%s is refused', async (_, wish, key) => {
    expect(await make(wish)).toMatchObject({ status: 0, message: key })
    expect((await list()).total).toBe(0)
  })

  test('for a user out of her reach it is refused', async () => {
    const owen = await w.loggedIn('advisor2')
    expect(await make({ user: (await owen.me()).user_id })).toMatchObject({ status: 0, message: 'permission_denied' })
  })
})

describe('links that she made before', () => {
  test('are listed newest first, a page at a time, with the visits of people only', async () => {
    for (let n = 0; n < 12; n += 1) await make({ subject: `Link ${n}` })
    const first = await list()
    expect(first.total).toBe(12)
    expect(first.rows.map((r) => r.subject)).toEqual(Array.from({ length: 10 }, (_, n) => `Link ${11 - n}`))
    expect(first.rows[0]).toMatchObject({ state: 'active', views: 0, films: [{ part_name: 'Disc brake' }] })
    expect((await list(dana, danaId, 2)).rows.map((r) => r.subject)).toEqual(['Link 1', 'Link 0'])
    expect(
      (
        await dana.send(sharing.getGeneratedLinks, {
          params: { json: { page: 1, size: 10, user_id: (await (await w.loggedIn('advisor2')).me()).user_id } },
        })
      ).status,
    ).toBe(0)
  })

  test('only she can revoke one, restore it and get its QR code', async () => {
    const { link_id, tiny_url } = (await make()).data!
    expect(await dana.call(sharing.revokeLink, { body: { link_id } })).toMatchObject({ state: 'revoked' })
    expect((await list()).rows[0]!.state).toBe('revoked')
    w.clock.forward(9 * 86_400)
    dana = await w.loggedIn('advisor')
    const extended = await dana.call(sharing.extendLink, { body: { link_id } })
    expect(extended.state).toBe('active')
    expect(Math.round((Date.parse(extended.expires_at) - w.clock.now().getTime()) / 86_400_000)).toBe(7)
    const code = await dana.request(`/api/v1/linkQr/${link_id}.svg`)
    expect(code.headers.get('content-type')).toContain('image/svg+xml')
    expect(await code.text()).toMatch(/^<svg[^>]+viewBox/)
    expect(tiny_url).toContain('/l/')
    for (const stranger of [await w.loggedIn('advisor2'), await w.loggedIn('super', { site: 44 })]) {
      expect((await stranger.request(`/api/v1/linkQr/${link_id}.svg`)).status).toBe(404)
      for (const call of [sharing.revokeLink, sharing.extendLink])
        expect(await stranger.send(call, { body: { link_id } })).toMatchObject({ status: 0, message: 'not_found' })
    }
    const boss = await w.loggedIn('location')
    expect(await boss.send(sharing.revokeLink, { body: { link_id } })).toMatchObject({ status: 1 })
  })
})

describe('the PDF of a part', () => {
  const pdf = (part_id = 'BRKDSC') =>
    dana.send(sharing.pdfShareLink, { body: { userId: danaId, part_id, brand_id: 1, lang_id: 50, driverside: 'left' } })

  test('gets one link of its own', async () => {
    const first = await pdf()
    expect(first.data!.tiny_url).toMatch(/\/l\/[0-9A-Za-z]{12}$/)
    expect((await pdf()).data).toEqual(first.data)
    expect(await pdf('NOSUCH')).toMatchObject({ status: 0, message: 'Part no found' })
  })

  test('Facebook accepts the URL of a link', async () => {
    expect((await dana.call(sharing.getFbLink, { params: { user_id: danaId } })).fb_link).toMatch(
      /^https:\/\/www\.facebook\.com\/sharer/,
    )
  })
})
