import { paypalSuccessUrl } from '@cutaway/contract/rooms/billing.ts'
import { useQuery } from '@tanstack/react-query'
import { CallFailed, send } from '../../../core/api.ts'

/** Returns how the last payment of this browser's sign-up ended; null if there is none. */
async function readResult(signal: AbortSignal) {
  const answer = await send(paypalSuccessUrl, { signal })
  if (answer.http === 404) return null
  if (answer.status === 0 && answer.http !== 200) throw new CallFailed(answer.message, answer.http)
  const { data } = answer
  const paid = answer.status === 1 && data?.responseType === 'success' ? data : null
  const error = answer.error_message?.error
  const hasEnded = paid !== null || answer.message === 'failed' || error === 'payment_not_taken'
  /** It waits for a step of the person: at PayPal, or at the bank. */
  const waitsForPerson = answer.status === 1 && data?.responseType === 'action_required'
  return { paid, error, hasEnded, waitsForPerson, seconds: answer.timeCount ?? 3 }
}

/** Asks how the payment of this browser's sign-up ended until it is known. Changes nothing. */
export const usePaymentResult = (enabled = true) =>
  useQuery({
    queryKey: ['payment of the sign-up'],
    queryFn: ({ signal }) => readResult(signal),
    enabled,
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data && !state.data.hasEnded && state.error === null ? state.data.seconds * 1000 : false,
  })
