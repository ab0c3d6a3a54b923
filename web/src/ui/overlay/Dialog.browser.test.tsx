import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi } from '../../testing/fake-api.ts'
import { render } from '../../testing/render.tsx'
import { Button } from '../form/Button.tsx'
import { Dialog } from './Dialog.tsx'

/** Covers the backdrop of dialogs (a press beside closes, the end of a double click that began inside does not) and the focus after nested ones. */

function Steps({ closed }: { closed: () => void }) {
  const [step, setStep] = useState<'long' | 'short'>('long')
  return (
    <Dialog title="Your details" onClose={closed} closable>
      {step === 'long' ? (
        <>
          <p style={{ height: 400 }}>Much to read</p>
          <Button onClick={() => setStep('short')}>Continue</Button>
        </>
      ) : (
        <p>The end</p>
      )}
    </Dialog>
  )
}

test('a double click on a button that makes the dialog smaller leaves it open; a press beside it closes it', async () => {
  fakeApi({})
  let closed = 0
  await render(<Steps closed={() => (closed += 1)} />)
  await expect.element(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  const place = page.getByRole('button', { name: 'Continue' }).element().getBoundingClientRect()
  await page.getByRole('button', { name: 'Continue' }).dblClick()
  await expect.element(page.getByText('The end')).toBeVisible()
  const box = page.getByRole('dialog').element().getBoundingClientRect()
  // The second press was beside the dialog.
  expect(place.top + place.height / 2).toBeGreaterThan(box.bottom)
  expect(closed).toBe(0)
  await page.getByRole('dialog').click({ position: { x: -20, y: 10 }, force: true })
  await expect.poll(() => closed).toBe(1)
})

/** A dialog that asks before it is left; leaving closes both. */
function Asking() {
  const [isOpen, setOpen] = useState(false)
  const [asks, setAsks] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      {isOpen ? (
        <Dialog title="Region" onClose={() => setAsks(true)}>
          <input aria-label="Name" />
          {asks ? (
            <Dialog kind="alertdialog" title="Discard changes?" onClose={() => setAsks(false)}>
              <button
                type="button"
                onClick={() => {
                  setOpen(false)
                  setAsks(false)
                }}
              >
                Discard
              </button>
            </Dialog>
          ) : null}
        </Dialog>
      ) : null}
    </>
  )
}

test('a dialog that closes together with the question above it gives the focus back to what opened it', async () => {
  fakeApi({})
  await render(<Asking />)
  const edit = page.getByRole('button', { name: 'Edit' })
  await edit.click()
  await page.getByLabelText('Name').fill('North')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([])
  await expect.element(edit).toHaveFocus()
})
