import { contract } from '@cutaway/contract'
import { gzipSync } from 'node:zlib'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secondsAfter } from '../server/src/core/clock.ts'
import { insertLink, type NewLink } from '../server/src/rooms/sharing/links/links.queries.ts'
import { newToken } from '../server/src/rooms/sharing/links/short-links.ts'
import {
  browserWorld,
  customersBrowser,
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  hebrew,
  phone,
  type BrowserWorld,
} from './support/world.ts'

/** Covers the landing page as a customer uses it: on a phone, in a hurry, without an account. */

let w: BrowserWorld
let danaId: number
beforeAll(async () => {
  w = await browserWorld()
  danaId = (await (await w.server.loggedIn('advisor')).me()).user_id
})
afterAll(() => w.close())

const marcus = (options: BrowserContextOptions & { site?: number } = phone) =>
  w.visitor({ userAgent: customersBrowser, ...options })

/** Sends a link as Dana. Returns its page and id. */
async function sent(more: Partial<NewLink> & { parts?: readonly string[]; days?: number } = {}) {
  const { parts = ['BRKDSC'], days = 30, ...rest } = more
  const { clock, database, running } = w.server
  const token = newToken()
  const now = clock.now()
  const link: NewLink = {
    token,
    kind: 'sms',
    user_id: danaId,
    businessentity_id: null,
    location_id: null,
    brand_id: 1,
    driverside: 'left',
    language_id: 50,
    message: 'Hi Marcus, your front pads are down to 2 mm.\nWe can fit new ones today.',
    ro_number: '48213',
    created_at: now,
    expires_at: secondsAfter(now, days * 86_400),
    ...rest,
  }
  const site = running.services.sites.byId(31)!
  const id = await database.inTenant(31, (db) => insertLink(db, site, link, parts))
  return { address: `/l/${token}`, token, id }
}
const viewsOf = (link_id: number) =>
  w.server.database.system.selectFrom('link_views').selectAll().where('link_id', '=', link_id).execute()
