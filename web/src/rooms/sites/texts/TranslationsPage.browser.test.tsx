import { problemsOf } from '@cutaway/contract/administration/message-texts.ts'
import type { SiteText, TextCounts } from '@cutaway/contract/rooms/sites/texts.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, type FakeHandlers, reply } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import TranslationsPage from './TranslationsPage.tsx'

const text = (
  message_key: string,
  english: string,
  shipped: string | null,
  more: Partial<SiteText> = {},
): SiteText => ({
  message_key,
  room: 'frame',
  english,
  shipped,
  text: null,
  changed: null,
  is_outdated: false,
  problems: [],
  ...more,
})
const count = (
  language_id: number,
  language_code: string,
  name: string,
  more: Partial<TextCounts> = {},
): TextCounts => ({
  language_id,
  language_code,
  name,
  direction: language_id === 71 ? 'rtl' : 'ltr',
  all: 1157,
  missing: 0,
  problems: 0,
  changed: 0,
  mine: 0,
  ...more,
})
const languages = [
  count(50, 'en-US', 'English'),
  count(71, 'he-IL', 'עברית', { missing: 15 }),
  count(98, 'es-ES', 'Español'),
]
const changed = { at: '2026-11-22T19:52:00.000Z', by: 'Noa Levi', is_mine: false }

async function open(rows: SiteText[], more: FakeHandlers['sites'] = {}) {
  const api = fakeApi({
    sites: {
      getAllWebsites: () => [{ web_site_id: 31, name: 'Northgate Motors' }],
      getTextCounts: () => ({ languages, rooms: ['frame', 'mail'] }),
      getSiteTexts: () => reply(rows, { total: rows.length }),
      saveSiteText: ({ body }) => {
        const row = rows.find((one) => one.message_key === body.message_key)!
        Object.assign(row, { text: body.text, changed: { ...changed, by: 'Dana Whitlock' } })
        return reply(row, { message: 'text_saved' } as never)
      },
      ...more,
    },
  })
  await render(<TranslationsPage />, { session: danasSession(['translate_texts']), path: '/translations' })
  return api
}
const days = () => text('sms_days', 'About {days} days', null)
const edit = (key: string) => page.getByRole('button', { name: `Edit: ${key}` })
const field = (key: string) => page.getByRole('textbox', { name: new RegExp(`: ${key}$`) })

test('translates a missing text from right to left; a wrong placeholder is said while typing', async () => {
  const api = await open([days()])
  await expect.element(page.getByText(/English to .*עברית/)).toBeVisible()
  await expect.element(page.getByText('1,142 of 1,157 translated, 15 missing')).toBeVisible()
  await page.getByRole('button', { name: 'Add translation' }).click()
  await expect.element(field('sms_days')).toHaveFocus()
  await expect.element(field('sms_days')).toHaveAttribute('dir', 'rtl')
  await expect.element(field('sms_days')).toHaveAttribute('lang', 'he-IL')
  await userEvent.keyboard('כ־{{day} ימים')
  await expect.element(page.getByText(/Use .*\{days\}.*, not .*\{day\}/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expect.element(page.getByText('Not saved')).toBeVisible()
  await field('sms_days').fill('כ־ ימים')
  await page.getByRole('button', { name: 'Insert {days}' }).click()
  await expect.element(field('sms_days')).toHaveValue('כ־ ימים{days}')
  await expect.element(page.getByText(/^Shown: /)).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByText('Text saved.')).toBeVisible()
  expect(api.calls('saveSiteText')[0]!.body).toMatchObject({ language_id: 71, text: 'כ־ ימים{days}', seen: null })
  // The row stays where it is.
  await expect.element(page.getByText('Changed here', { exact: true })).toBeVisible()
  expect(api.calls('getSiteTexts')).toHaveLength(1)
})

test('works by the keyboard: Enter opens, Ctrl+Enter saves and opens the next, Escape leaves and keeps the draft', async () => {
  const api = await open([text('a', 'First', null), text('b', 'Second', 'שני'), text('c', 'Third', null)])
  await expect.element(edit('a')).toBeVisible()
  await userEvent.keyboard('/{ArrowDown}{Enter}')
  await expect.element(field('a')).toHaveFocus()
  await userEvent.keyboard('ראשון{Control>}{Enter}{/Control}')
  await expect.element(field('b')).toHaveFocus()
  // Nothing to save here.
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(field('c')).toHaveFocus()
  await userEvent.keyboard('של{Escape}')
  await expect.poll(() => field('c').elements()).toEqual([])
  await expect.element(page.getByText('Not saved')).toBeVisible()
  await edit('c').click()
  await expect.element(field('c')).toHaveValue('של')
  expect(api.calls('saveSiteText').map(({ body }) => (body as SiteText).message_key)).toEqual(['a'])
})

test('shows the text of a colleague who was faster, and saves over it only on request', async () => {
  const theirs = text('nav_news', 'News', 'חדשות', { text: 'מה חדש', changed })
  const seen: (string | null)[] = []
  await open([text('nav_news', 'News', 'חדשות')], {
    saveSiteText: ({ body }) => {
      seen.push(body.seen)
      return body.seen === 'מה חדש'
        ? reply({ ...theirs, text: body.text }, { message: 'text_saved' } as never)
        : // A refusal carries the text of the colleague.
          reply(theirs, { status: 0, message: 'text_changed_meanwhile' } as never)
    },
  })
  await edit('nav_news').click()
  await field('nav_news').fill('עדכונים')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByRole('alert').getByText(/Noa Levi saved another text/)).toBeVisible()
  await expect.element(page.getByRole('alert').getByText(/מה חדש/)).toBeVisible()
  await page.getByRole('button', { name: 'Save mine' }).click()
  await expect.element(page.getByText('Text saved.')).toBeVisible()
  expect(seen).toEqual([null, 'מה חדש'])
})

