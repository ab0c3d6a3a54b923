import axe from 'axe-core'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DialogSpecimen } from './LayerSpecimens.tsx'
import { render } from '../../testing/render.tsx'

/** Covers the behaviour that dialogs, drawers and confirmations have in common. */

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

test('a dialog takes the focus and restores it; the page below neither scrolls nor responds', async () => {
  await page.viewport(1440, 900)
  await render(<DialogSpecimen />)
  const overflow = () => getComputedStyle(document.documentElement).overflowY
  await opener('Dialog 760').click()
  const dialog = page.getByRole('dialog', { name: 'Contact' })
  await expect.element(dialog.getByLabelText('Organization')).toHaveFocus()
  expect(overflow()).toBe('hidden')
  const below = page.getByText('Dialog 420', { exact: true }).element().closest('button')!
  below.focus()
  expect(document.activeElement).not.toBe(below)
  const shown = document.querySelector('dialog')!
  await Promise.all(shown.getAnimations({ subtree: true }).map((animation) => animation.finished))
  expect((await axe.run(shown)).violations).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => dialog.query()).toBeNull()
  await expect.element(opener('Dialog 760')).toHaveFocus()
  expect(overflow()).not.toBe('hidden')
})

test.each([
  { direction: 'ltr', width: 1440, height: 900, start: 960, end: 1440 },
  { direction: 'rtl', width: 1440, height: 900, start: 0, end: 480 },
  { direction: 'ltr', width: 390, height: 844, start: 0, end: 390 },
])('a drawer opens at the end side and fills a phone screen ($direction, $width px)', async (screen) => {
  const { direction, width, height, start, end } = screen
  document.documentElement.dir = direction
  onTestFinished(() => {
    document.documentElement.dir = 'ltr'
  })
  await page.viewport(width, height)
  await render(<DialogSpecimen />)
  await opener('Drawer 480').click()
  await expect
    .poll(() => {
      const box = page.getByRole('dialog').element().getBoundingClientRect()
      return { start: Math.round(box.left), end: Math.round(box.right), height: Math.round(box.height) }
    })
    .toEqual({ start, end, height })
})
