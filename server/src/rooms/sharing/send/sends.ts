import type * as contract from '@cutaway/contract/rooms/sharing/send.ts'
import type { Handlers } from '../../../core/http/endpoints.ts'
import { sendEmail } from './send-email.ts'
import { sendText } from './send-text.ts'
import { hasSeenOptIn, noteOptInSeen } from './sends.queries.ts'
import { shareDetails } from './share-details.ts'
import { undoSend } from './undo.ts'

/** Sending films to customers. */
export const sends: Handlers<typeof contract> = {
  getEmailAnAnimationDetails: (call) => shareDetails(call, call.owner.user_id, call.params.type, call.params.lang),
  getEmailAnAnimationDetailsHome: (call) => shareDetails(call, call.owner.user_id, 'email'),
  sendEmail,
  sendSms: (call) => sendText(call, 'sms'),
  sendMms: (call) => sendText(call, 'mms'),

  undoSend,

  checkFirstTimeViewSmsMsg: async ({ owner, site, db }) => ({
    first_time: (await hasSeenOptIn(db, site, owner.user_id)) ? 0 : 1,
  }),
  updateFirstTimeViewSmsMsg: async ({ owner, site, db, services }) => {
    await noteOptInSeen(db, site, owner.user_id, services.clock.now())
    return { first_time: 0 }
  },
}
