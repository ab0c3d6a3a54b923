import type { Locator, Page, Request, Response, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browserWorld, expectAccessible, type BrowserWorld } from './support/world.ts'

/** Covers what surrounds a film: related films, customer mode, preferences, and failures. */

let w: BrowserWorld
/** Dana's page. Each test starts without stored preferences. */
let page: Page
beforeAll(async () => {
  w = await browserWorld()
  // With reduced motion a film waits for a click, so that a test can look at its start.
  page = await w.loggedIn('advisor', { reducedMotion: 'reduce' })
})
afterAll(() => w.close())
beforeEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate(() => localStorage.clear())
})

type Seen = Pick<HTMLVideoElement, 'currentTime' | 'paused' | 'readyState' | 'playbackRate' | 'volume' | 'muted'>
const film = (at: Page) =>
  at.evaluate((): Seen | null => {
    const video = document.querySelector('video')
    if (!video) return null
    const { currentTime, paused, readyState, playbackRate, volume, muted } = video
    return { currentTime, paused, readyState, playbackRate, volume, muted }
  })
const second = async (at: Page) => (await film(at))?.currentTime ?? -1
async function open(at: Page, part: string) {
  await at.goto(`/animation/${part}`)
  await at.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(async () => (await film(at))?.readyState ?? 0).toBeGreaterThan(1)
}
const dialog = (at: Page) => at.getByRole('dialog')
/** Returns the data attributes of the element. */
const lookOf = (element: Locator) =>
  element.evaluate((one: HTMLElement) => Object.fromEntries(Object.entries(one.dataset)))

describe('related films', () => {
  test('open in a pop-up, narrated and interactive, and the selected kind is stored', async () => {
    await open(page, 'BRKDSC')
    await page.getByRole('button', { name: 'Show all' }).press('Enter')
    await dialog(page).getByRole('list', { name: 'Narrated' }).waitFor()
    await expectAccessible(page)
    await dialog(page).getByRole('radio', { name: 'Narrated' }).press('ArrowRight')
    const steps = dialog(page).getByRole('list', { name: 'Interactive' })
    await steps.waitFor()
    expect(await page.evaluate(() => localStorage.getItem('video_type'))).toBe('interactive')
    await steps.getByRole('link', { name: /Drum brake/ }).press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/animation/BRKDRM-INT')
  })

  test('of the business itself open above the page', async () => {
    const clinic = await w.arriving('advisor', { site: 27 })
    await open(clinic, 'BRKDSC')
    await clinic.getByRole('button', { name: 'Your brake check' }).press('Enter')
    await expect.poll(() => dialog(clinic).locator('video').count()).toBe(1)
    await clinic.close()
  })
})

