import {
  getPaymentStatus,
  paymentSecondStepCybersource,
  paymentSecondStepEwayAU,
} from '@cutaway/contract/rooms/billing.ts'
import type { SecondStep } from '@cutaway/contract/rooms/billing.ts'
import type { CardAction } from '@cutaway/contract/rooms/billing/card-frame.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CallFailed, send } from '../../../core/api.ts'
import { useOneAtATime } from '../../../ui/form/useOneAtATime.ts'
import type { Paid } from '../ready/AccountReady.tsx'
import { uuid } from '../../../core/uuid.ts'

/** Pays for a registration by card: the steps of the bank, the reasons of a refusal, and the wait for what is unclear. */

export type Typed = Omit<SecondStep, 'user_id' | 'request_key'>

type Answer = Awaited<ReturnType<typeof send<typeof getPaymentStatus>>>

/** How an attempt ended: paid, a message key, or a payment that has to be waited for. */
export type Ended =
  | { kind: 'paid'; paid: Paid }
  | {
      kind: 'refused'
      key: string
      seconds: number
      /** The bank was asked, or nearly: a code is used up. */
      isAttempt: boolean
    }
  | { kind: 'waiting'; payment: string; key: string; seconds: number }
  /** The bank's question came with a reply that was lost: it cannot be answered here any more. */
  | { kind: 'left' }

function endOf(answer: Pick<Answer, 'status' | 'message' | 'data' | 'http' | 'error_message' | 'timeCount'>): Ended {
  const { data, message } = answer
  if (answer.status === 1 && data?.responseType === 'action_required') return { kind: 'left' }
  if (answer.status === 1 && data) return { kind: 'paid', paid: data }
  if (answer.http !== 200) throw new CallFailed(message, answer.http)
  const key = answer.error_message?.error ?? message
  const seconds = answer.timeCount ?? 0
  const isUnclear = key === 'payment_being_checked' || message === 'payment_success_data_update_failed'
  const payment = data?.payment
  return isUnclear && payment
    ? { kind: 'waiting', payment, key, seconds }
    : { kind: 'refused', key, seconds, isAttempt: payment !== undefined }
}

export function usePay({
  provider,
  userId,
  act,
  onPaid,
  onLeft,
  onBlocked,
}: {
  provider: 'cybersource' | 'eway'
  userId: number
  /** Shows a page of the bank; resolves when it has finished. */
  act: (action: CardAction) => Promise<void>
  onPaid: (paid: Paid) => void
  /** The payment waits for an answer to the bank that this page cannot give. */
  onLeft: () => void
  /** Too many payments: another one can begin after these seconds. */
  onBlocked: (seconds: number) => void
}) {
  const [waiting, setWaiting] = useState<Extract<Ended, { kind: 'waiting' }> | null>(null)
  const payOnce = useOneAtATime(async (typed: Typed): Promise<Ended> => {
    const step = provider === 'eway' ? paymentSecondStepEwayAU : paymentSecondStepCybersource
    // Two sends of one attempt are one payment.
    const request_key = uuid()
    for (let round = 0; ; round += 1) {
      const { token, ...rest } = typed
      // A solved captcha counts once.
      const body = { ...rest, user_id: userId, request_key, ...(round === 0 && token ? { token } : {}) }
      const answer = await send(step, { body })
      const action = answer.status === 1 ? answer.data?.action : null
      if (!action) return endOf(answer)
      await act({ url: action.url, post: action.post, isHidden: action.hidden })
    }
  })
  const paying = useMutation({
    mutationFn: (typed: Typed) => payOnce(typed),
    onMutate: () => setWaiting(null),
    onSuccess(ended) {
      if (ended.kind === 'paid') onPaid(ended.paid)
      if (ended.kind === 'left') onLeft()
      if (ended.kind === 'waiting') setWaiting(ended)
      if (ended.kind === 'refused' && ended.seconds > 0) onBlocked(ended.seconds)
    },
  })
  const found = useQuery({
    queryKey: ['payment', waiting?.payment],
    queryFn: async ({ signal }) =>
      endOf(await send(getPaymentStatus, { params: { payment: waiting?.payment ?? '' }, signal })),
    enabled: waiting !== null,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.kind === 'waiting' ? (state.data?.seconds || 5) * 1000 : false,
  })
  const end = waiting ? found.data : undefined
  useEffect(() => {
    if (end?.kind === 'paid') onPaid(end.paid)
    if (end?.kind === 'left') onLeft()
  }, [end, onPaid, onLeft])
  const last = end ?? paying.data
  return {
    pay: paying.mutate,
    isPaying: paying.isPending,
    /** Grows with each payment that has ended. */
    tries: paying.submittedAt,
    error: paying.error,
    refused: !paying.isPending && last?.kind === 'refused' ? last : null,
    /** Why the page waits; null while nothing is unclear. */
    waiting: waiting === null || end?.kind === 'refused' ? null : end?.kind === 'waiting' ? end.key : waiting.key,
  }
}