const answersOf = async (link_id: number) =>
  (
    await w.server.database.system
      .selectFrom('link_answers')
      .select('answer')
      .where('link_id', '=', link_id)
      .orderBy('answer_id')
      .execute()
  ).map(({ answer }) => answer)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('Marcus on his phone', () => {
  test('reads the message, watches with captions and without sound; the shop sees how much he watched', async () => {
    const link = await sent()
    const page = await marcus()
    await page.goto(link.address)
    await page.getByRole('heading', { level: 1, name: 'Disc brake: your repair, explained' }).waitFor()
    await page.getByText('We can fit new ones today.').waitFor()
    await page.getByText('Dana Whitlock · RO 48213').waitFor()
    await expect.poll(async () => (await viewsOf(link.id)).map((v) => v.first_frame_at)).toEqual([null])

    await page.locator('#start').click()
    await expect.poll(() => page.locator('#caption').innerText()).toContain('The disc brake turns')
    await button(page, 'Mute').click()
    await expect.poll(() => button(page, 'Captions').getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => page.locator('#caption').isVisible()).toBe(true)
    await page.getByRole('list', { name: 'Labels on the film' }).getByText('Brake pedal').waitFor()
    await expect.poll(async () => (await viewsOf(link.id))[0]?.first_frame_at).toBeInstanceOf(Date)
    await expect
      .poll(() => page.locator('#film').evaluate((film: HTMLVideoElement) => film.currentTime))
      .toBeGreaterThan(6)
    await button(page, 'Pause').click()
    await expect.poll(async () => (await viewsOf(link.id))[0]?.watched_percent).toBeGreaterThan(20)
    expect((await viewsOf(link.id)).length).toBe(1)
  })

  test('approves, finds the approval on his return, withdraws it, and asks for a call instead', async () => {
    const link = await sent()
    const page = await marcus()
    await page.goto(link.address)
    await button(page, 'Approve the repair').click()
    const done = page.getByRole('heading', { level: 1, name: 'You approved the repair' })
    await done.waitFor()
    await expect.poll(() => done.evaluate((heading) => heading === document.activeElement)).toBe(true)
    await page.getByText('Dana has your answer').waitFor()
    await expect.poll(() => page.locator('.receipt time').getAttribute('datetime')).toMatch(/^\d{4}-/)
    await expect.poll(() => page.locator('#film').count()).toBe(0)
    await expect
      .poll(() => page.getByRole('link', { name: 'Call the shop' }).first().getAttribute('href'))
      .toMatch(/^tel:/)

    await page.reload()
    await done.waitFor()
    await page.getByRole('link', { name: 'Change my answer' }).click()
    await expect.poll(() => page.locator('#film').isVisible()).toBe(true)
    await page.goBack()
    await button(page, 'Take it back').click()
    await button(page, 'Approve the repair').waitFor()
    await expect.poll(() => page.getByRole('status').innerText()).toBe('You took back your answer.')
    await button(page, 'Ask').click()
    await page.getByRole('textbox', { name: 'Your phone number' }).fill('503 555 0142')
    await button(page, 'Call me').click()
    await page.getByRole('heading', { level: 1, name: 'We will call you first' }).waitFor()
    expect(await answersOf(link.id)).toEqual(['approve', 'withdraw', 'call'])
  })

  test('shows an error when an answer cannot be sent, and sends it once the connection is back', async () => {
    const link = await sent()
    const page = await marcus()
    await page.goto(link.address)
    await page.context().setOffline(true)
    await button(page, 'Approve the repair').click()
    await page.getByRole('alert').getByText('Couldn’t send this.').waitFor()
    await expect.poll(() => page.getByRole('heading', { name: 'You approved the repair' }).isVisible()).toBe(false)
    await page.context().setOffline(false)
    await button(page, 'Approve the repair').click()
    await page.getByRole('heading', { name: 'You approved the repair' }).waitFor()
    expect(await answersOf(link.id)).toEqual(['approve'])
  })

  test('chooses a language, and goes from one film to the next', async () => {
    const link = await sent({ parts: ['BRKDSC', 'BRKPAD'] })
    const page = await marcus()
    await page.goto(link.address)
    await page.getByText('English').first().click()
    await page.getByRole('link', { name: 'Español' }).click()
    await page.getByRole('heading', { level: 1, name: '2 reparaciones para su vehículo' }).waitFor()
    await expect.poll(() => page.locator('#film').getAttribute('src')).toContain('/es-ES.mp4')
    await page.locator('.thumb').nth(1).click()
    await page.waitForURL(/film=BRKPAD/)
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es-ES')
    await expect.poll(() => page.locator('#film').getAttribute('src')).toContain('/BRKPAD/es-ES.mp4')
  })

  test('at the end of a film sees the marked answer, the film again, and the next one', async () => {
    const link = await sent({ parts: ['BRKDSC', 'BRKPAD'] })
    const page = await marcus()
    await page.goto(link.address)
    await page.locator('#start').click()
    await button(page, 'Approve').first().click()
    const film = page.locator('#film')
    await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0)
    await film.evaluate((one: HTMLVideoElement) => {
      one.currentTime = one.duration - 0.5
    })
    await page.locator('#after').getByText('Approved').waitFor()
    await page.locator('#after').getByRole('button', { name: 'Play again' }).click()
    await expect.poll(() => page.locator('#after').isVisible()).toBe(false)
    await film.evaluate((one: HTMLVideoElement) => {
      one.currentTime = one.duration - 0.5
    })
    await page.locator('#next').click()
    await page.waitForURL(/film=BRKPAD/)
  })

  test('follows the custom button of the shop, and the shop sees the click', async () => {
    const url = `${w.address()}/bhome`
    const link = await sent({ call_to_action_text: 'Book a visit', call_to_action_url: url })
    const page = await marcus()
    await page.goto(link.address)
    await page.getByRole('link', { name: 'Book a visit' }).click()
    await page.waitForURL(/bhome/)
    await expect.poll(() => answersOf(link.id)).toEqual(['action'])
  })

  test('requests a new link when the old one has expired', async () => {
    const link = await sent({ days: -1 })
    const page = await marcus()
    await page.goto(link.address)
    await page.getByRole('heading', { level: 1, name: 'This link has expired.' }).waitFor()
    await button(page, 'Ask the shop').click()
    await page.getByRole('alert').getByText('Enter a phone number or an email address.').waitFor()
    const contact = page.getByRole('textbox', { name: 'Your phone number or email' })
    expect(await contact.evaluate((field) => field === document.activeElement)).toBe(true)
    await contact.fill('marcus@example.com')
    await page.getByRole('textbox', { name: 'Your question (optional)' }).fill('Can I still come today?')
    await button(page, 'Ask the shop').click()
    await page.getByRole('heading', { name: 'Your question has been sent' }).waitFor()
    await page.getByText('Northgate Motors will reply to marcus@example.com').waitFor()
    const mail = await w.server.database.system
      .selectFrom('mails')
      .select(['reply_to', 'text'])
      .where('reply_to', '=', 'marcus@example.com')
      .executeTakeFirstOrThrow()
    expect(mail.text).toContain('Can I still come today?')
  })

  test('without JavaScript, shows all text, plays the film and shows the phone number to call', async () => {
    const link = await sent()
    const page = await marcus({ ...phone, javaScriptEnabled: false })
    await page.goto(link.address)
    await page.getByText('We can fit new ones today.').waitFor()
    await expect.poll(() => page.locator('#film').getAttribute('controls')).toBe('')
    await page.getByText('To answer, call us or reply to the message').waitFor()
    await expect.poll(() => page.getByText('Approve the repair').isVisible()).toBe(false)
    await expect.poll(() => page.getByText('Take it back').first().isVisible()).toBe(false)
    await expect
      .poll(() => page.getByRole('link', { name: 'Read it as a PDF' }).getAttribute('href'))
      .toContain('/linkPdf/')
  })
})

