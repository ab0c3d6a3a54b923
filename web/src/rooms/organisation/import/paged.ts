import { CallFailed } from '../../../core/api.ts'

/** Returns the rows of a list call and the number of all; throws for a refusal. */
export function paged<Row>(answer: {
  status: 0 | 1
  message: string
  http: number
  data: readonly Row[] | null
  total?: number
}): { rows: readonly Row[]; total: number } {
  if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
  return { rows: answer.data, total: answer.total ?? answer.data.length }
}
