import type { LegalVersion } from '@cutaway/contract/rooms/sites/legal.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal, reply } from '../../../testing/fake-api.ts'
import { danasSession, english, hebrew } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import LegalTextsPage from './LegalTextsPage.tsx'

const version = (number: number, html: string, more: Partial<LegalVersion> = {}): LegalVersion => ({
  version: number,
  html,
  saved_at: `2026-11-2${number}T09:00:00.000Z`,
  saved_by: 'Sam Ortiz',
  published_at: `2026-11-2${number}T10:00:00.000Z`,
  published_by: 'Sam Ortiz',
  asks_acceptance: false,
  ...more,
})

async function open(versions: LegalVersion[]) {
  const api = fakeApi({
    sites: {
      getAllWebsites: () => [{ web_site_id: 31, name: 'Northgate Motors' }],
      getLanguages: () => [english, hebrew],
      getLegalTexts: () => ({ texts: [], forces_terms: true }),
      getLegalText: () => ({ versions, shipped: '<p>Text of the product</p>' }),
      previewHtml: ({ body }) => ({
        html: body.html.replaceAll(/<script>.*<\/script>/g, ''),
        was_cleaned: body.html.includes('<script>'),
      }),
      saveLegalText: ({ body }) => {
        const now = versions.find(({ published_at }) => published_at === null)
        if (body.seen !== (now?.saved_at ?? null)) return refusal('legal_text_changed_meanwhile')
        const was_cleaned = body.html.includes('<script>')
        const html = body.html.replaceAll(/<script>.*<\/script>/g, '')
        const draft = version(3, html, { published_at: null, published_by: '' })
        versions.unshift(draft)
        return reply({ ...draft, was_cleaned }, { message: 'legal_text_saved' } as never)
      },
      publishLegalText: ({ body }) => {
        Object.assign(versions[0]!, { published_at: '2026-11-23T10:00:00.000Z', asks_acceptance: body.asks_acceptance })
        return reply(versions[0]!, { message: 'legal_text_published' } as never)
      },
    },
  })
  await render(<LegalTextsPage />, { session: danasSession(['manage_web_sites']), path: '/operator/legal_texts' })
  return api
}
const field = () => page.getByRole('textbox', { name: /^HTML/ })

test('a draft loses its scripts, is published, and asks everyone for acceptance', async () => {
  const api = await open([])
  await expect.element(field()).toHaveValue('<p>Text of the product</p>')
  await field().fill('<p>New terms<script>x</script></p>')
  await expect.element(page.getByText('Some markup is not allowed', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.element(page.getByText(/^Draft saved. Scripts/)).toBeVisible()
  await expect.element(field()).toHaveValue('<p>New terms</p>')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect.element(page.getByText('Text published.')).toBeVisible()
  expect(api.calls('publishLegalText')[0]!.body).toMatchObject({ asks_acceptance: true })
  await expect.element(page.getByText('Asked for acceptance')).toBeVisible()
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
})

test('compares a version with the text and makes it the draft again', async () => {
  const api = await open([version(2, '<p>Same</p><p>Newer</p>'), version(1, '<p>Same</p><p>Older</p>')])
  await page.getByRole('button', { name: 'Compare with version 1' }).click()
  const dialog = page.getByRole('dialog')
  const marked = () => [...document.querySelectorAll('dialog mark')].map((one) => one.textContent)
  await expect.poll(marked).toEqual(['Older', 'Newer'])
  await dialog.getByRole('button', { name: 'Use as draft' }).click()
  await expect.poll(() => api.calls('saveLegalText').length).toBe(1)
  expect(api.calls('saveLegalText')[0]!.body).toMatchObject({ html: '<p>Same</p><p>Older</p>', seen: null })
})

test('what another operator saves meanwhile does not replace an unsaved text unasked', async () => {
  const versions = [version(1, '<p>Published</p>')]
  const api = await open(versions)
  await field().fill('<p>My words</p>')
  versions.unshift(version(2, '<p>Their words</p>', { published_at: null }))
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.element(page.getByText(/Another operator saved changes/)).toBeVisible()
  await expect.element(field()).toHaveValue('<p>My words</p>')
  await expect.element(page.getByRole('button', { name: 'Save draft' })).toBeDisabled()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.poll(() => api.calls('saveLegalText').at(-1)?.body).toMatchObject({ seen: '2026-11-22T09:00:00.000Z' })
  await expect.element(page.getByText('Draft saved.')).toBeVisible()
})

test('another text, language or web site is not opened over an unsaved text without a question', async () => {
  await open([version(1, '<p>Published</p>')])
  await field().fill('<p>My words</p>')
  await page.getByRole('radio', { name: 'Privacy policy' }).click({ force: true })
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(field()).toHaveValue('<p>My words</p>')
  await expect.element(page.getByRole('radio', { name: 'Terms' })).toBeChecked()
})
