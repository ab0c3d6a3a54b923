import type { contract } from '@cutaway/contract'
import type { Handlers } from '../../core/endpoints.ts'
import type { Library } from '../catalogue/library.ts'

type Calls = Pick<
  Handlers<typeof contract.sharing>,
  | 'getEmailAnAnimationDetails'
  | 'getEmailAnAnimationDetailsHome'
  | 'sendEmail'
  | 'sendSms'
  | 'sendMms'
  | 'checkFirstTimeViewSmsMsg'
  | 'updateFirstTimeViewSmsMsg'
>

const missing = (): never => {
  throw new Error('not built yet')
}

export const sendHandlers = (_library: Library): Calls => ({
  getEmailAnAnimationDetails: missing,
  getEmailAnAnimationDetailsHome: missing,
  sendEmail: missing,
  sendSms: missing,
  sendMms: missing,
  checkFirstTimeViewSmsMsg: missing,
  updateFirstTimeViewSmsMsg: missing,
})
