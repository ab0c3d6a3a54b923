import type { Envelope } from '@cutaway/contract/endpoint.ts'
import { CallFailed } from '../../core/api.ts'

/** Returns a successful envelope with its data; throws CallFailed for a refusal. For `send` in a mutation. */
export function answerOf<D>(answer: Envelope<D> & { http: number }): { status: 1; message: string; data: D } {
  if (answer.status !== 1) throw new CallFailed(answer.message, answer.http)
  return { status: 1, message: answer.message, data: answer.data as D }
}
