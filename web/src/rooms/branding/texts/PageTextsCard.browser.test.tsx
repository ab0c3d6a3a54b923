import type { PageWords } from '@cutaway/contract/rooms/branding/page-texts.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { PageTextsCard } from './PageTextsCard.tsx'

/** Covers the texts of a business on the customer's page. */

const none = { told: '', work: '', ready: '', prices: '' }
const english = { ...none, language_id: 50, told: 'Parts are in stock' }
const hebrew = { ...none, language_id: 71 }
const usual = [english, hebrew].map(({ language_id }) => ({ ...none, language_id, work: 'We do the work' }))

async function open(is_mine: boolean) {
  const shown = (words: PageWords[]) => ({ words, usual, is_mine })
  const { calls } = fakeApi({
    branding: {
      getPageTexts: () => shown([english, hebrew]),
      setPageTexts: ({ body }) => shown(body.words),
    },
  })
  await render(<PageTextsCard />, { session: danasSession(['manage_email_settings']) })
  await expect.element(page.getByText('Parts are in stock', { exact: true })).toBeVisible()
  return calls
}
const edit = page.getByRole('button', { name: 'Edit texts' })

test('a manager changes a text in one language; an empty field shows the usual text', async () => {
  const calls = await open(true)
  await expect.element(page.getByText('We do the work')).toBeVisible()
  await edit.click()
  const dialog = page.getByRole('dialog', { name: 'Customer’s page' })
  const work = dialog.getByRole('textbox', { name: 'The work' })
  await expect.element(work).toHaveAttribute('placeholder', 'We do the work')
  await work.fill('We do the work today')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('We do the work today')).toBeVisible()
  expect(calls('setPageTexts').map(({ body }) => body)).toEqual([
    { words: [{ ...english, work: 'We do the work today' }, hebrew] },
  ])
})

test('an advisor reads the texts and cannot change them', async () => {
  await open(false)
  await expect.element(page.getByText('Managers write these texts', { exact: false })).toBeVisible()
  await expect.poll(() => edit.elements()).toEqual([])
})
