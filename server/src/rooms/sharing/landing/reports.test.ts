import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { customerPages } from '../testing.ts'
import { disc, landing, pads, phone } from './testing.ts'

/** What the landing page reports to the shop: visits, watched seconds and answers. */

const { animationVideoTracking, answerLink, askShop, getAnimationLinkVideo } = contract.sharing
let w: World
let danaId: number

beforeAll(async () => {
  w = await world({ pages: customerPages })
  danaId = (await (await w.loggedIn('advisor')).me()).user_id
})
afterAll(() => w.close())
const { answers, customer, hits, link, prove, views } = landing(() => ({ w, danaId }))

describe('what the page reports', () => {
  const report = (person: ReturnType<typeof customer>, token: string, view_key: string, more: object = {}) =>
    person.post('animationVideoTracking', { randomNumber: token, view_key, part_id: disc, language_id: 50, ...more })

  test('opening it is not watching: scanners, previews, prefetching and HEAD are recorded separately', async () => {
    const { token, id } = await link()
    await customer({ 'user-agent': 'Mozilla/5.0 SafeLinks' }).open(token)
    await customer({ 'user-agent': 'WhatsApp/2.24' }).open(token)
    await customer({ 'sec-purpose': 'prefetch' }).open(token)
    await customer().get(`/animation_link/${token}`, {}, 'HEAD')
    await customer().open(token)
    expect(await hits(id)).toEqual(['scanner', 'preview', 'prefetch', 'head', 'page'])
    expect(await views(id)).toEqual([])
  })

  test('a program that runs the page’s script is not counted as a person', async () => {
    const { token, id } = await link()
    const robot = customer({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/150.0.0.0 Safari/537.36' })
    const told = await report(robot, token, randomUUID(), { first_frame: true, stretches: [0, 20] })
    expect(told).toMatchObject({ status: 1, data: { watched_percent: 0 } })
    expect([await views(id), await hits(id)]).toEqual([[], ['scanner']])
  })

  test('Marcus watches: counted from the first frame, each second once, in any order of reports', async () => {
    const { token, id } = await link()
    const marcus = customer()
    const visit = randomUUID()
    const { data } = await w.visitor().send(getAnimationLinkVideo, { params: { random: token } })
    const { duration } = data!.films[0]!
    const tell = async (more: object) => (await report(marcus, token, visit, more)).data['watched_percent']

    expect(await tell({})).toBe(0)
    expect(await views(id)).toMatchObject([{ first_frame_at: null, watched_percent: 0 }])
    expect(await tell({ first_frame: true })).toBe(0)
    const half = Math.round(50)
    expect(await tell({ first_frame: true, stretches: [0, duration / 4, duration / 4, duration / 2] })).toBe(half)
    expect(await tell({ first_frame: true, stretches: [0, duration / 4] })).toBe(half)
    expect(await tell({ first_frame: true, stretches: [0, duration / 2] })).toBe(half)
    expect(await tell({ first_frame: true, stretches: [duration / 2, 80_000] })).toBe(100)
    const [view, ...others] = await views(id)
    expect(others).toEqual([])
    expect(view).toMatchObject({ part_id: disc, language_id: 50, watched_percent: 100 })
    expect(view!.first_frame_at).toBeInstanceOf(Date)
    expect(view!.stretches).toEqual([0, expect.closeTo(duration, 1)])
  })

  test('films that are not on the link and invalid ranges are refused', async () => {
    const { token, id } = await link()
    const send = (body: object) =>
      w.visitor().request('/api/v1/animationVideoTracking', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': phone },
        body: JSON.stringify({ randomNumber: token, view_key: randomUUID(), ...body }),
      })
    for (const body of [{ part_id: pads }, { stretches: [1] }, { stretches: [5, 2] }, { view_key: 'x' }])
      expect((await send(body)).status).toBe(400)
    expect(await views(id)).toEqual([])
  })

  test('an answer is stored once even if it arrives repeatedly, and can be taken back', async () => {
    const { token, id } = await link()
    const marcus = customer()
    const person = await prove(marcus, token)
    const approve = { ...person, answer: 'approve', request_key: randomUUID() }
    const first = await marcus.post('answerLink', approve)
    expect(first).toMatchObject({ status: 1, data: { answered: { answer: 'approve' } } })
    expect(await marcus.post('answerLink', approve)).toEqual(first)
    expect(await answers(id)).toEqual(['approve'])
    expect(await marcus.open(token)).toMatch(/<body data-answer="approve" data-view="answer">/)
    const back = { ...person, answer: 'withdraw', request_key: randomUUID() }
    expect(await marcus.post('answerLink', back)).toMatchObject({ status: 1, data: { answered: null } })
    expect(await marcus.open(token)).toMatch(/<body data-answer="" data-view="film">/)
    const call = { ...person, answer: 'call', request_key: randomUUID() }
    expect(await marcus.post('answerLink', call)).toMatchObject({ data: { answered: { answer: 'call' } } })
    expect(await answers(id)).toEqual(['approve', 'withdraw', 'call'])
  })

  test('cross-site requests cannot answer for a visitor', async () => {
    const { token, id } = await link()
    const answer = await w.visitor().request('/api/v1/answerLink', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'https://elsewhere.example',
        'sec-fetch-site': 'cross-site',
      },
      body: JSON.stringify({ randomNumber: token, answer: 'approve', request_key: randomUUID() }),
    })
    expect(answer.status).toBe(403)
    expect(await answers(id)).toEqual([])
  })
})

test('responses have the types of the contract', async () => {
  const { token } = await link()
  const marcus: Person = w.visitor()
  const visit = { randomNumber: token }
  expect(await marcus.call(animationVideoTracking, { body: visit })).toEqual({ watched_percent: 0 })
  const body = { ...visit, answer: 'call', request_key: randomUUID() } as const
  expect(await marcus.send(answerLink, { body })).toMatchObject({ status: 0, message: 'answer_needs_person' })
  expect(await marcus.call(askShop, { body: { ...visit, contact: '555 0100' } })).toEqual({ asked: 1 })
})
