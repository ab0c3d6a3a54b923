import type { AnyCall } from '../../core/http/endpoints.ts'

/** What making a report needs: a request, or a job that makes one for a reader. */
export type ReportCall = Pick<AnyCall, 'db' | 'site' | 'services' | 'caller' | 'callerOrNull' | 'chosenLanguage'> & {
  /** Whose end means that nobody waits for the report any more. */
  reply?: AnyCall['reply']
}
