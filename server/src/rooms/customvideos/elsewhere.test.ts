import { contract } from '@cutaway/contract'
import type { CustomVideo } from '@cutaway/contract/rooms/customvideos/videos.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'
import { phone } from '../sharing/landing/testing.ts'
import { videoNamed } from './testing.ts'

/** Videos on other websites are sent, embedded and looped like films of the library, as far as those websites allow. */

const { customvideos, sharing, signage, embeds } = contract
const file = 'https://media.northgate.example/films/brakes.mp4?v=2'
const player = 'https://www.youtube-nocookie.com/embed/abc_DEF-123'

let w: World
let elena: Person
let user_id: number
let linked: CustomVideo
let framed: CustomVideo
beforeAll(async () => {
  w = await world()
  elena = await w.loggedIn('enterprise')
  user_id = (await elena.me()).user_id
  const words = { description: '', texts: [], on_home: false }
  const footage = { duration: 96.5, width: 1280, height: 720 }
  const add = (video_name: string, video_url: string) =>
    elena.call(customvideos.addUserCustomVideo, { body: { ...words, video_name, video_url, footage } })
  linked = await add('Brakes', file)
  framed = await add('Tires', 'https://youtu.be/abc_DEF-123')
})
afterAll(() => w.close())

const landing = async ({ part_id }: CustomVideo) => {
  const { generated_link } = await elena.call(sharing.generateLink, {
    body: { part_id, brand_id: 1, driverside: 'left', lang_id: 50, generatelink: {} },
  })
  return new URL(generated_link).pathname
}
/** The data of a page that the server drew. */
const dataIn = (html: string) => JSON.parse(/<script[^>]*id="data"[^>]*>([^<]*)</.exec(html)![1]!) as never
const policyOf = (response: Response, directive: string) =>
  (response.headers.get('content-security-policy') ?? '').split(';').find((one) => one.trim().startsWith(directive)) ??
  ''

test('the length of a file is kept, as the browser measured it; of a player nothing is known', () => {
  expect(linked).toMatchObject({ video_kind: 'link', video_url: file, duration: 96.5, width: 1280, height: 720 })
  expect(framed).toMatchObject({ video_kind: 'embed', video_url: player, duration: null, width: null })
})

test('a file plays on the page of the customer, which may load from its host alone', async () => {
  const visitor = w.visitor()
  const page = await visitor.request(await landing(linked))
  expect(policyOf(page, 'media-src')).toContain('https://media.northgate.example')
  expect(policyOf(page, 'media-src')).not.toContain('https: ')
  const html = await page.text()
  expect(html).toContain('>Brakes<')
  const [source] = /\/animation_link\/[\w-]+\/film\/video-[\w-]+\/en-US\.mp4/.exec(html)!
  const found = await visitor.request(source, { redirect: 'manual' })
  expect([found.status, found.headers.get('location')]).toEqual([302, file])
})

test('a player is framed there, and the receipt says that it was opened', async () => {
  const visitor = w.visitor()
  const path = await landing(framed)
  const html = await (await visitor.request(path)).text()
  const data: { frame_url: string; video_url: null; token: string; proof: string } = dataIn(html)
  expect(data).toMatchObject({ frame_url: player, video_url: null })
  expect(html).toContain('Plays from www.youtube-nocookie.com')
  expect(html).not.toContain('<video')
  const told = await visitor.request('/api/v1/animationVideoTracking', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': phone },
    body: JSON.stringify({
      randomNumber: data.token,
      view_key: randomUUID(),
      proof: data.proof,
      part_id: framed.part_id,
      language_id: 50,
      first_frame: true,
      decoded: true,
      stretches: [],
    }),
  })
  expect(await told.json()).toMatchObject({ status: 1, data: { watched_percent: 0 } })
  const seen = await w.database.system
    .selectFrom('link_views')
    .select('first_frame_at')
    .where('part_id', '=', framed.part_id)
    .execute()
  expect(seen).toMatchObject([{ first_frame_at: expect.any(Date) }])
})

