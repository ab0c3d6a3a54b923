import { z } from 'zod'
import { anyone, endpoint, level, may, notAudited, ownSite } from '../../endpoint.ts'
import { Flag, Id, Nothing, PathId, Yes } from '../../fields.ts'

/** The sender addresses of a user's mail. Only addresses whose mail the user can read may be used. */

export const mostAddresses = 20

/** `waiting`: the link in its mail has not been used yet. `expired`: the link is no longer valid. */
export const AddressState = z.enum(['confirmed', 'waiting', 'expired'])
export type AddressState = z.infer<typeof AddressState>

export const SenderAddress = z.object({
  id: Id,
  email: z.string(),
  is_default: Flag,
  state: AddressState,
  /** The address is of a free-mail provider: mail is sent from no-reply, with this address as Reply-To. */
  is_webmail: Flag,
  /** The default sender for users of the business without a default of their own. */
  is_business_default: Flag,
})
export type SenderAddress = z.infer<typeof SenderAddress>

const YesNo = z.enum(['yes', 'no'])
const Email = z.string().max(400)
const addressFails = ['email_not_valid', 'sender_address_exists', 'sender_mail_wait', 'sender_mail_too_often'] as const
const Sending = z.object({ is_from_no_reply: YesNo })

export const getUserEmailAddressList = endpoint({
  method: 'GET',
  path: '/getUserEmailAddressList/:user',
  who: may('manage_email_settings'),
  actsFor: 'user',
  summary: 'Returns the sender addresses of a user, the default first, then in the order of creation.',
  params: z.object({ user: PathId }),
  reply: z.array(SenderAddress),
  beside: z.object({
    is_from_no_reply: YesNo,
    /** The default of the business, for users without a default of their own. */
    business_address: z.string().nullable(),
    /** Whether the caller may choose the default address of the business. */
    may_set_business_default: Flag,
  }),
})

export const addUserEmailAddress = endpoint({
  method: 'POST',
  path: '/addUserEmailAddress',
  who: may('manage_email_settings'),
  actsFor: 'user_id',
  audit: { action: 'sender_address.add' },
  summary: 'Adds a sender address and mails it a link. `is_default` takes effect on confirmation.',
  limit: { max: 30 },
  body: z.object({ email: Email, is_default: Yes.optional(), user_id: Id }),
  fails: [...addressFails, 'too_many_sender_addresses'],
  reply: SenderAddress,
})

export const updateEmailAddress = endpoint({
  method: 'PUT',
  path: '/updateEmailAddress',
  who: may('manage_email_settings'),
  owns: { id: 'sender_address' },
  audit: { action: 'sender_address.change' },
  summary: 'Changes a sender address. A new one must be confirmed; `is_default` takes effect on confirmation.',
  limit: { max: 30 },
  body: z.object({ id: Id, email: Email, is_default: Yes.optional() }),
  fails: addressFails,
  reply: SenderAddress,
})

export const deleteEmailAddress = endpoint({
  method: 'DELETE',
  path: '/deleteEmailAddress/:id',
  who: may('manage_email_settings'),
  owns: { id: 'sender_address' },
  audit: { action: 'sender_address.delete' },
  summary: 'Deletes a sender address. If it was the default, the oldest confirmed one becomes the default.',
  params: z.object({ id: PathId }),
  reply: Nothing,
})

export const setDefaultEmailAddressUser = endpoint({
  method: 'PUT',
  path: '/setDefaultEmailAddressUser',
  who: may('manage_email_settings'),
  owns: { id: 'sender_address' },
  audit: { action: 'sender_address.make_default' },
  summary: 'Makes a confirmed address the default sender of a user’s mail and clears no-reply.',
  body: z.object({ id: Id }),
  fails: ['sender_not_confirmed'],
  reply: SenderAddress,
})

export const setDefaultEmailAddress = endpoint({
  method: 'PUT',
  path: '/setDefaultEmailAddress',
  who: level(3),
  actsFor: 'user_id',
  owns: { id: 'sender_address' },
  audit: { action: 'sender_address.make_business_default' },
  summary:
    'Makes a confirmed address the default of a business, for users without a default of their own; null clears it.',
  body: z.object({ id: Id.nullable(), user_id: Id.optional() }),
  fails: ['sender_not_confirmed', 'sender_no_business'],
  reply: z.object({ business_address: z.string().nullable() }),
})

const NoReply = z.object({ user_id: Id, no_reply: YesNo, web_site_id: Id.optional() })

export const changeFromNoReply = endpoint({
  method: 'POST',
  path: '/changeFromNoReply',
  who: may('manage_email_settings'),
  actsFor: 'user_id',
  site: ownSite('web_site_id'),
  audit: { action: 'sender_address.change_no_reply' },
  summary: 'Sends a user’s mail from no-reply, or from the user’s own address again. No-reply clears the default.',
  body: NoReply,
  fails: ['sender_none_confirmed'],
  reply: Sending,
})

export const changeFromNoReplyHome = endpoint({
  method: 'POST',
  path: '/changeFromNoReplyHome',
  who: may('allow_share_email'),
  actsFor: 'user_id',
  site: ownSite('web_site_id'),
  audit: { action: 'sender_address.change_no_reply' },
  notForCustomers: true,
  summary: 'Switches no-reply on or off from the share dialog.',
  body: NoReply,
  fails: ['sender_none_confirmed'],
  reply: Sending,
})

export const UdateUserDefaultEmailFromHome = endpoint({
  method: 'POST',
  path: '/UdateUserDefaultEmailFromHome',
  who: may('allow_share_email'),
  actsFor: 'user_id',
  owns: { id: 'sender_address' },
  audit: { action: 'sender_address.make_default' },
  notForCustomers: true,
  summary: 'Makes a confirmed address the default from the share dialog.',
  body: z.object({ id: Id, user_id: Id.optional() }),
  fails: ['sender_not_confirmed'],
  reply: SenderAddress,
})

export const resendSenderConfirmation = endpoint({
  method: 'POST',
  path: '/resendSenderConfirmation',
  who: may('manage_email_settings'),
  owns: { id: 'sender_address' },
  audit: { action: 'sender_address.mail_link' },
  summary: 'Mails a new link to an unconfirmed address and invalidates the previous one.',
  limit: { max: 30 },
  body: z.object({ id: Id }),
  fails: ['sender_already_confirmed', 'sender_mail_wait', 'sender_mail_too_often'],
  reply: SenderAddress,
})

const Token = z.object({ token: z.string().regex(/^[\w-]{20,100}$/) })

export const checkSenderLink = endpoint({
  method: 'POST',
  path: '/checkSenderLink',
  who: anyone,
  audit: notAudited('reads only'),
  summary: 'Returns the address that a mailed link confirms, and its user. Changes nothing.',
  limit: { max: 30 },
  body: Token,
  fails: ['sender_link_expired'],
  reply: z.object({ email: z.string(), name: z.string(), is_webmail: Flag }),
})

export const confirmSenderAddress = endpoint({
  method: 'POST',
  path: '/confirmSenderAddress',
  who: anyone,
  audit: { action: 'sender_address.confirm' },
  summary: 'Confirms a sender address with the mailed token, once and within 48 hours.',
  limit: { max: 30 },
  body: Token,
  fails: ['sender_link_expired'],
  reply: z.object({ email: z.string(), is_default: Flag }),
})
