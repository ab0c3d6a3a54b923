import type { CardToken, FromCardFrame } from '@cutaway/contract/rooms/billing/card-frame.ts'
import { createRef } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import CardFields, { type CardFieldsHandle } from './CardFields.tsx'

/** A dialog shows the card fields in a frame, and hears what was typed there only as a token. */

async function shown() {
  const ref = createRef<CardFieldsHandle>()
  const heard = {
    onToken: vi.fn<(card: CardToken) => void>(),
    onIncomplete: vi.fn<(field: string) => void>(),
    onReady: vi.fn<() => void>(),
    onActionDone: vi.fn<() => void>(),
    onEnter: vi.fn<() => void>(),
    onBlocked: vi.fn<() => void>(),
  }
  await render(<CardFields token="token-of-a-payment" ref={ref} {...heard} />)
  await expect.element(page.getByTitle('Card details')).toBeInTheDocument()
  const frame = document.querySelector('iframe')!
  /** Says something as the frame's own page does. */
  const say = (
    message: FromCardFrame | object,
    { origin = window.location.origin, source = frame.contentWindow }: { origin?: string; source?: Window | null } = {},
  ) => window.dispatchEvent(new MessageEvent('message', { data: message, origin, source }))
  return { ref, heard, frame, say }
}
const card = { payment_token: 'a-token', name_on_card: 'Dana Reyes', brand: 'visa', last4: '1111', expiry: '12/34' }

test('the frame is that of the payment, and its token reaches the dialog', async () => {
  const { heard, frame, say } = await shown()
  expect(new URL(frame.src).pathname).toBe('/pay/card/token-of-a-payment')
  say({ from: 'card-frame', kind: 'ready' })
  say({ from: 'card-frame', kind: 'incomplete', field: 'expiry' })
  say({ from: 'card-frame', kind: 'token', ...card })
  expect(heard.onReady).toHaveBeenCalledOnce()
  expect(heard.onIncomplete).toHaveBeenCalledWith('expiry')
  expect(heard.onToken).toHaveBeenCalledWith(card)
})

test('ignores messages from other origins and windows', async () => {
  const { heard, say } = await shown()
  say({ from: 'card-frame', kind: 'token', ...card }, { origin: 'https://evil.example' })
  say({ from: 'card-frame', kind: 'token', ...card }, { source: window })
  say({ from: 'someone', kind: 'token', ...card })
  expect(heard.onToken).not.toHaveBeenCalled()
})

test('the frame is as high as its content', async () => {
  const { frame, say } = await shown()
  say({ from: 'card-frame', kind: 'height', height: 341 })
  await expect.poll(() => frame.style.height).toBe('341px')
})

test('the dialog asks for the token, shows the bank’s page, and empties the code', async () => {
  const { ref, frame } = await shown()
  const told: unknown[] = []
  const listen = ({ data }: MessageEvent<unknown>) => void told.push(data)
  const inside = frame.contentWindow!
  inside.addEventListener('message', listen)
  onTestFinished(() => inside.removeEventListener('message', listen))
  const action = { url: 'https://bank.example/ask', post: { JWT: 'x' }, isHidden: false }
  ref.current!.submit()
  ref.current!.act(action)
  ref.current!.clearCode()
  await expect
    .poll(() => told)
    .toEqual([
      { to: 'card-frame', act: 'submit' },
      { to: 'card-frame', act: 'action', action },
      { to: 'card-frame', act: 'clear-code' },
    ])
})

test('Enter, the end of the bank’s page and a blocked script reach the dialog', async () => {
  const { heard, say } = await shown()
  say({ from: 'card-frame', kind: 'enter' })
  say({ from: 'card-frame', kind: 'action', state: 'done' })
  say({ from: 'card-frame', kind: 'blocked' })
  expect([heard.onEnter, heard.onActionDone, heard.onBlocked].map((one) => one.mock.calls.length)).toEqual([1, 1, 1])
})

test('a frame that loads without a message shows an error after 10 seconds, and is loaded again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { frame, say } = await shown()
  const alert = page.getByRole('alert')
  await expect
    .poll(() => {
      frame.dispatchEvent(new Event('load'))
      vi.advanceTimersByTime(11_000)
      return alert.query()
    })
    .not.toBeNull()
  await expect.element(alert.getByText('Couldn’t load the card fields')).toBeVisible()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByTitle('Card details')).toBeInTheDocument()
  await expect.element(alert).not.toBeInTheDocument()
  const again = document.querySelector('iframe')!
  say({ from: 'card-frame', kind: 'ready' }, { source: again.contentWindow })
  again.dispatchEvent(new Event('load'))
  await expect.poll(() => getComputedStyle(again).position).toBe('static')
  vi.advanceTimersByTime(11_000)
  expect(document.querySelector('iframe')).toBe(again)
})