test('both are sent by e-mail, and counted', async () => {
  const sent = await elena.send(sharing.sendEmail, {
    body: {
      brand_id: 1,
      lang_id: 50,
      driverside: 'left',
      request_key: randomUUID(),
      email: {
        toEmail: 'marcus@customer.example',
        subject: 'Two films',
        emailMessage: 'Hi',
        selectedList: [linked, framed].map(({ part_id }) => ({ part_id })),
      },
    },
  })
  expect(sent.status).toBe(1)
  expect(await videoNamed(elena, 'Brakes')).toMatchObject({ sends: 1 })
  expect(await videoNamed(elena, 'Tires')).toMatchObject({ sends: 1 })
})

test('both are embedded: a file from its host, a player in a frame', async () => {
  const embed = ({ part_id }: CustomVideo, domain_name: string) =>
    elena.call(embeds.addIframe, { body: { user_id, web_site_id: 31, embed_type: 'single', part_id, domain_name } })
  const ofFile = new URL((await embed(linked, 'northgate.example')).url).pathname
  const ofPlayer = new URL((await embed(framed, 'tires.example')).url).pathname
  const pageAt = (path: string, host: string) =>
    w.visitor().request(path, { headers: { referer: `https://${host}/`, 'sec-fetch-dest': 'iframe' } })
  const page = await pageAt(ofFile, 'northgate.example')
  expect(policyOf(page, 'media-src')).toContain('https://media.northgate.example')
  const found = await w.visitor().request(`${ofFile}/film/${linked.part_id}/en-US.mp4`, { redirect: 'manual' })
  expect([found.status, found.headers.get('location')]).toEqual([302, file])
  const html = await (await pageAt(ofPlayer, 'tires.example')).text()
  expect((dataIn(html) as { player: object }).player).toMatchObject({ frame_url: player })
})

test('a file plays in the waiting room; a player, which does not say when it ends, does not', async () => {
  const offered = await elena.call(signage.getAnimationsForLoopedAnimation, { params: { user_id } })
  const ids = new Set(offered.map(({ part_id }) => part_id))
  expect([ids.has(linked.part_id), ids.has(framed.part_id)]).toEqual([true, false])
  const put = ({ part_id }: CustomVideo) =>
    elena.send(signage.addLoopedAnimations, { body: { item: { part_id }, user_id, language_id: 50 } })
  expect(await put(framed)).toMatchObject({ status: 0, message: 'Part no found' })
  expect((await put(linked)).status).toBe(1)
  await elena.call(signage.changeLoopPlayType, { body: { user_id, loop_play_type: 'custom' } })
  const { items } = await elena.call(signage.getWallPlan, { params: { user_id } })
  expect(items.find(({ part_id }) => part_id === linked.part_id)).toMatchObject({
    title: 'Brakes',
    duration: 96.5,
    sources: { hls: null, dash: null, plain: file },
    files: [],
  })
})

test('the list says where a video is used', async () => {
  expect(await videoNamed(elena, 'Brakes')).toMatchObject({ loops: 1, embeds: 1 })
  expect(await videoNamed(elena, 'Tires')).toMatchObject({ loops: 0, embeds: 1 })
})

test('a link to a deleted video leads nowhere', async () => {
  const path = await landing(linked)
  const visitor = w.visitor()
  const source = /\/animation_link\/[\w-]+\/film\/video-[\w-]+\/en-US\.mp4/.exec(
    await (await visitor.request(path)).text(),
  )![0]
  await elena.call(customvideos.deleteUserCustomVideo, { params: { userId: user_id, partId: linked.part_id } })
  expect((await visitor.request(source, { redirect: 'manual' })).status).toBe(404)
  const html = await (await visitor.request(path)).text()
  expect(html).not.toContain('media.northgate.example')
  expect(html).toContain('Brakes')
})
