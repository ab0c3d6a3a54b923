import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'

/** The dashboard's warning lights: the page of a part without a film. */

const { relatedAnimationsDetailsByPartId: details } = contract.player
let w: World
let dana: Person
let danaId: number

beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())

const params = (part_id: string, language_id = '50') =>
  ({ user_id: danaId, part_id, brand_id: 1, driverside: 'left', language_id }) as const

test('the part of the warning lights returns the message Warning_lights and no video URL', async () => {
  const answer = await dana.send(details, { params: params('Warning_lights') })
  expect(answer).toMatchObject({ status: 1, message: 'Warning_lights' })
  expect(answer.data).toMatchObject({
    message: 'Warning_lights',
    video: { videoUrl: null },
    part_name: 'Warning lights',
  })
  expect(new Set(answer.data?.warningLights.map(({ set }) => set))).toEqual(new Set(['red', 'yellow', 'green']))
})

test('a film has neither that message nor lights, and its id is not case-sensitive', async () => {
  expect(await dana.send(details, { params: params('BRKDSC') })).toMatchObject({
    message: 'ok',
    data: { message: '', warningLights: [] },
  })
  expect(await dana.send(details, { params: params('WARNING_LIGHTS') })).toMatchObject({ message: 'Warning_lights' })
})

test('a light has its meaning, advice, urgency and films in Hebrew', async () => {
  const { warningLights } = await dana.call(details, { params: params('Warning_lights', '71') })
  const oil = warningLights.find(({ id }) => id === 'oil_pressure')
  expect(oil).toMatchObject({ set: 'red', urgency: 'stop_now', parts: [{ part_id: 'ENGOIL' }] })
  expect(oil?.name).toMatch(/[\u05d0-\u05ea]/)
  expect(oil?.meaning).toMatch(/[\u05d0-\u05ea]/)
  expect(oil?.action).toMatch(/[\u05d0-\u05ea]/)
  expect(oil?.drawing).toContain('currentColor')
})

test('on a site of motorcycles no light leads to a film about cars', async () => {
  const moto = await w.loggedIn('advisor', { site: 44 })
  const { user_id } = await moto.me()
  const page = await moto.call(details, { params: { ...params('Warning_lights'), user_id, brand_id: 0 } })
  const films = page.warningLights.flatMap(({ parts }) => parts.map(({ part_id }) => part_id))
  for (const part_id of new Set(films))
    expect(await moto.send(details, { params: { ...params(part_id), user_id, brand_id: 0 } })).toMatchObject({
      status: 1,
    })
  expect(films).not.toContain('BRKDRM')
})

test('another site’s brand and another person’s id are refused for the lights as for films', async () => {
  const strangers = await w.loggedIn('advisor', { site: 44 })
  const { user_id } = await strangers.me()
  expect(await dana.send(details, { params: { ...params('Warning_lights'), user_id } })).toMatchObject({ status: 0 })
  expect((await dana.send(details, { params: { ...params('Warning_lights'), brand_id: 99_999 } })).http).toBe(404)
})
