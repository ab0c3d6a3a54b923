import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../testing/fake-api.ts'
import { render } from '../../testing/render.tsx'
import { Button } from './Button.tsx'

/** Covers the colours of buttons, and double clicks. */

test('a button that becomes enabled has its colours at once', async () => {
  fakeApi({})
  function Form() {
    const [ready, setReady] = useState(false)
    return (
      <>
        <Button onClick={() => setReady(true)}>Load</Button>
        <Button variant="filled" disabled={!ready}>
          Send
        </Button>
      </>
    )
  }
  await render(<Form />)
  const send = page.getByRole('button', { name: 'Send' })
  await expect.element(send).toBeDisabled()
  // The browser knows the first colours, without which it would start no transition.
  const before = getComputedStyle(send.element()).backgroundColor
  await page.getByRole('button', { name: 'Load' }).click()
  await expect.element(send).toBeEnabled()
  expect(send.element().getAnimations()).toEqual([])
  expect(getComputedStyle(send.element()).backgroundColor).not.toBe(before)
})

test('a double click does not press the button that the first press put under the pointer', async () => {
  fakeApi({})
  const pressed: string[] = []
  function Steps() {
    const [step, setStep] = useState('one')
    return (
      <Button
        key={step}
        onClick={() => {
          pressed.push(step)
          setStep('two')
        }}
      >
        Next
      </Button>
    )
  }
  await render(<Steps />)
  const next = page.getByRole('button', { name: 'Next' })
  await next.dblClick()
  expect(pressed).toEqual(['one'])
  await next.click()
  expect(pressed).toEqual(['one', 'two'])
  await next.dblClick()
  expect(pressed).toEqual(['one', 'two', 'two', 'two'])
})
