import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal, type FakeHandlers } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Sent } from './Sent.tsx'

/** Covers what Dana sees after sending: whom it went to, and the seconds in which she can take it back. */

const sent = {
  title: 'share_text_sent',
  to: ['Joan Pell'],
  address: '+15035550188',
  left: [],
  subject: 'Your brakes, explained',
  requestKey: '00000000-0000-4000-8000-000000000001',
}

async function afterSending(undoSend: NonNullable<FakeHandlers['sharing']>['undoSend']) {
  const api = fakeApi({ sharing: { undoSend } })
  const onUndone = vi.fn<() => void>()
  const nothing = () => undefined
  await render(
    <Dialog title="Share with customer" onClose={nothing}>
      <Sent sent={sent} onAnother={nothing} onNextFilm={nothing} onUndone={onUndone} onClose={nothing} />
    </Dialog>,
    { session: danasSession(['allow_share_sms']) },
  )
  await expect.element(page.getByRole('heading', { name: /Text sent to .*Joan Pell/ })).toBeVisible()
  return { api, onUndone }
}
const undo = page.getByRole('button', { name: /^Undo/ })

test('takes the send back, and returns to the filled form', async () => {
  const { api, onUndone } = await afterSending(() => ({ texts_left: 412 }))
  await undo.click()
  await expect.element(page.getByText('Nothing was sent. You can change it and send again.')).toBeVisible()
  expect(api.calls('undoSend').map(({ body }) => body)).toEqual([{ request_key: sent.requestKey }])
  expect(onUndone).toHaveBeenCalledOnce()
})

test('says that it is too late, and offers it no longer', async () => {
  const { onUndone } = await afterSending(() => refusal('send_on_its_way'))
  await undo.click()
  await expect.element(page.getByText('Too late to undo: the message is on its way.')).toBeVisible()
  await expect.element(undo).not.toBeInTheDocument()
  expect(onUndone).not.toHaveBeenCalled()
})
