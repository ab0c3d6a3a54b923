import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '@cutaway/contract'
import { browserArguments, launchBrowser } from './support/browser.ts'
import { browserWorld, expectAccessible, type BrowserWorld } from './support/world.ts'

/**
 * The intranet of a shop, on a host of its own, frames films of the portal. The browser blocks cookies of other sites, and
 * stores nothing for the frame.
 */

const site = 39
let w: BrowserWorld
let browser: Browser
let intranet: Server
/** What the intranet shows: an address in a frame. */
let framed = ''
const hostOf = (name: string) => `http://${name}.localhost:${(intranet.address() as AddressInfo).port}`

beforeAll(async () => {
  w = await browserWorld()
  browser = await launchBrowser([...browserArguments, '--test-third-party-cookie-phaseout'])
  intranet = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><html lang="en"><title>Intranet</title><body style="margin:0"><iframe title="Film" allow="autoplay; fullscreen" style="border:0;width:100%;height:100vh" src="${framed}"></iframe>`,
    )
  })
  await new Promise<void>((resolve) => {
    intranet.listen(0, '127.0.0.1', resolve)
  })
})
afterAll(async () => {
  await browser.close()
  intranet.close()
  await w.close()
})

/** Asks for a token as the server of the intranet does. */
async function urlFor(more: object = {}): Promise<string> {
  const ella = await w.server.loggedIn('enterprise', { site })
  const { user_id } = await ella.me()
  const { whole_key: token } = await ella.call(contract.users.makeApiKey, {
    body: { user_id, description: 'Intranet', scopes: ['logins'], days: 1 },
  })
  const program = w.server.visitor({ site })
  const answer = await program.call(contract.sessions.thirdPartyLoginForApi, {
    body: { part_id: 'BRKDSC', origin: hostOf('intranet'), token, ...more },
  })
  const { pathname, search } = new URL(answer.url!)
  return `${w.address(site)}${pathname}${search}`
}

async function openIn(host: string, url: string, size = { width: 1440, height: 900 }): Promise<Page> {
  framed = url
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(hostOf(host))
  return page
}
const film = (page: Page) => page.frameLocator('iframe')

test('a film plays in the frame of an intranet without TLS, which is no secure context', async () => {
  const { port } = intranet.address() as AddressInfo
  const origin = `http://intranet.example:${port}`
  framed = await urlFor({ origin })
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  await page.goto(origin)
  const frame = page.frames()[1]!
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await film(page).getByRole('heading', { level: 1, name: 'Disc brake' }).waitFor()
  await film(page).getByRole('button', { name: /^Play/ }).first().click()
  await expect.poll(() => frame.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(0.5)
  await page.close()
})

test('a film plays in the frame of its intranet, without a cookie, a stored word or a token in the address', async () => {
  const page = await openIn('intranet', await urlFor())
  await film(page).getByRole('heading', { level: 1, name: 'Disc brake' }).waitFor()
  await film(page).getByRole('button', { name: /^Play/ }).first().click()
  const frame = page.frames()[1]!
  await expect.poll(() => frame.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(0.5)
  expect(frame.url()).toBe(`${w.address(site)}/viewAnimation/BRKDSC`)
  expect(await page.context().cookies()).toEqual([])
  const stored = await frame.evaluate(() => {
    try {
      return Object.keys(localStorage).filter((name) => /token|cut|untold/.test(name)).length
    } catch {
      return 0
    }
  })
  expect(stored).toBe(0)
  // The film was counted for the reports of the business.
  await expect
    .poll(async () => {
      const rows = await w.server.database.system
        .selectFrom('views')
        .select('tracktype')
        .where('web_site_id', '=', site)
        .execute()
      return rows.map(({ tracktype }) => tracktype)
    })
    .toContain('api')
  await film(page).getByRole('navigation', { name: 'Related films' }).getByRole('link').first().click()
  await expect.poll(() => frame.url()).not.toContain('BRKDSC')
  await film(page).getByRole('heading', { level: 1 }).waitFor()
  await page.context().close()
})

test('the options hide what is around the film, down to the film alone', async () => {
  const page = await openIn('intranet', await urlFor({ show_menu: 0, show_left_sidebar: 0, show_description: 0 }))
  await film(page).getByRole('heading', { level: 1, name: 'Disc brake' }).waitFor()
  await expect.poll(() => film(page).getByRole('navigation').count()).toBe(0)
  await expect.poll(() => film(page).getByText('Trial Garage').count()).toBe(0)
  await page.context().close()
  const only = await openIn('intranet', await urlFor({ video_only: 1, mute: 1 }))
  await film(only).getByRole('button', { name: /^Play/ }).first().waitFor()
  await expect.poll(() => film(only).getByRole('heading', { level: 2 }).count()).toBe(0)
  await only.context().close()
})

test('an older address with #! opens the film too', async () => {
  const url = new URL(await urlFor())
  const page = await openIn('intranet', `${url.origin}/#!${url.pathname}${url.search}`)
  await film(page).getByRole('heading', { level: 1, name: 'Disc brake' }).waitFor()
  expect(page.frames()[1]!.url()).not.toContain('token')
  await page.context().close()
})

test('the browser refuses the frame of any other page, and a second use says what to do', async () => {
  const url = await urlFor()
  const thief = await openIn('evil', url)
  await expect.poll(() => thief.frames()[1]?.url()).toMatch(/^chrome-error:/)
  await thief.context().close()
  const first = await openIn('intranet', url)
  await film(first).getByRole('heading', { level: 1, name: 'Disc brake' }).waitFor()
  const second = await openIn('intranet', url)
  await film(second).getByRole('heading', { name: 'Can’t open this film' }).waitFor()
  await first.context().close()
  await second.context().close()
})

test('a kiosk logs in by a ticket in its address, which is gone from the address and the history', async () => {
  const ella = await w.server.loggedIn('enterprise', { site })
  const kiosk = await (await w.server.loggedIn('kiosk', { site })).me()
  const { ticket } = await ella.call(contract.sessions.makeLoginTicket, { body: { user_id: kiosk.user_id } })
  const page = await w.visitor({ site })
  await page.goto(`/autologin/kiosk/${ticket}/en-US/0/${site}/INTERACTIVE/1/BRKDSC/0/0/0`)
  await page.getByRole('heading', { level: 1, name: 'Disc brake' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/viewAnimation/BRKDSC')
  await expectAccessible(page)
  await page.goBack().catch(() => null)
  expect(page.url()).not.toContain(ticket)
  const again = await w.visitor({ site })
  await again.goto(`/autologin/kiosk/${ticket}/en-US/0/${site}/HOME/1/-/0/0/0`)
  await again.getByRole('heading', { name: 'Incorrect login details', exact: false }).waitFor()
  expect(again.url()).not.toContain(ticket)
})

describe('the eleven segments of an automatic login', () => {
  /** Opens an address as the program of a kiosk writes it, with a fresh ticket. */
  async function enter({
    target,
    part = '-',
    interactive = '0',
    sidebar = '1',
    menu = '1',
    lang = 'en-US',
    at = site,
  }: Entry) {
    const ella = await w.server.loggedIn('enterprise', { site })
    const advisor = await (await w.server.loggedIn('advisor', { site })).me()
    const { ticket } = await ella.call(contract.sessions.makeLoginTicket, { body: { user_id: advisor.user_id } })
    const page = await w.visitor({ site })
    await page.goto(
      `/autologin/advisor/${ticket}/${lang}/0/${at}/${target}/1/${part}/${interactive}/${sidebar}/${menu}`,
    )
    return page
  }
  type Entry = Partial<Record<'part' | 'interactive' | 'sidebar' | 'menu' | 'lang', string>> & {
    target: string
    at?: number
  }

  test.each([
    ['SETTING', '/looped_animations_setting'],
    ['PLAY', '/play_looped_animation'],
    ['INTERACTIVE', '/viewAnimation/BRKDSC'],
    ['anything', '/home'],
    ['%2F%2Fevil.example', '/home'],
  ])('%s leads to %s', async (target, path) => {
    const page = await enter({ target, part: 'BRKDSC' })
    await expect.poll(() => new URL(page.url()).pathname).toMatch(new RegExp(`^${path}`))
    expect(new URL(page.url()).host).toBe(new URL(w.address(site)).host)
  })

  test('choose the language, the interactive film, and what is around it', async () => {
    const whole = await enter({ target: 'INTERACTIVE', part: 'BRKDSC' })
    await whole.getByRole('heading', { level: 1, name: 'Disc brake' }).waitFor()
    await whole.getByRole('navigation', { name: 'Related films' }).waitFor()
    const bare = await enter({
      target: 'INTERACTIVE',
      part: 'BRKDSC',
      interactive: '1',
      sidebar: '0',
      menu: '0',
      lang: 'he-IL',
    })
    await expect.poll(() => new URL(bare.url()).pathname).toBe('/viewAnimation/BRKDSC-INT')
    await bare.getByRole('heading', { level: 1 }).waitFor()
    expect(await bare.evaluate(() => document.documentElement.dir)).toBe('rtl')
    await expect.poll(() => bare.getByRole('navigation').count()).toBe(0)
    await expect.poll(() => bare.getByText('Trial Garage').count()).toBe(0)
  })

  test('of another web site are refused', async () => {
    const page = await enter({ target: 'HOME', at: 31 })
    const logIn = page.getByRole('link', { name: 'Log in' }).first()
    await expect.poll(() => logIn.isVisible()).toBe(true)
    await page.goto('/home')
    await page.waitForURL('**/bhome**')
  })
})

test('a visitor in the network of a shop logs in by one press', async () => {
  const ella = await w.server.loggedIn('enterprise', { site })
  const advisor = await (await w.server.loggedIn('advisor', { site })).me()
  await ella.call(contract.organisation.addIPRange, {
    body: { from_ip: '127.0.0.1', to_ip: '127.0.0.1', user_id: advisor.user_id },
  })
  const page = await w.visitor({ site })
  await page.goto('/bhome')
  const dialog = page.getByRole('dialog', { name: 'Log in automatically' })
  await dialog.waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Log in as/ }).click()
  await page.waitForURL('**/home')
})
