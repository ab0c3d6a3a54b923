import { contract } from '@cutaway/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserWorld, type BrowserWorld } from './support/world.ts'

/** Covers favourites, the viewing history and new films. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
  // Sets the clock to a day on which films of the library are new.
  w.server.clock.forward((Date.parse('2026-11-22') - w.server.clock.now().getTime()) / 1000)
})
afterAll(() => w.close())

const { addFavoutites, getAddedFavoutites } = contract.favourites
const [disc, pads, engine, damper] = ['BRKDSC', 'BRKPAD', 'ENGFST', 'SUSDMP'] as const

/** Returns the stored favourites of a user. */
async function listOf(username: string): Promise<string[]> {
  const person = await w.server.loggedIn(username)
  const { user_id } = await person.me()
  return (await person.call(getAddedFavoutites, { params: { user_id, brand: 1 } })).map((f) => f.part_id)
}
async function give(username: string, ...parts: readonly string[]): Promise<void> {
  const person = await w.server.loggedIn(username)
  const { user_id } = await person.me()
  for (const part_id of parts) await person.call(addFavoutites, { body: { user_id, brand_id: 1, item: { part_id } } })
}
const star = (page: Page, name: string) => page.getByRole('button', { name: `Favorite: ${name} (Narrated)` })
const pressed = (page: Page, name: string) => star(page, name).getAttribute('aria-pressed')
const chosen = (page: Page) => page.getByRole('region', { name: 'Your favorites' })
/** Returns the names of the rows in their displayed order. */
const rows = async (page: Page) =>
  (await chosen(page).getByRole('listitem').allInnerTexts()).map((text) => /[A-Z][\w -]+/.exec(text)?.[0].trim())

test('Dana adds a film with its star, finds it under Favourites, removes it and undoes the removal', async () => {
  const page = await w.arriving('advisor')
  await page.goto('/home?system=1')
  await star(page, 'Disc brake').click()
  // A notice appears at the top right with a line that shows its remaining time.
  const notice = page.getByRole('status').filter({ hasText: 'Added to favorites.' })
  await notice.waitFor()
  const { x, y, width } = (await notice.boundingBox())!
  expect([y < 120, x > 720, x + width <= 1440]).toEqual([true, true, true])
  expect(await notice.locator('i').evaluate((line) => line.getAnimations().length)).toBe(1)
  await expect.poll(() => pressed(page, 'Disc brake')).toBe('true')

  await page.getByRole('banner').getByRole('link', { name: 'Favorites' }).click()
  await page.getByRole('heading', { level: 1, name: 'Favorites' }).waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Disc brake/ })
    .waitFor()
  await star(page, 'Disc brake').click()
  await page.getByText('No records found.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Disc brake/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Disc brake' }).waitFor()
  await expect.poll(() => pressed(page, 'Disc brake')).toBe('true')
  await expect.poll(() => listOf('advisor')).toEqual([disc])
})

test('the star does not change while the server cannot be reached', async () => {
  const page = await w.arriving('staff')
  await page.goto('/animation/BRKPAD')
  await star(page, 'Brake pad wear').waitFor()
  await page.context().setOffline(true)
  await star(page, 'Brake pad wear').click()
  await page.getByRole('alert').first().waitFor()
  await expect.poll(() => pressed(page, 'Brake pad wear')).toBe('false')
  await page.context().setOffline(false)
  await star(page, 'Brake pad wear').click()
  await expect.poll(() => pressed(page, 'Brake pad wear')).toBe('true')
  await expect.poll(() => listOf('staff')).toEqual([pads])
})

