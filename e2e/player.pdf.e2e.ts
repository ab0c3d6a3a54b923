import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '../server/src/testing/pdf.ts'
import { browserWorld, expectAccessible, expectNoSidewaysScroll, type BrowserWorld } from './support/world.ts'

/** Covers the PDFs that Dana gives to customers. Here the brake pads have no Thai text and only one picture. */

let w: BrowserWorld
let library: string
beforeAll(async () => {
  library = await mkdtemp(join(tmpdir(), 'cutaway-library-'))
  await cp(join(import.meta.dirname, '../library'), library, { recursive: true })
  await rm(join(library, 'parts/BRKPAD/text.th-TH.yaml'))
  await rm(join(library, 'parts/BRKPAD/media/pdf-2.jpg'))
  w = await browserWorld({ LIBRARY_DIR: library })
})
afterAll(async () => {
  await w.close()
  await rm(library, { recursive: true, force: true })
})

const button = (page: Page) => page.getByRole('button', { name: 'PDF', exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const sheet = (page: Page) => page.getByRole('article')
async function open(page: Page, part = 'BRKDSC') {
  await page.goto(`/animation/${part}`)
  await button(page).click()
  await sheet(page).waitFor()
}
const pdfViews = () =>
  w.server.database.system
    .selectFrom('views')
    .select(['part_id', 'what', 'video_type', 'tracktype'])
    .where('what', '=', 'pdf')
    .execute()

test('Dana opens the PDF of a film, chooses Hebrew and saves the file under its Hebrew name', async () => {
  const page = await w.arriving('advisor')
  await open(page)
  await expect.poll(() => sheet(page).getByRole('heading').innerText()).toBe('Disc brake')
  await expect.poll(() => sheet(page).innerText()).toContain('418 Harbor Road')

  await page.getByLabel('Language of the PDF').selectOption({ label: 'עברית' })
  await sheet(page).getByRole('heading', { name: 'בלם דיסק' }).waitFor()
  await expect.poll(() => sheet(page).getAttribute('dir')).toBe('rtl')
  // The language of the page itself does not change.
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('ltr')

  const coming = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('בלם דיסק.pdf')
  expect(readPdf(await readFile(await file.path()))).toMatchObject({ pages: 1, pictures: 2, language: 'he-IL' })
  await page.close()
})

test('counts an opened PDF once, whatever the user does in it', async () => {
  await w.server.database.system.deleteFrom('views').execute()
  const page = await w.arriving('advisor')
  await open(page, 'BRKDRM')
  await expect.poll(pdfViews).toHaveLength(1)
  await page.getByLabel('Language of the PDF').selectOption({ label: 'Français' })
  await sheet(page).getByRole('heading', { name: 'Frein à tambour' }).waitFor()
  await page.waitForTimeout(500)
  expect(await pdfViews()).toEqual([{ part_id: 'BRKDRM', what: 'pdf', video_type: 'narrated', tracktype: 'portal' }])
  await page.close()
})

test('keyboard alone: Enter opens it, Tab reaches every control, Escape closes it and restores the focus', async () => {
  const page = await w.arriving('advisor')
  await page.goto('/animation/BRKDSC')
  await button(page).focus()
  await page.keyboard.press('Enter')
  await sheet(page).waitFor()
  const reached = new Set<string>()
  for (let i = 0; i < 12; i += 1) {
    await page.keyboard.press('Tab')
    reached.add(
      await page.evaluate(() => {
        const { ariaLabel, textContent, tagName } = document.activeElement ?? {}
        return ariaLabel ?? (tagName === 'SELECT' ? 'language' : (textContent ?? '').slice(0, 30))
      }),
    )
  }
  for (const name of ['language', 'Open as a page, opens in a new tab', 'Print, opens in a new tab', 'Download'])
    expect([...reached]).toContain(name)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  expect(await button(page).evaluate((element) => element === document.activeElement)).toBe(true)
  await page.close()
})

test('the PDF has its own page without header and menu, in the language of the URL', async () => {
  const page = await w.arriving('advisor')
  await open(page)
  const link = dialog(page).getByRole('link', { name: /^Open as a page/ })
  await page.goto((await link.getAttribute('href'))!)
  await page.getByRole('heading', { level: 1, name: 'Disc brake' }).waitFor()
  await expect.poll(() => page.title()).toContain('Disc brake')
  await expect.poll(() => page.getByRole('banner').count()).toBe(0)
  await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
  await page.goto('/pdf_formation/BRKDSC?language=71')
  await page.getByRole('heading', { level: 1, name: 'בלם דיסק' }).waitFor()
  await page.getByLabel('Language of the PDF').selectOption({ label: 'English' })
  await page.getByRole('heading', { level: 1, name: 'Disc brake' }).waitFor()
  await page.close()
})

test('prints the sheet alone; the print link opens the print dialog', async () => {
  const page = await w.arriving('advisor')
  // Replaces the browser's print dialog, which would wait for input.
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.setAttribute('data-printed', '')
    }
  })
  await page.goto('/pdf_formation/BRKDSC?language=50&print')
  await page.locator('html[data-printed]').waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('button', { name: 'Download' }).isVisible()).toBe(false)
  await expect.poll(() => sheet(page).isVisible()).toBe(true)
  expect(readPdfPages(await page.pdf({ format: 'A4' }))).toBe(1)
  await page.close()
})
const readPdfPages = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length

test('reports a missing text or picture and shows the rest', async () => {
  const page = await w.arriving('advisor')
  await open(page, 'BRKPAD')
  await page.getByText('A picture is missing from this PDF.').waitFor()
  await page.getByLabel('Language of the PDF').selectOption({ label: 'ไทย' })
  await page.getByText('This PDF isn’t available in ไทย yet. Here it is in English.').waitFor()
  await expect.poll(() => sheet(page).getByRole('heading').innerText()).toBe('Brake pad wear')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.close()
})

test('tells a visitor that the page needs a login or a link, and reports an unknown part', async () => {
  const visitor = await w.visitor()
  await visitor.goto('/pdf_formation/BRKDSC')
  await visitor.getByRole('heading', { name: 'This page needs a login or a link' }).waitFor()
  await expectAccessible(visitor)
  await visitor.getByRole('link', { name: 'Log in' }).click()
  await visitor.getByRole('dialog').waitFor()
  await visitor.close()

  const page = await w.arriving('advisor')
  await page.goto('/pdf_formation/NOSUCH')
  await page.getByRole('heading', { name: 'Part not found' }).waitFor()
  await page.close()
})

test('the touch screen in the waiting room offers no PDFs', async () => {
  const page = await w.arriving('kiosk')
  await page.goto('/animation/BRKDSC')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => button(page).count()).toBe(0)
  await page.goto('/pdf_formation/BRKDSC')
  await page.getByRole('heading', { name: 'You don’t have permission to do this.' }).waitFor()
  await page.close()
})
