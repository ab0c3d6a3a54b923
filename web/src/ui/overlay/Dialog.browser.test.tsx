import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../testing/fake-api.ts'
import { render } from '../../testing/render.tsx'
import { Button } from '../form/Button.tsx'
import { Dialog } from './Dialog.tsx'

/** Covers the backdrop of dialogs: a press beside closes, the end of a double click that began inside does not. */

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
