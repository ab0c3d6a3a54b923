import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addEmbed } from '../server/src/rooms/embeds/testing.ts'
import { browserArguments, launchBrowser } from './support/browser.ts'
import { browserWorld, type BrowserWorld } from './support/world.ts'

/**
 * A shop's own website, at a host name of its own, shows what Dana embedded there, in a browser that blocks cookies of
 * third parties. A website that is not listed does not.
 */

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

let w: BrowserWorld
let browser: Browser
let website: Server
/** What the website's page holds, by path. */
const pages = new Map<string, string>()
const urls: Record<'single' | 'systems' | 'menu', string> = { single: '', systems: '', menu: '' }

beforeAll(async () => {
  w = await browserWorld()
  // Only the views that these visitors make.
  await w.server.database.system.deleteFrom('embed_views').execute()
  browser = await launchBrowser([...browserArguments, '--test-third-party-cookie-phaseout'])
  website = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Shop</title>${pages.get(request.url ?? '') ?? ''}`)
  }).listen(0)
  const dana = await w.server.loggedIn('advisor')
  const embed = async (fields: object) => {
    const { data } = await addEmbed(dana, { domain_name: 'ridgeline.example', ...fields })
    const path = `/${data!.embed_type}`
    pages.set(
      path,
      `<script>addEventListener('message', (e) => (window.heard ??= []).push(e.data))</script>${data!.code}`,
    )
    return data!.url
  }
  urls.single = await embed({})
  urls.systems = await embed({ embed_type: 'systems', part_id: '', sub_system_ids: [101, 102], height: 640 })
  urls.menu = await embed({ embed_type: 'menu', part_id: '', height: 640 })
}, 120_000)
afterAll(async () => {
  website.close()
  await browser.close()
  await w.close()
})

/** Opens a page of a website in a fresh browser. */
async function visit(host: string, path: string): Promise<Page> {
  const page = await browser.newPage({ userAgent, locale: 'en-US' })
  await page.goto(`http://${host}:${(website.address() as AddressInfo).port}${path}`)
  return page
}
const frameOf = async (page: Page): Promise<Frame> => (await (await page.waitForSelector('iframe')).contentFrame())!
const views = () => w.server.database.system.selectFrom('embed_views').select(['host', 'part_id', 'machine']).execute()
const moves = async (frame: Frame) =>
  await expect.poll(() => frame.evaluate(() => document.querySelector('video')!.currentTime)).toBeGreaterThan(0.2)

describe('a website that is listed', () => {
  test('shows the film without cookies and storage; the view is counted once, with its host', async () => {
    const page = await visit('www.ridgeline.example', '/single')
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    await page.reload()
    const frame = await frameOf(page)
    await frame.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    // The page, one script and the poster.
    expect(fetched.filter((path) => path.endsWith('.js'))).toHaveLength(1)
    expect(fetched.filter((path) => path.endsWith('.mp4'))).toEqual([])
    await frame.getByRole('button', { name: 'Play', exact: true }).click()
    await moves(frame)
    await frame.getByRole('button', { name: 'Pause' }).waitFor()
    await expect.poll(views).toEqual([{ host: 'www.ridgeline.example', part_id: 'BRKDSC', machine: null }])
    expect(await page.context().cookies()).toEqual([])
    expect(await frame.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual([
      '',
      0,
      0,
    ])
    await page.close()
  })

  test('plays the film in a sandbox that takes its origin, and counts the view', async () => {
    pages.set(
      '/boxed',
      `<iframe sandbox="allow-scripts" style="width:640px;height:400px;border:0" referrerpolicy="origin" src="${urls.single}"></iframe>`,
    )
    const page = await visit('boxed.ridgeline.example', '/boxed')
    const frame = await frameOf(page)
    expect(await frame.evaluate(() => self.origin)).toBe('null')
    await expect
      .poll(() =>
        frame.evaluate(() => fetch(document.querySelector('video')!.poster, { mode: 'no-cors' }).then(() => 1)),
      )
      .toBe(1)
    await frame.getByRole('button', { name: 'Play', exact: true }).click()
    await moves(frame)
    await frame.getByRole('button', { name: 'Pause' }).waitFor()
    await frame.locator('#caption span').first().waitFor()
    await expect.poll(views).toContainEqual({ host: 'boxed.ridgeline.example', part_id: 'BRKDSC', machine: null })
    await page.close()
  })

  test('shows no dark edges beside the film in a narrow column', async () => {
    for (const width of [320, 390, 560, 720, 1000]) {
      pages.set('/column', `<div style="width:${width}px">${pages.get('/single')}</div>`)
      const page = await visit('ridgeline.example', '/column')
      const frame = await frameOf(page)
      await frame.getByRole('button', { name: 'Play', exact: true }).waitFor()
      const edges = await frame.evaluate(() => {
        const { left, right, top } = document.querySelector('.picture')!.getBoundingClientRect()
        const strip = document.querySelector('.strip')!.getBoundingClientRect()
        return { left, right: innerWidth - right, top, below: innerHeight - strip.bottom }
      })
      for (const [edge, pixels] of Object.entries(edges)) expect(pixels, `${edge} at ${width}`).toBeLessThan(1)
      await page.close()
    }
  })

  test('keeps a view while it is offline, and tells it once', async () => {
    const page = await visit('offline.ridgeline.example', '/single')
    const frame = await frameOf(page)
    await frame.getByRole('button', { name: 'Play', exact: true }).waitFor()
    let isOffline = true
    let tries = 0
    await page.route('**/embedViewed', (route) => {
      tries += 1
      return isOffline ? route.abort('internetdisconnected') : route.continue()
    })
    await frame.getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(() => tries, { timeout: 60_000 }).toBeGreaterThan(0)
    const seen = async () => (await views()).filter(({ host }) => host === 'offline.ridgeline.example')
    expect(await seen()).toEqual([])
    isOffline = false
    await frame.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(seen, { timeout: 60_000 }).toHaveLength(1)
    const triesBefore = tries
    await frame.evaluate(() => dispatchEvent(new Event('online')))
    await frame.evaluate(() => fetch(location.href).then((answer) => answer.text()))
    expect(tries).toBe(triesBefore)
    expect(await seen()).toHaveLength(1)
    await page.close()
  })

  test('is told the height, and can play the film by Player.js', async () => {
    const page = await visit('ridgeline.example', '/single')
    const frame = await frameOf(page)
    await frame.getByRole('button', { name: 'Play', exact: true }).waitFor()
    const heard = () =>
      page.evaluate(() =>
        ((window as { heard?: string[] }).heard ?? []).map((text) => JSON.parse(text) as Record<string, unknown>),
      )
    await expect.poll(heard).toContainEqual(expect.objectContaining({ context: 'cutaway', event: 'height' }))
    expect(await heard()).toContainEqual(expect.objectContaining({ context: 'player.js', event: 'ready' }))
    const say = (message: object) =>
      page.evaluate(
        (text) => document.querySelector('iframe')!.contentWindow!.postMessage(text, '*'),
        JSON.stringify({ context: 'player.js', version: '0.0.11', ...message }),
      )
    await say({ method: 'addEventListener', value: 'timeupdate', listener: 'mine' })
    await say({ method: 'play' })
    await moves(frame)
    await expect.poll(heard).toContainEqual(expect.objectContaining({ event: 'timeupdate', listener: 'mine' }))
    await say({ method: 'pause' })
    await say({ method: 'getPaused', listener: 'asked' })
    await expect
      .poll(heard)
      .toContainEqual(expect.objectContaining({ event: 'getPaused', value: true, listener: 'asked' }))
    await page.close()
  })

  test.each(['systems', 'menu'] as const)('shows %s, and another film of it', async (kind) => {
    const page = await visit('ridgeline.example', `/${kind}`)
    const frame = await frameOf(page)
    await frame.getByRole('link', { name: /Drum brake/ }).click()
    await frame.waitForURL(/film=BRKDRM/)
    await frame.getByRole('button', { name: 'Play', exact: true }).click()
    await moves(frame)
    await expect.poll(views).toContainEqual({ host: 'ridgeline.example', part_id: 'BRKDRM', machine: null })
    await page.close()
  })

  test('loads a script under 15 kB until the film plays, and under 100 kB before the film in all', async () => {
    const size = async (url: string) => {
      const answer = await fetch(new URL(url, w.server.address))
      return { text: Buffer.from(await answer.arrayBuffer()) }
    }
    const visitor = w.server.visitor()
    const html = Buffer.from(
      await (
        await visitor.request(new URL(urls.single).pathname, {
          headers: { 'user-agent': userAgent, referer: 'https://ridgeline.example/' },
        })
      ).arrayBuffer(),
    )
    const script = /<script type="module" src="([^"]+)"/.exec(html.toString())![1]!
    const data = JSON.parse(/id="data">(.*?)<\/script>/s.exec(html.toString())![1]!) as {
      script: string
      preload: string[]
    }
    const poster = /poster="([^"]+)"/.exec(html.toString())![1]!
    const first = gzipSync((await size(script)).text).length
    expect(first).toBeLessThan(15_000)
    const player = await Promise.all(
      [data.script, ...data.preload].map(async (url) => gzipSync((await size(url)).text).length),
    )
    const whole = gzipSync(html).length + first + (await size(poster)).text.length + player.reduce((a, b) => a + b, 0)
    expect(whole).toBeLessThan(100_000)
  })
})

