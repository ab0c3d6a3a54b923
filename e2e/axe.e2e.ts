import { contract } from '@cutaway/contract'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { states, type State } from './support/states.ts'
import { browserWorld, expectAccessible, expectNoSidewaysScroll, type BrowserWorld } from './support/world.ts'

/**
 * Checks every page in a table: no axe violations and no horizontal overflow, in both directions and at each width. A
 * page is loaded once per language and then resized in place, down to a phone. axe, which does not see directions, runs
 * on the desktop in English and on the phone in both languages. States that need interaction (for
 * example, a dialog after a refusal) are checked in the journeys that reach them.
 */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
  await fillLists()
  await fillBranding()
})
afterAll(() => w.close())

const heading = (page: Page) => page.getByRole('heading').first().waitFor()

describe.each([
  { language: 'English', locale: 'en-US', direction: 'ltr' },
  { language: 'Hebrew', locale: 'he-IL', direction: 'rtl' },
])('in $language', ({ locale, direction }) => {
  test.each(states)('$path is accessible and fits every width', async ({ path, who, ready, check }) => {
    const options = { locale, reducedMotion: 'reduce' } as const
    const page = await (who ? w.arriving(who, options) : w.visitor(options))
    await page.goto(path)
    await heading(page)
    await ready?.(page)
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe(direction)
    for (const width of [2200, 1440, 1024, 820]) await expectFits(page, width, check)
    await page.setViewportSize({ width: 1440, height: 900 })
    if (direction === 'ltr') await expectAccessible(page)
    await becomePhone(page, 320)
    await expectNoSidewaysScroll(page)
    await becomePhone(page, 390)
    await expectNoSidewaysScroll(page)
    await check?.(page)
    await expectAccessible(page)
  })
})

test.each(states.filter(({ who, path }) => !who || path === '/home'))(
  '$path fits every width in French, whose words are long',
  async ({ path, who, ready }) => {
    const options = { locale: 'fr-FR', reducedMotion: 'reduce' } as const
    const page = await (who ? w.arriving(who, options) : w.visitor(options))
    await page.goto(path)
    await heading(page)
    await ready?.(page)
    for (const width of [2200, 1440, 1200, 1099, 1024, 900, 820, 600, 390, 320]) await expectFits(page, width)
  },
)

async function expectFits(page: Page, width: number, check?: State['check']): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await expectNoSidewaysScroll(page)
  await check?.(page)
}

/** Turns the desktop page into a phone page: narrow, with touch input and the layout of mobile browsers. */
async function becomePhone(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await session.send('Emulation.setDeviceMetricsOverride', { width, height: 844, deviceScaleFactor: 1, mobile: true })
  await expect.poll(() => page.evaluate(() => matchMedia('(pointer: coarse)').matches && innerWidth)).toBe(width)
}

/** Elena has favourites and a history. */
async function fillLists(): Promise<void> {
  const elena = await w.server.loggedIn('enterprise')
  const { user_id } = await elena.me()
  for (const part_id of ['BRKDSC', 'BRKPAD', 'ENGFST'])
    await elena.call(contract.favourites.setFavouriteAnimation, { body: { user_id, brand_id: 1, part_id } })
  const seen = { brand_id: 1, driverside: 'left', tracktype: 'portal', video_type: 'narrated', lang_id: 50 } as const
  for (const part_id of ['BRKDSC', 'ENGFST'])
    await elena.call(contract.player.insertPartViewed, { body: { ...seen, part_id } })
}

/** Nina has a very long address and a very wide banner. */
async function fillBranding(): Promise<void> {
  const nina = await w.server.loggedIn('location')
  const { user_id } = await nina.me()
  const email = 'a.very.long.sender.address.of.the.service.desk@workshop.bayview-motors.example.com'
  await nina.call(contract.branding.addUserEmailAddress, { body: { email, user_id } })
  const wide = await sharp({ create: { width: 2400, height: 600, channels: 3, background: '#5a5a5a' } })
    .png()
    .toBuffer()
  await nina.call(contract.branding.uploadBanner, {
    body: { user_id, banner_url: '' },
    file: new File([new Uint8Array(wide)], 'wide.png', { type: 'image/png' }),
  })
}
