import type { contract } from '@cutaway/contract'
import type { Handlers } from '../../../core/http/endpoints.ts'
import type { Library } from '../../catalogue/library/library.ts'
import { resend } from './resend.ts'
import { sendEmail } from './send-email.ts'
import { sendText } from './send-text.ts'
import { hasSeenOptIn, noteOptInSeen } from './sends.queries.ts'
import { shareDetails } from './share-details.ts'

type Calls = Pick<
  Handlers<typeof contract.sharing>,
  | 'getEmailAnAnimationDetails'
  | 'getEmailAnAnimationDetailsHome'
  | 'sendEmail'
  | 'sendSms'
  | 'sendMms'
  | 'checkFirstTimeViewSmsMsg'
  | 'updateFirstTimeViewSmsMsg'
  | 'resendToRecipient'
>

/** Sending films to customers. */
export const sendHandlers = (library: Library): Calls => ({
  getEmailAnAnimationDetails: (call) => shareDetails(call, call.params.user, call.params.type, call.params.lang),
  getEmailAnAnimationDetailsHome: (call) => shareDetails(call, call.params.user_id, 'email'),
  sendEmail: sendEmail(library),
  sendSms: (call) => sendText(library, call, 'sms'),
  sendMms: (call) => sendText(library, call, 'mms'),
  resendToRecipient: resend(library),

  checkFirstTimeViewSmsMsg: async ({ params, caller, site, db }) => {
    const userId = await caller.mayActFor(params.user)
    return { first_time: (await hasSeenOptIn(db, site, userId)) ? 0 : 1 }
  },
  updateFirstTimeViewSmsMsg: async ({ body, caller, site, db, services }) => {
    const userId = await caller.mayActFor(body.user_id ?? caller.user.user_id)
    await noteOptInSeen(db, site, userId, services.clock.now())
    return { first_time: 0 }
  },
})
