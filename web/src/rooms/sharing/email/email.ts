import { isEmail } from '@cutaway/contract/addresses.ts'
import type { ShareDetails } from '@cutaway/contract/rooms/sharing/send.ts'
import { isWebmail } from '@cutaway/contract/webmail.ts'
import type { Draft } from '../dialog/draft.ts'
import { withTyped } from './recipients.ts'

/** Returns the content of an e-mail: typed text, else saved text, else the web site's. */

/** Returns the default sender; empty: no-reply. Free mail always comes from no-reply. */
export function defaultSender({ emailAddressSettings: addresses, is_from_no_reply }: ShareDetails): string {
  if (is_from_no_reply === 'yes') return ''
  const email = (addresses.find(({ is_default }) => is_default === 1) ?? addresses[0])?.email ?? ''
  return isWebmail(email) ? '' : email
}

/** Returns whether mail of an address comes from the web site's own, with the address as Reply-To. */
export const isSentFromSite = ({ emailAddressSettings }: ShareDetails, from: string): boolean =>
  emailAddressSettings.some(({ email, sends_from }) => email === from && sends_from === 'site')

export interface Email {
  recipients: readonly string[]
  subject: string
  message: string
  /** Empty: no-reply. */
  from: string
  banner: ShareDetails['emailBannerSettings'][number] | null
  notify: boolean
}

export function emailOf(draft: Draft, details: ShareDetails, siteSubject: string): Email {
  const { emailContentSettings: own, emailMessageWebsite: ofSite, emailBannerSettings: banners } = details
  const banner =
    draft.bannerId === undefined
      ? banners.find(({ is_default }) => is_default === 1)
      : banners.find(({ id }) => id === draft.bannerId)
  const senders = details.emailAddressSettings.map(({ email }) => email)
  const from = draft.from === '' || (draft.from && senders.includes(draft.from)) ? draft.from : defaultSender(details)
  return {
    recipients: withTyped(draft.recipients, draft.typed).recipients,
    subject: draft.subject ?? (own.mail_subject || siteSubject),
    message: draft.emailMessage ?? (own.email_message1 || ofSite.mail_content1),
    from,
    banner: banner ?? null,
    notify: draft.notify ?? details.notify,
  }
}

export type EmailField = 'to' | 'subject' | 'message' | 'films'

/** The server refuses longer texts. */
export const mostSubject = 200
export const mostMessage = 5000

/** Returns the errors that block sending: message keys by field. */
export function faultsOf(email: Email, films: number): Partial<Record<EmailField, string>> {
  return {
    ...(email.recipients.length === 0 ? { to: 'enter_email_address' } : {}),
    ...(email.recipients.some((one) => !isEmail(one)) ? { to: 'email_addresses_not_valid' } : {}),
    ...(email.subject.trim() === '' ? { subject: 'enter_subject' } : {}),
    ...(email.subject.length > mostSubject ? { subject: 'text_too_long' } : {}),
    ...(email.message.length > mostMessage ? { message: 'text_too_long' } : {}),
    ...(films === 0 ? { films: 'please_select_an_animation' } : {}),
  }
}
