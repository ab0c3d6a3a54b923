import type * as contract from '@cutaway/contract/rooms/sharing/send.ts'
import type { Handler } from '../../../core/http/endpoints.ts'
import { fail } from '../../../core/http/errors.ts'
import { withdrawMessages } from '../../messaging/withdraw.ts'
import { textsLeft } from '../../messaging/credits.ts'
import { deleteSend, findSendByKey, findSender, lockSending } from './sends.queries.ts'

/** Takes back a send while its messages are held. The agreement to text messages stays: the customer did give it. */
export const undoSend: Handler<typeof contract.undoSend> = async ({ body, caller, site, db, services, audit }) => {
  const userId = caller.user.user_id
  await lockSending(db, site, userId)
  const send = (await findSendByKey(db, site, userId, body.request_key)) ?? fail('message_no_data_found')
  const mails = send.recipients.flatMap(({ mail_id }) => mail_id ?? [])
  const messages = send.recipients.flatMap(({ message_id }) => message_id ?? [])
  if (!(await withdrawMessages(db, site, { mails, messages }, services.clock.now()))) fail('send_on_its_way')
  await deleteSend(db, site, send.send_id)
  audit({ target: { kind: 'send', id: send.send_id } })
  const sender = await findSender(db, site, userId)
  return { texts_left: await textsLeft(db, site, sender?.businessentity_id ?? null) }
}