test('Ruth plays, seeks and approves with the keyboard alone', async () => {
  const link = await sent()
  const page = await marcus(desktop)
  await page.goto(link.address)
  await page.locator('#start').waitFor()
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
    )
  const tabTo = async (name: string) => {
    for (let i = 0; i < 20; i += 1) {
      await page.keyboard.press('Tab')
      if ((await focused()) === name) return
    }
    throw new Error(`${name} is not reachable by keyboard`)
  }
  await tabTo('Play')
  await page.keyboard.press('Enter')
  const now = () => page.locator('#film').evaluate((film: HTMLVideoElement) => film.currentTime)
  await expect.poll(now).toBeGreaterThan(0.2)
  expect(await focused()).toBe('Pause')
  await page.keyboard.press('Space')
  // The position of a film that has just been paused may still move by a frame.
  await expect
    .poll(async () => {
      const before = await now()
      return (await now()) === before
    })
    .toBe(true)
  const stood = await now()
  await page.keyboard.press('Shift+Tab')
  expect(await focused()).toBe('Position in the film')
  await page.keyboard.press('ArrowRight')
  await expect.poll(now).toBeCloseTo(stood + 5, 1)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(now).toBeCloseTo(stood + 2.7, 1)
  await expect.poll(() => page.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/^0:0\d of 0:25, /)
  await tabTo('Approve the repair')
  const ring = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)
  expect(ring).toBe('solid')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'You approved the repair' }).waitFor()
})

/** Returns where the heading of the list of films and its first picture start, in the reading direction. */
const startsOfFilms = (page: Page) =>
  page.evaluate(() =>
    ['.films h2', '.films img'].map((one) => {
      const { left, right } = document.querySelector(one)!.getBoundingClientRect()
      return Math.round(document.dir === 'rtl' ? right : left)
    }),
  )

test('the pictures of related films stand on the axis of the page, on a phone and on a desk', async () => {
  const link = await sent({ with_related: true })
  for (const [options, direction] of [
    [phone, 'ltr'],
    [{ ...desktop, ...hebrew }, 'rtl'],
  ] as const) {
    const page = await marcus(options)
    await page.goto(link.address)
    await page.locator('.films img').first().waitFor()
    const starts = await startsOfFilms(page)
    expect([await page.evaluate(() => document.dir), starts[1]]).toEqual([direction, starts[0]])
    await expectNoSidewaysScroll(page)
  }
})

test('page weight: everything before playback is a quarter of the budget', async () => {
  const link = await sent({ with_related: true })
  const page = await marcus()
  const bodies: Promise<[string, number]>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/^\/(animation_link\/[^/]+$|assets\/.*\.js$|api\/v1\/captions\/)/.test(pathname))
      bodies.push(response.body().then((body) => [pathname, gzipSync(body).length]))
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(link.address, { waitUntil: 'networkidle' })
  const sizes = await Promise.all(bodies)
  expect(sizes.length).toBeGreaterThan(1)
  expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(25_000)
  // The typeface arrives after the page is readable; the film waits for a press.
  expect(asked.filter((path) => /\.(css|mp4)$/.test(path))).toEqual([])
  expect(asked.filter((path) => path.endsWith('.woff2'))).toHaveLength(1)
  const answer = await w.server
    .visitor()
    .send(contract.sharing.getAnimationLinkVideo, { params: { random: link.token } })
  expect(answer.status).toBe(1)
})

describe.each([
  { name: 'desktop', options: desktop },
  { name: 'phone in Hebrew', options: { ...phone, ...hebrew } },
])('on a $name', ({ options }) => {
  /** A desktop, a phone, and a desktop at 400 %. */
  const sizes = [desktop.viewport, phone.viewport, { width: 360, height: 225 }]

  test('every state fits, also in other windows, and is accessible', async () => {
    const page = await marcus(options)
    // A page is loaded once and then resized in place, because loading takes longer than looking.
    const good = async () => {
      for (const size of sizes) {
        await page.setViewportSize(size)
        await expectNoSidewaysScroll(page)
      }
      await page.setViewportSize(options.viewport)
      await expectAccessible(page)
    }
    await page.goto((await sent({ with_related: true, parts: ['BRKDSC', 'BRKPAD'] })).address)
    await good()
    await page.locator('#start').click()
    await page.locator('#caption').waitFor()
    await good()
    await page.locator('#send').click()
    await page.locator('.receipt h1').waitFor()
    await page.locator('.films img').first().waitFor()
    const [heading, picture] = await startsOfFilms(page)
    expect(picture).toBe(heading)
    await good()
    await page.goto(
      (
        await sent({
          call_to_action_text: 'Buchen',
          call_to_action_colour: '#ffee00',
          call_to_action_url: 'https://x.example',
        })
      ).address,
    )
    await good()
    await page.goto((await sent({ days: -1 })).address)
    await good()
    await page.goto('/animation_link/BRKDSC')
    await good()
  })
})
