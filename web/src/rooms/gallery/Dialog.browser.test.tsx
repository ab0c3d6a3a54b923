import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DialogSpecimen } from './LayerSpecimens.tsx'
import { render } from '../../testing/render.tsx'

/** Covers how dialogs and confirmations close. */

const opener = (name: string) => page.getByRole('button', { name, exact: true })

test('a press outside a dialog closes it, one inside does not', async () => {
  await page.viewport(1440, 900)
  await render(<DialogSpecimen />)
  await opener('Dialog 420').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading').click()
  await expect.element(dialog).toBeVisible()
  // The backdrop belongs to the dialog element: a corner of the window is outside its box.
  const { left, top } = dialog.element().getBoundingClientRect()
  await userEvent.click(dialog, { position: { x: 8 - left, y: 8 - top }, force: true })
  await expect.poll(() => dialog.query()).toBeNull()
})

test('a confirmation focuses the safe option first, and two Escapes in a row close only what is open', async () => {
  const { path } = await render(<DialogSpecimen />, { path: '/gallery' })
  await opener('ConfirmDialog').click()
  const question = page.getByRole('alertdialog')
  await expect.element(question.getByRole('button', { name: 'Keep it' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => question.query()).toBeNull()
  expect(path()).toBe('/gallery')
})
