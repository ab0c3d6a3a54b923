import { button, paragraph, small, type Letter } from '../messaging/letter/letter.ts'
import type { Words } from '../messaging/mail.ts'

/** Returns the mail with a password reset link, for the owner of the account. */
export const passwordReset =
  ({ username, link }: { username: string; link: string }) =>
  ({ say }: Words): Letter => ({
    subject: say('mail_password_reset_subject'),
    preview: say('mail_password_reset_valid'),
    title: say('mail_password_reset_title'),
    blocks: [
      paragraph(say('mail_password_reset_text', { username })),
      button(say('mail_password_reset_button'), link),
      small(say('mail_password_reset_valid')),
      small(say('mail_password_reset_not_you')),
    ],
  })

/** Returns the mail that notifies the owner of the account of a changed password. */
export const passwordChanged =
  ({ username }: { username: string }) =>
  ({ say, contactEmail }: Words): Letter => ({
    subject: say('mail_password_changed_subject'),
    preview: say('mail_password_changed_text', { username }),
    title: say('mail_password_changed_title'),
    blocks: [
      paragraph(say('mail_password_changed_text', { username })),
      paragraph(say('mail_password_changed_not_you', { email: contactEmail })),
    ],
  })

/** Returns the mail that tells a user that a manager acts in the user's place. */
export const actedFor =
  ({ username, manager, reason }: { username: string; manager: string; reason: string }) =>
  ({ say, contactEmail }: Words): Letter => ({
    subject: say('mail_acting_subject', { manager }),
    preview: say('mail_acting_text', { manager, username }),
    title: say('mail_acting_title'),
    blocks: [
      paragraph(say('mail_acting_text', { manager, username })),
      paragraph(say('mail_acting_reason', { reason })),
      small(say('mail_acting_not_expected', { email: contactEmail })),
    ],
  })

/** What changed about the second step of a login. */
export type SecondStepChange =
  { kind: 'app_added' | 'app_removed' | 'codes_made' } | { kind: 'passkey_added' | 'passkey_removed'; name: string }

/** Returns the mail that tells a user that the second step of the own login was changed. */
export const secondStepChanged =
  ({ username, ...change }: { username: string } & SecondStepChange) =>
  ({ say, contactEmail }: Words): Letter => {
    const text = say(`mail_second_step_${change.kind}`, { username, name: 'name' in change ? change.name : '' })
    return {
      subject: say('mail_second_step_subject'),
      preview: text,
      title: say('mail_second_step_title'),
      blocks: [paragraph(text), paragraph(say('mail_second_step_not_you', { email: contactEmail }))],
    }
  }
