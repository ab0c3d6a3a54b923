import type { contract } from '@cutaway/contract'
import type { Handlers } from '../../core/endpoints.ts'

type Calls = Pick<
  Handlers<typeof contract.sharing>,
  'updateUnsubscribeEmailDetails' | 'unsubscribeByPost' | 'exportConsents'
>

const missing = (): never => {
  throw new Error('not built yet')
}

export const consentHandlers: Calls = {
  updateUnsubscribeEmailDetails: missing,
  unsubscribeByPost: missing,
  exportConsents: missing,
}
