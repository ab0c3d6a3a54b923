import { getPaymentStatus } from '@cutaway/contract/rooms/billing.ts'
import type { CardAction } from '@cutaway/contract/rooms/billing/card-frame.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { CallFailed, send } from '../../../core/api.ts'
import { uuid } from '../../../core/uuid.ts'
import { useOneAtATime } from '../../../ui/form/useOneAtATime.ts'

/** Charges what a signed-in customer pays: the steps of the bank, the reasons of a refusal, the wait for what is unclear. */

interface Action {
  url: string
  post: Record<string, string>
  hidden: boolean
}

/** An answer of a call that may charge. */
export interface ChargeAnswer<D> {
  status: 0 | 1
  message: string
  http: number
  data: D | null
  error_message?: { error: string } | undefined
  timeCount?: number | undefined
}

/** What the data of such a call may hold. */
interface Charged {
  payment?: string | null
  responseType?: string | null
  action?: Action | null
  paypalDetails?: { merchantUrl: string } | null
}

/** How it ended: done, a page at which it goes on, a message key, or a payment that has to be waited for. */
export type Ended<D> =
  | { kind: 'done'; data: D | null }
  | { kind: 'elsewhere'; url: string }
  | { kind: 'refused'; key: string; field?: string }
  | { kind: 'waiting'; payment: string; key: string; seconds: number }

export function endOf<D extends Charged>(answer: ChargeAnswer<D>): Ended<D> {
  const { data, message } = answer
  // The bank's question came with a reply that was lost: it cannot be answered here, and another payment gives it up.
  if (answer.status === 1 && data?.responseType === 'action_required' && !data.paypalDetails)
    return { kind: 'refused', key: 'Something went wrong. Please try again' }
  if (answer.status === 1)
    return data?.paypalDetails ? { kind: 'elsewhere', url: data.paypalDetails.merchantUrl } : { kind: 'done', data }
  if (answer.http !== 200) throw new CallFailed(message, answer.http)
  const key = answer.error_message?.error ?? message
  const isUnclear = key === 'payment_being_checked' || message === 'payment_success_data_update_failed'
  if (isUnclear && data?.payment) return { kind: 'waiting', payment: data.payment, key, seconds: answer.timeCount ?? 5 }
  const field = (data as { field?: unknown } | null)?.field
  return { kind: 'refused', key, ...(typeof field === 'string' ? { field } : {}) }
}

/**
 * Returns the keys of requests to charge. Without an answer it is unknown what was paid, so the next request for the same
 * thing has the same key, and is the same payment. After an answer, it is a new one.
 */
export function requestKeys() {
  let open: { input: string | undefined; key: string } | null = null
  return {
    of(input: unknown): string {
      const asked = JSON.stringify(input)
      if (open?.input !== asked || open === null) open = { input: asked, key: uuid() }
      return open.key
    },
    answered(): void {
      open = null
    },
  }
}

export function useCharge<D extends Charged, Input>({
  charge,
  act,
  onDone,
}: {
  /** Sends the call. The same key is the same payment, whatever is repeated. */
  charge: (input: Input, requestKey: string) => Promise<ChargeAnswer<D>>
  /** Shows a page of the bank; resolves when it has finished. */
  act: (action: CardAction) => Promise<void>
  /** The data of the call; null where the payment was found to be done later. */
  onDone: (data: D | null) => void
}) {
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  const keyOf = useRef(requestKeys())
  const chargeOnce = useOneAtATime(async (input: Input): Promise<Ended<D>> => {
    const key = keyOf.current.of(input)
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- the bank's step comes before the repetition
      const answer = await charge(input, key)
      const action = answer.status === 1 ? answer.data?.action : null
      if (!action) {
        const end = endOf(answer)
        keyOf.current.answered()
        return end
      }
      // oxlint-disable-next-line no-await-in-loop -- see above
      await act({ url: action.url, post: action.post, isHidden: action.hidden })
    }
  })
  const charging = useMutation({
    mutationFn: (input: Input) => chargeOnce(input),
    onSuccess(ended) {
      if (ended.kind === 'done') done.current(ended.data)
      if (ended.kind === 'elsewhere') location.assign(ended.url)
    },
  })
  const waiting = charging.data?.kind === 'waiting' ? charging.data : null
  const found = useQuery({
    queryKey: ['payment', waiting?.payment],
    queryFn: async ({ signal }): Promise<Ended<Charged>> =>
      endOf(await send(getPaymentStatus, { params: { payment: waiting?.payment ?? '' }, signal })),
    enabled: waiting !== null,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      const seconds = state.data?.kind === 'waiting' ? state.data.seconds : (waiting?.seconds ?? 5)
      return state.data === undefined || state.data.kind === 'waiting' ? Math.max(0.05, seconds) * 1000 : false
    },
  })
  const end = waiting ? found.data : undefined
  useEffect(() => {
    if (end?.kind === 'done') done.current(null)
  }, [end])
  const last = end ?? charging.data
  return {
    charge: charging.mutate,
    reset: charging.reset,
    isCharging: charging.isPending || (charging.data?.kind === 'elsewhere' && charging.isSuccess),
    error: charging.error,
    refused: !charging.isPending && last?.kind === 'refused' ? last : null,
    /** Why the page waits; null while nothing is unclear. */
    waiting: !waiting || (end && end.kind !== 'waiting') ? null : end?.kind === 'waiting' ? end.key : waiting.key,
  }
}