test('returns to the shipped text from the menu, and shows the history', async () => {
  const row = text('nav_news', 'News', 'חדשות', { text: 'מה חדש', changed })
  const api = await open([row], {
    removeSiteText: () => reply({ ...row, text: null, changed: null }, { message: 'text_restored' } as never),
    getTextHistory: () => [{ at: changed.at, by: 'Noa Levi', before: null, after: 'מה חדש', is_import: true }],
  })
  await edit('nav_news').click()
  await expect.element(page.getByText(/^Shipped text: .*חדשות/)).toBeVisible()
  await page.getByRole('button', { name: 'More for nav_news' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect.element(page.getByRole('dialog').getByText('Noa Levi, by import')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'More for nav_news' }).click()
  await page.getByRole('menuitem', { name: 'Use shipped text' }).click()
  await expect.element(page.getByText('The shipped text is shown again.')).toBeVisible()
  expect(api.calls('removeSiteText')[0]!.body).toMatchObject({ seen: 'מה חדש' })
})

test('an import names the problems of a file line by line; a corrected file is imported', async () => {
  const api = await open([days()], {
    checkTextFile: ({ body }) => {
      const isGood = problemsOf('About {days} days', body.json, { key: 'sms_days' }).length === 0
      return {
        problems: isGood ? [] : [{ line: 3, message_key: 'nothing', problem: { kind: 'unknown_key' } }],
        problem_count: isGood ? 0 : 1,
        changed: isGood ? 2 : 0,
        restored: 0,
        same: 5,
      }
    },
    importSiteTexts: () =>
      reply({ problems: [], problem_count: 0, changed: 2, restored: 0, same: 5 }, {
        message: 'texts_imported',
      } as never),
  })
  await page.getByRole('button', { name: 'Import JSON' }).click()
  const dialog = page.getByRole('dialog')
  const choose = (json: string) =>
    userEvent.upload(dialog.getByLabelText('JSON file'), new File([json], 'he.json', { type: 'application/json' }))
  await choose('broken')
  await expect.element(dialog.getByText('1 problem. Nothing is imported until it is corrected.')).toBeVisible()
  await expect.element(dialog.getByRole('row', { name: '3 nothing There is no text with this key.' })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Import JSON' })).toBeDisabled()
  expect((await axe.run(document.body)).violations).toEqual([])
  await choose('{days}')
  await dialog.getByRole('button', { name: 'Import 2 texts' }).click()
  await expect.element(page.getByText('Texts imported.')).toBeVisible()
  expect(api.calls('importSiteTexts')).toHaveLength(1)
  await expect.poll(() => api.calls('getSiteTexts').length).toBe(2)
})

test('filters by state, by place and by language; the address keeps them', async () => {
  // In a wider window the navigation beside the page has the languages.
  await page.viewport(1000, 900)
  const api = await open([days()])
  await page.getByRole('radio', { name: 'Missing 15' }).click()
  await expect.poll(() => api.calls('getSiteTexts').at(-1)!.body).toMatchObject({ state: 'missing' })
  await page.getByRole('button', { name: 'Where: Everywhere' }).click()
  await page.getByRole('menuitemradio', { name: 'Emails and text messages' }).click()
  await expect.poll(() => api.calls('getSiteTexts').at(-1)!.body).toMatchObject({ state: 'missing', room: 'mail' })
  await page.getByRole('button', { name: 'Español 0 Missing' }).click()
  await expect.poll(() => api.calls('getSiteTexts').at(-1)!.body).toMatchObject({ language_id: 98, room: 'mail' })
  await expect
    .element(page.getByRole('link', { name: 'Export JSON' }))
    .toHaveAttribute('href', '/api/v1/exportSiteTexts/31/98/missing')
})

test('does not say that there are no texts before the languages are known', async () => {
  await open([days()], { getTextCounts: () => new Promise<never>(() => undefined) })
  await expect.element(page.getByRole('searchbox')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No texts' })).not.toBeInTheDocument()
})
