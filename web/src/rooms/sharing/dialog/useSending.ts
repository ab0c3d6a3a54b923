import type { SendReceipt } from '@cutaway/contract/rooms/sharing/send.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { CallFailed } from '../../../core/api.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { textOf } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { uuid } from '../../../core/uuid.ts'

/** Message keys, by channel, for a failure without its own reason. */
const failures = {
  email: 'Error while sending email.',
  sms: 'Error while sending SMS.',
  mms: 'Error while sending MMS.',
} as const

/** No response from the server: the result is unknown, and a retry with the same idempotency key is safe. */
const wasLost = (error: unknown) => error instanceof CallFailed && (error.http === 0 || error.http >= 500)

/**
 * Sends, and shows the result. Each press of the button has its own idempotency key, which stays with the content until
 * a response has arrived, so that a retry after a lost response does not send twice.
 */
export function useSending<C extends object>(
  how: keyof typeof failures,
  send: (content: C & { request_key: string; undoable: true }) => Promise<SendReceipt>,
  onSent: (receipt: SendReceipt, requestKey: string) => void,
) {
  const pressed = useRef<{ content: string; key: string }>(null)
  return useMutation({
    mutationFn: (content: C) => {
      const text = JSON.stringify(content)
      if (pressed.current?.content !== text) pressed.current = { content: text, key: uuid() }
      return send({ ...content, request_key: pressed.current.key, undoable: true })
    },
    networkMode: 'always',
    retry: (tries, error) => tries < 1 && wasLost(error),
    onSuccess: (receipt) => {
      const requestKey = pressed.current?.key ?? ''
      pressed.current = null
      tellLeftOut(how, receipt.recipients)
      onSent(receipt, requestKey)
    },
    onError: (error) => {
      if (!wasLost(error)) pressed.current = null
      if (!(error instanceof CallFailed)) return toast(error)
      const isLeftOut = error.key === 'error_unsubscribe_user' || error.key === 'error_address_bounced'
      if (isLeftOut && tellLeftOut(how, recipientsIn(error.data))) return undefined
      const unnamed = error.key === 'message_no_data_found' || error.http >= 500
      if (!unnamed) return toast(error)
      const { reference } = error
      return toast(failures[how], {
        kind: 'error',
        ...(reference ? { detail: textOf('reference', { reference }) } : {}),
      })
    },
  })
}

/** The words of the specification for people who have stopped messages speak of emails. */
export const leftOutText = (how: keyof typeof failures, message: string): string =>
  message === 'error_unsubscribe_user' && how !== 'email' ? 'error_stopped_texts' : message

type Recipient = SendReceipt['recipients'][number]

/** Shows a notice for each address that was left out, with the reason; returns whether there was one. */
function tellLeftOut(how: keyof typeof failures, recipients: readonly Recipient[]): boolean {
  const gone = recipients.filter(({ outcome }) => outcome !== 'queued')
  for (const { to, message } of gone)
    toast('{recipient} {message}', {
      kind: 'error',
      values: { recipient: isolated(to), message: textOf(leftOutText(how, message)) },
    })
  return gone.length > 0
}

const recipientsIn = (data: unknown): readonly Recipient[] =>
  typeof data === 'object' && data !== null && 'recipients' in data && Array.isArray(data.recipients)
    ? (data.recipients as Recipient[])
    : []
