import { contract } from '@cutaway/contract'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { film, upload } from '../../server/src/rooms/customvideos/testing.ts'
import { browserWorld, customersBrowser, type BrowserWorld } from '../support/world.ts'

/** Videos of a business: what its people and its customers see of them, wherever the videos are. */

let w: BrowserWorld
let elsewhere: Server
let bytes: Buffer
beforeAll(async () => {
  w = await browserWorld()
  bytes = await film('team.mp4', ['-movflags', '+faststart'])
  elsewhere = createServer((request, response) => {
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
    const end = to === '' ? bytes.length - 1 : Number(to)
    response.writeHead(request.headers.range ? 206 : 200, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': end - Number(from) + 1,
      'content-range': `bytes ${from}-${end}/${bytes.length}`,
    })
    response.end(bytes.subarray(Number(from), end + 1))
  }).listen(0)
}, 120_000)
afterAll(async () => {
  elsewhere.close()
  await w.close()
})

test('an upload in several sizes plays in the viewer, through the list of its sizes', async () => {
  const elena = await w.server.loggedIn('enterprise')
  await upload(elena, 'team.mp4', bytes)
  const page = await w.arriving('enterprise')
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto('/user_custom_videos')
  await page.getByRole('button', { name: 'team', exact: true }).click()
  const video = page.getByRole('dialog').locator('video')
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(1)
  expect(fetched.some((path) => path.endsWith('/master.m3u8'))).toBe(true)
  expect(fetched.some((path) => path.endsWith('.m4s'))).toBe(true)
})

test('a file on another website plays for the customer, with the length that the form found out', async () => {
  // The address that is typed has https; the browser of this test gets the file from the server above.
  const address = 'https://media.shop.example/brakes.mp4'
  const source = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/brakes.mp4`
  const page = await w.arriving('enterprise')
  const fromElsewhere = async (route: Route) => {
    const { range } = route.request().headers()
    const found = await fetch(source, { headers: range ? { range } : {} })
    await route.fulfill({
      status: found.status,
      headers: Object.fromEntries(found.headers),
      body: Buffer.from(await found.arrayBuffer()),
    })
  }
  await page.context().route(address, fromElsewhere)
  await page.goto('/user_custom_videos')
  await page.getByRole('button', { name: 'Add by address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Address or iframe code/ }).fill(address)
  await expect
    .poll(() => dialog.locator('video').evaluate((one: HTMLVideoElement) => one.readyState))
    .toBeGreaterThan(0)
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Brakes')
  await dialog.getByRole('button', { name: 'Add video' }).click()
  await page.getByText('Video added').waitFor()
  await page
    .getByRole('row', { name: /Brakes/ })
    .getByText('0:02')
    .waitFor()

  const elena = await w.server.loggedIn('enterprise')
  const { user_id } = await elena.me()
  const videos = await elena.call(contract.customvideos.getUserCustomVideos, { params: { user: user_id } })
  const { part_id } = videos.find(({ video_name }) => video_name === 'Brakes')!
  const { generated_link } = await elena.call(contract.sharing.generateLink, {
    body: { part_id, brand_id: 1, driverside: 'left', lang_id: 50, generatelink: {} },
  })
  // The portal leads to the other website. Redirected requests are not routed, so that the file is put in their place.
  await page.context().route('**/animation_link/**/*.mp4', fromElsewhere)
  await page.goto(new URL(generated_link).pathname)
  const playing = page.locator('video#film')
  await page.getByRole('button', { name: 'Play' }).first().click()
  await expect.poll(() => playing.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.2)
})

test('the player of another website is framed for the customer when he presses play, not before', async () => {
  const elena = await w.server.loggedIn('enterprise')
  const { part_id } = await elena.call(contract.customvideos.addUserCustomVideo, {
    body: {
      video_name: 'Tires',
      description: '',
      texts: [],
      on_home: false,
      video_url: 'https://youtu.be/abc_DEF-123',
    },
  })
  const { generated_link } = await elena.call(contract.sharing.generateLink, {
    body: { part_id, brand_id: 1, driverside: 'left', lang_id: 50, generatelink: {} },
  })
  const page = await w.visitor({ userAgent: customersBrowser })
  const asked: string[] = []
  await page.context().route('https://www.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<title>A player</title>' })
  })
  await page.goto(new URL(generated_link).pathname)
  await page.getByText('Plays from www.youtube-nocookie.com').waitFor()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Play' }).click()
  const frame = page.locator('iframe[title="Tires"]')
  await frame.waitFor()
  await expect.poll(() => frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-presentation')
  await expect.poll(() => asked).toEqual(['https://www.youtube-nocookie.com/embed/abc_DEF-123?autoplay=1'])
  const opened = () =>
    w.server.database.system
      .selectFrom('link_views')
      .select('first_frame_at')
      .where('part_id', '=', part_id)
      .where('first_frame_at', 'is not', null)
      .execute()
  await expect.poll(opened).toHaveLength(1)
})
