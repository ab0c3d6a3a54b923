import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type World } from '../../../testing/world.ts'
import { newToken } from '../links/short-links.ts'
import { customerPages } from '../testing.ts'
import { disc, landing } from './testing.ts'

/** The landing page of a link that has expired, was revoked or never existed. */

const { getAnimationLinkVideo } = contract.sharing
let w: World
let danaId: number

beforeAll(async () => {
  w = await world({ pages: customerPages })
  danaId = (await (await w.loggedIn('advisor')).me()).user_id
})
afterAll(() => w.close())
const { answers, customer, hits, link, views } = landing(() => ({ w, danaId }))

describe('an inactive link', () => {
  const expired = () => link({ days: -1 })

  test('that has expired says so and shows the shop, but not the message', async () => {
    const { token } = await expired()
    const answer = await customer().get(`/animation_link/${token}`)
    const page = await answer.text()
    expect(answer.status).toBe(410)
    expect(page).toContain('<h1>This link has expired.</h1>')
    expect(page).toContain('Northgate Motors')
    expect(page).toContain('Ask the shop')
    expect(page).not.toMatch(/Marcus|48213|og:title|<video/)
    expect(await w.visitor().send(getAnimationLinkVideo, { params: { random: token } })).toMatchObject({
      status: 0,
      message: 'link_expired',
      data: null,
      loginPath: '/login',
    })
  })

  test('that is unknown, a part id or from another web site gets the same page', async () => {
    const { token, id } = await link()
    for (const [random, at] of [
      [newToken(), 31],
      [disc, 31],
      [token, 44],
    ] as const) {
      const stranger = customer({}, { site: at })
      const answer = await stranger.get(`/animation_link/${random}`)
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('<h1>This link is no longer available.</h1>')
      expect((await stranger.get(`/animation_link/${random}/film/${disc}/en-US.mp4`)).status).toBe(404)
      for (const [call, body] of [
        ['animationVideoTracking', {}],
        ['answerLink', { answer: 'approve', request_key: randomUUID() }],
        ['askShop', { contact: '555 0100' }],
      ] as const)
        expect(await stranger.post(call, { randomNumber: random, ...body })).toMatchObject({
          status: 0,
          message: 'link_not_available',
        })
    }
    expect([await hits(id), await answers(id), await views(id)]).toEqual([[], [], []])
  })

  test('lets Marcus ask the shop: Dana gets a mail and can reply to it', async () => {
    const { token } = await expired()
    const marcus = customer()
    const asked = await marcus.post('askShop', {
      randomNumber: token,
      contact: 'marcus@example.com',
      message: 'Is it still possible today?',
    })
    expect(asked).toMatchObject({ status: 1, data: { asked: 1 } })
    const mail = await w.database.system
      .selectFrom('mails')
      .select(['to_address', 'reply_to', 'subject', 'text'])
      .where('subject', 'like', '%Disc brake%')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    const dana = await w.database.system
      .selectFrom('users')
      .select('email')
      .where('user_id', '=', danaId)
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ to_address: dana.email, reply_to: 'marcus@example.com' })
    expect(mail.text).toContain('Is it still possible today?')
    const empty = await marcus.request('/api/v1/askShop', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ randomNumber: token, contact: '  ' }),
    })
    expect(empty.status).toBe(400)
    expect(await customer().post('askShop', { randomNumber: token, contact: '\u200b\u202e\ufeff5' })).toMatchObject({
      status: 0,
      message: 'invalid_request',
    })
    const status = async () =>
      (
        await marcus.request('/api/v1/askShop', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ randomNumber: token, contact: '555 0100' }),
        })
      ).status
    expect([await status(), await status(), await status(), await status()]).toEqual([200, 200, 200, 429])
  })

  test('accepts five questions a day, counted over all addresses', async () => {
    const { token, id } = await expired()
    const ask = (words: string) =>
      customer().post('askShop', { randomNumber: token, contact: 'marcus@example.com', message: words })
    for (let n = 1; n <= 5; n += 1) expect(await ask(`Question ${n}`)).toMatchObject({ status: 1 })
    expect(await ask('Question 6')).toMatchObject({ status: 0, message: 'too_many_requests' })
    const kept = await w.database.system
      .selectFrom('link_questions')
      .select('message')
      .where('link_id', '=', id)
      .orderBy('question_id')
      .execute()
    expect(kept.map((k) => k.message)).toEqual([1, 2, 3, 4, 5].map((n) => `Question ${n}`))
  })
})