describe('a website that is not listed', () => {
  test('shows that the film cannot be shown there', async () => {
    const page = await visit('evil.example', '/single')
    const frame = await frameOf(page)
    await frame.getByText('This film can’t be shown on this website').waitFor()
    await expect.poll(() => frame.locator('video').count()).toBe(0)
    await page.close()
  })

  test('shows nothing through a listed page in a frame of its own, a sandbox, or without a referrer', async () => {
    const { port } = website.address() as AddressInfo
    pages.set('/nested', `<iframe src="http://ridgeline.example:${port}/single"></iframe>`)
    const nested = await visit('evil.example', '/nested')
    await nested.waitForLoadState('networkidle')
    pages.set('/silent', `<iframe referrerpolicy="no-referrer" src="${urls.single}"></iframe>`)
    const silent = await visit('evil.example', '/silent')
    await silent.waitForLoadState('networkidle')
    pages.set('/sandbox', `<iframe sandbox="allow-scripts" srcdoc="<iframe src='${urls.single}'></iframe>"></iframe>`)
    const sandbox = await visit('ridgeline.example', '/sandbox')
    await sandbox.waitForLoadState('networkidle')
    for (const page of [nested, silent, sandbox]) {
      expect(page.frames().length).toBeGreaterThan(1)
      for (const frame of page.frames())
        expect(
          await frame
            .locator('video')
            .count()
            .catch(() => 0),
        ).toBe(0)
      await page.close()
    }
  })
})