test('puts the film that Edith just watched on top of her history, with the time, and filters by kind', async () => {
  const page = await w.arriving('edumanager')
  // The browser and the server agree on the day.
  await page.clock.setFixedTime(w.server.clock.now())
  await page.goto('/history')
  await page.getByText('Films that you open are listed here').waitFor()
  for (const part of [disc, engine]) {
    // The order of the history is that in which the server hears of the films.
    const heard = page.waitForResponse((response) => response.url().includes('insertPartViewed'))
    await page.goto(`/animation/${part}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await heard
  }
  await page.getByRole('banner').getByRole('link', { name: 'History' }).click()
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor()
  const films = page.getByRole('main').getByRole('link', { name: /Watched/ })
  await expect.poll(() => films.count()).toBe(2)
  const words = await films.allInnerTexts()
  expect(words[0]).toMatch(/Four-stroke engine\s+Watched today \d+:\d\d/)
  expect(words[1]).toContain('Disc brake')

  // Leaves the film and reopens the list at once: the list already contains it.
  await films.last().click()
  await page.getByRole('heading', { level: 1, name: 'Disc brake' }).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'History' }).click()
  await expect.poll(async () => (await films.allInnerTexts())[0]).toContain('Disc brake')

  await page.getByRole('radio', { name: 'Interactive' }).check()
  await page.getByText('No records found.').waitFor()
  await page.getByRole('button', { name: 'Show narrated films' }).click()
  await expect.poll(() => films.count()).toBe(2)
})

describe('on the page that arranges favourites', () => {
  test('Liam finds a film by name and adds it, and sees a notice if it is already in the list', async () => {
    const page = await w.arriving('location')
    await page.goto('/favourites_settings')
    await page.getByRole('searchbox', { name: 'Find a film' }).fill('four-stroke')
    await page.getByRole('button', { name: 'Add Four-stroke engine (Narrated) to favorites' }).click()
    await chosen(page).getByText('Four-stroke engine').waitFor()
    await page.getByRole('button', { name: 'Four-stroke engine (Narrated) is in your favorites' }).click()
    await page.getByText('This film is already in your favorites.').waitFor()
    await page.getByRole('searchbox').fill('no such film')
    await page.getByRole('button', { name: 'Show all films' }).click()
    await expect.poll(() => listOf('location')).toEqual([engine])
  })

  test('Rosa moves a film with the keyboard alone, and the new position is announced', async () => {
    await give('regional', disc, pads, engine)
    const page = await w.arriving('regional')
    await page.goto('/favourites_settings')
    await page.getByRole('button', { name: 'Move Disc brake (Narrated)', exact: true }).focus()
    await page.keyboard.press('Space')
    await page.getByText('Picked up Disc brake (Narrated), number 1 of 3.').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    await page.getByText('Disc brake (Narrated) is over number 2 of 3.').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await listOf('regional')).toEqual([pads, disc, engine])
    await page.keyboard.press('Space')
    await page.getByText('Picked up Disc brake (Narrated), number 2 of 3.').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    await page.getByText('Disc brake (Narrated) is over number 3 of 3.').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await page.getByText(/^Disc brake \(Narrated\) is back at number/).waitFor({ state: 'attached' })
    await expect.poll(() => rows(page)).toEqual(['Brake pad wear', 'Disc brake', 'Four-stroke engine'])

    await page.getByRole('button', { name: 'Remove Four-stroke engine (Narrated) from favorites' }).press('Enter')
    await page.getByText('Removed from favorites.').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Remove Disc brake (Narrated) from favorites')
  })

  test('Edith drags one film into her list and another out of it', async () => {
    await give('edumanager', disc, pads)
    const page = await w.arriving('edumanager')
    await page.goto('/favourites_settings')
    await page.getByRole('searchbox').fill('four-stroke')
    const films = page.getByRole('region', { name: 'Films', exact: true })
    await drag(page, films.getByText('Four-stroke engine').first(), chosen(page).getByText('Brake pad wear'))
    await expect.poll(() => listOf('edumanager')).toEqual([disc, engine, pads])
    await drag(
      page,
      chosen(page).getByRole('button', { name: 'Move Disc brake (Narrated)', exact: true }),
      films.getByRole('heading'),
    )
    await page.getByText('Removed from favorites.').waitFor()
    await expect.poll(() => listOf('edumanager')).toEqual([engine, pads])
  })

  test('saves the move that Emil made just before leaving the page', async () => {
    await give('employee', disc, pads, engine, damper)
    const page = await w.arriving('employee')
    await page.goto('/favourites_settings')
    const move = async (name: string, where: string) => {
      await page.getByRole('button', { name: `More ways to move ${name} (Narrated)` }).click()
      await page.getByRole('menuitem', { name: where }).click()
    }
    await move('Shock absorber', 'Move to the start')
    await page.getByRole('banner').getByRole('link', { name: 'Home' }).click()
    await expect.poll(() => listOf('employee')).toEqual([damper, disc, pads, engine])

    await page.goto('/favourites_settings')
    await move('Shock absorber', 'Move to the end')
    await page.goto('about:blank')
    await expect.poll(() => listOf('employee')).toEqual([disc, pads, engine, damper])
  })
})

async function drag(page: Page, from: ReturnType<Page['getByText']>, to: ReturnType<Page['getByText']>): Promise<void> {
  const middle = async (thing: typeof from) => {
    const box = (await thing.boundingBox())!
    return [box.x + box.width / 2, box.y + box.height / 2] as const
  }
  await page.mouse.move(...(await middle(from)))
  await page.mouse.down()
  await page.mouse.move(...(await middle(to)), { steps: 12 })
  await page.mouse.up()
}