describe('the captions and transcript of a film', () => {
  test('are searchable, and a match seeks to its second', async () => {
    await open(page, 'BRKDSC')
    const search = page.getByRole('searchbox', { name: 'Search the transcript' })
    await search.fill('SEAL piston')
    await page.getByText('1 found').waitFor()
    const line = page.getByRole('button', { name: /On release, the seal/ })
    await expect.poll(() => page.getByRole('button', { name: /The disc brake turns/ }).isVisible()).toBe(false)
    await line.press('Enter')
    await expect.poll(() => second(page)).toBeGreaterThanOrEqual(16)
    await search.fill('gearbox')
    await page.getByText('No results for “gearbox”').waitFor()
    await search.press('Escape')
    await page.getByRole('button', { name: /The disc brake turns/ }).waitFor()
  })

  test('are styled as chosen: the example updates at once, and every film uses the style', async () => {
    await open(page, 'BRKDSC')
    await page.getByRole('button', { name: 'Caption settings' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Caption style' }).press('Enter')
    const example = dialog(page).locator('[data-preview]')
    await dialog(page).getByRole('radio', { name: 'Largest' }).press('Space')
    await dialog(page).getByRole('radio', { name: 'Yellow' }).press('Space')
    await dialog(page).getByRole('radio', { name: 'Black' }).press('Space')
    await dialog(page).getByRole('radio', { name: 'Top' }).press('Space')
    const look = { size: 'largest', colour: 'yellow', ground: 'black', place: 'top' }
    expect(await lookOf(example)).toMatchObject(look)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await open(page, 'ENGFST')
    await page.evaluate(() => (document.querySelector('video')!.currentTime = 8))
    const captions = page.locator('[data-captions]')
    await captions.waitFor()
    expect(await lookOf(captions)).toMatchObject({
      colour: 'yellow',
      ground: 'black',
      place: 'top',
    })
  })

  test('are reported as missing when they cannot be loaded, and the film still plays', async () => {
    await page.route('**/captions/**', (route) => route.fulfill({ status: 404, body: '' }))
    await open(page, 'BRKDSC')
    await page.getByText('Couldn’t load captions').waitFor()
    await page.getByRole('button', { name: 'Play', exact: true }).press('Enter')
    await expect.poll(() => second(page)).toBeGreaterThan(0.3)
  })
})

test('the question mark shows the shortcuts, which can be switched off there', async () => {
  await open(page, 'BRKDSC')
  await page.keyboard.press('?')
  await dialog(page).getByText('Forward 5 seconds').waitFor()
  await dialog(page).getByText('Back 2.3 seconds').waitFor()
  await dialog(page).getByRole('checkbox', { name: 'Use single-key shortcuts' }).press('Space')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  const labels = page.getByRole('button', { name: 'Labels' })
  await page.keyboard.press('l')
  await page.keyboard.press('?')
  // The labels of a film that has not begun are off.
  await expect.poll(() => labels.getAttribute('aria-pressed')).toBe('false')
  await expect.poll(() => dialog(page).count()).toBe(0)
})

test('customer mode hides everything but the film; a touch does not end it, a held button and Escape do', async () => {
  await open(page, 'BRKDSC')
  const show = page.getByRole('button', { name: 'Show to customer' })
  const leave = page.getByRole('button', { name: 'Hold to leave' })
  await show.press('Enter')
  await leave.waitFor()
  const inReach = await page.evaluate(() => {
    const stage = document.querySelector('[data-customer]')
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')]
    return controls.filter((one) => !one.closest('[inert]') && !stage?.contains(one)).map((one) => one.outerHTML)
  })
  expect(inReach).toEqual([])
  const stage = page.locator('[data-customer]')
  await expect.poll(() => stage.getByRole('link').count()).toBe(0)
  for (const name of [/Follow along/, /^Speed/, /^Quality/, /Keyboard shortcuts/, /Caption settings/])
    await expect.poll(() => stage.getByRole('button', { name }).count(), { message: String(name) }).toBe(0)
  await expectAccessible(page)
  await leave.click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('?')
  await expect.poll(() => dialog(page).count()).toBe(0)
  await expect.poll(() => leave.count()).toBe(1)
  await leave.focus()
  await page.keyboard.down('Enter')
  await leave.waitFor({ state: 'detached' })
  await page.keyboard.up('Enter')
  await expect.poll(() => page.locator('[inert]').count()).toBe(0)
  const isFullscreen = () => page.evaluate(() => document.fullscreenElement !== null)
  await expect.poll(isFullscreen).toBe(false)
  await show.press('Enter')
  await leave.waitFor()
  await expect.poll(isFullscreen).toBe(true)
  await page.keyboard.press('Escape')
  await leave.waitFor({ state: 'detached' })
})

describe('from one film to the next', () => {
  test('resumes at the second where Dana stopped', async () => {
    await open(page, 'BRKDSC')
    // The video exists before the player is ready, so repeats the seek until the player has stored the position.
    const stopped = () =>
      page.evaluate(() => {
        document.querySelector('video')!.currentTime = 12
        return Object.values(localStorage).join()
      })
    await expect.poll(stopped).toContain('"part":"BRKDSC","second":12')
    await open(page, 'BRKDSC')
    expect(await second(page)).toBe(0)
    await page.getByRole('button', { name: 'Continue at 0:12' }).press('Enter')
    await expect.poll(() => second(page)).toBeGreaterThan(12)
    expect((await film(page))?.paused).toBe(false)
  })

  test('a touch screen stores neither position nor narration for the next customer', async () => {
    const kiosk = await w.arriving('kiosk')
    await open(kiosk, 'BRKDSC')
    const voice = kiosk.getByRole('button', { name: /^Narration language/ })
    await voice.press('Enter')
    await kiosk.getByRole('menuitemradio', { name: /Français/ }).press('Enter')
    await expect.poll(() => voice.innerText()).toBe('Français')
    await kiosk.evaluate(() => (document.querySelector('video')!.currentTime = 12))
    await expect.poll(() => second(kiosk)).toBeGreaterThan(11)
    await open(kiosk, 'BRKDSC')
    await expect.poll(() => voice.innerText()).toBe('English')
    await expect.poll(() => kiosk.getByRole('button', { name: /^Continue at/ }).count()).toBe(0)
    await kiosk.close()
  })

  test('keeps narration and speed, and loads both responses in one round', async () => {
    await open(page, 'BRKDSC')
    await page.getByRole('button', { name: /^Narration language/ }).press('Enter')
    await page.getByRole('menuitemradio', { name: /Français/ }).press('Enter')
    await page.getByText('Le frein à disque').first().waitFor()
    await page.getByRole('button', { name: /^Speed/ }).press('Enter')
    await expect.poll(() => page.getByRole('menuitemradio').allInnerTexts()).toEqual(['1×', '1.5×', '2×'])
    await page.getByRole('menuitemradio', { name: '1.5×' }).press('Enter')
    const asked: string[] = []
    let firstAnswered = false
    const onRequest = (request: Request) => {
      const lang = /relatedAnimationsDetailsByPartId\/.*\/(\d+)$/.exec(request.url())?.[1]
      if (lang) asked.push(`${lang}${firstAnswered ? ' late' : ''}`)
    }
    const onResponse = (response: Response) => {
      if (response.url().includes('relatedAnimationsDetailsByPartId')) firstAnswered = true
    }
    page.on('request', onRequest).on('response', onResponse)
    await open(page, 'ENGFST')
    page.off('request', onRequest).off('response', onResponse)
    expect(asked.toSorted()).toEqual(['50', '94'])
    await expect.poll(() => page.getByRole('button', { name: /^Narration language/ }).innerText()).toBe('Français')
    await expect.poll(async () => (await film(page))?.playbackRate).toBe(1.5)
  })

  test('a page is interactive after one round of calls, with no chain of more than two', async () => {
    const rounds: string[][] = [[]]
    // Answers to the page before do not count.
    const asked = new Set<Request>()
    let answered = 0
    const onRequest = (request: Request) => {
      const name = /\/api\/v1\/(\w+)/.exec(request.url())?.[1]
      // Requests that only report something do not delay the page.
      if (!name || request.method() !== 'GET') return
      if (answered > 0) {
        rounds.push([])
        answered = 0
      }
      rounds.at(-1)?.push(name)
      asked.add(request)
    }
    const onResponse = (response: Response) => {
      if (asked.has(response.request())) answered += 1
    }
    page.on('request', onRequest).on('response', onResponse)
    await open(page, 'BRKDSC')
    await page.waitForLoadState('networkidle')
    page.off('request', onRequest).off('response', onResponse)
    expect(rounds[0]).toContain('relatedAnimationsDetailsByPartId')
    expect(rounds.flat().filter((name) => name === 'relatedAnimationsDetailsByPartId')).toHaveLength(1)
    expect(rounds.length, JSON.stringify(rounds)).toBeLessThanOrEqual(2)
  })
})

describe('failures', () => {
  test('reports a film that cannot be played after one retry, and lists the languages that have it', async () => {
    let plain = 0
    await page.route(/\/films\/.*(film-en-US\.mp4|\.m3u8|video-\d+\.mp4|\.mpd)/, async (route) => {
      if (route.request().url().includes('film-en-US')) plain += 1
      await route.fulfill({ status: 404, body: '' })
    })
    await page.goto('/animation/BRKDSC')
    await page.getByText('Can’t play this film').waitFor()
    expect(plain).toBeGreaterThanOrEqual(2)
    expect(plain).toBeLessThanOrEqual(3)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Other languages' }).press('Enter')
    await page.getByRole('dialog', { name: 'This film is not available in this language' }).waitFor()
    const languages = dialog(page).getByRole('listitem')
    await languages.first().waitFor()
    await expect.poll(() => languages.allInnerTexts()).toEqual(['Español', 'Français', 'עברית'])
    await dialog(page).getByRole('button', { name: 'Español' }).press('Enter')
    await expect.poll(async () => (await film(page))?.readyState ?? 0).toBeGreaterThan(1)
  })

  test('a file that is missing in every language shows “Videos are not available”', async () => {
    await page.route(/\/films\/.*\.(mp4|m3u8|mpd)/, (route) => route.fulfill({ status: 404, body: '' }))
    await page.route('**/checkAllAvailableMP4AV/**', (route) =>
      route.fulfill({ json: { status: 1, message: 'ok', data: { available_lang: [] } } }),
    )
    await page.goto('/animation/BRKDSC')
    await page.getByRole('button', { name: 'Other languages' }).click()
    await expect.poll(() => dialog(page).innerText()).toContain('Videos are not available')
  })

  test('a connection lost in mid-film is reported, and playback resumes by itself when it is back', async () => {
    // Serves the beginning of the file and then stalls.
    const dana = await w.server.loggedIn('advisor')
    let whole: Buffer | undefined
    let [broken, back] = [false, false]
    const held: Route[] = []
    await page.route('**/films/**', async (route) => {
      if (back || !route.request().url().includes('film-en-US.mp4'))
        return broken && !back ? route.abort() : route.continue()
      if (broken) return route.abort()
      const { pathname } = new URL(route.request().url())
      whole ??= Buffer.from(await (await dana.request(pathname)).arrayBuffer())
      const start = Number(/bytes=(\d+)/.exec(route.request().headers()['range'] ?? '')?.[1] ?? 0)
      const end = Math.round(whole.length / 6)
      if (start >= end) return void held.push(route)
      const headers = {
        'accept-ranges': 'bytes',
        'content-type': 'video/mp4',
        'content-range': `bytes ${start}-${end - 1}/${whole.length}`,
      }
      return route.fulfill({ status: 206, headers, body: whole.subarray(start, end) })
    })
    await open(page, 'BRKDSC')
    await page.getByRole('button', { name: 'Play', exact: true }).press('Enter')
    await expect.poll(() => second(page)).toBeGreaterThan(1)
    broken = true
    for (const route of held) await route.abort()
    await page.context().setOffline(true)
    const alert = page.getByRole('alert').filter({ hasText: 'You are offline' })
    await alert.waitFor()
    back = true
    await page.context().setOffline(false)
    await alert.waitFor({ state: 'detached' })
    await expect.poll(async () => (await film(page))?.paused).toBe(false)
    expect(await second(page)).toBeGreaterThan(1)
  })

  test('a stored brand of another site is ignored', async () => {
    await page.evaluate(() => localStorage.setItem('brand_id', '99999'))
    const asked = page.waitForRequest(/relatedAnimationsDetailsByPartId/)
    await open(page, 'BRKDSC')
    expect((await asked).url()).not.toContain('99999')
  })
})
