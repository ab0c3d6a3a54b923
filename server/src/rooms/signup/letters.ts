import { button, facts, paragraph, small, type Letter } from '../messaging/letter/letter.ts'
import type { Words } from '../messaging/mail.ts'

/** The mails of sign-up. */

/** Returns the mail with a one-time code. */
export const codeLetter =
  ({ code, minutes }: { code: string; minutes: number }) =>
  ({ say }: Words): Letter => ({
    subject: say('mail_code_subject', { code }),
    preview: say('mail_code_valid', { minutes }),
    title: say('mail_code_title'),
    blocks: [
      paragraph(say('mail_code_text')),
      facts([{ label: say('mail_code_label'), value: code }]),
      small(say('mail_code_valid', { minutes })),
      small(say('mail_code_not_you')),
    ],
  })

/** Returns the mail with the link that activates the account of a school. */
export const educationActivation =
  ({ school, link }: { school: string; link: string }) =>
  ({ say }: Words): Letter => ({
    subject: say('mail_education_subject'),
    preview: say('mail_education_text', { school }),
    title: say('mail_education_title'),
    blocks: [
      paragraph(say('mail_education_text', { school })),
      button(say('mail_education_button'), link),
      small(say('mail_education_valid')),
    ],
  })

/** Returns the mail that tells a person that the account is ready, with a link to choose a password. */
export const accountReady =
  ({ username, link }: { username: string; link: string }) =>
  ({ say, contactEmail }: Words): Letter => ({
    subject: say('mail_account_ready_subject'),
    preview: say('mail_account_ready_text', { username }),
    title: say('mail_account_ready_title'),
    blocks: [
      paragraph(say('mail_account_ready_text', { username })),
      button(say('mail_account_ready_button'), link),
      small(say('mail_account_ready_valid', { email: contactEmail })),
    ],
  })

/** Returns the receipt of a teacher's application. */
export const applicationReceived =
  ({ name, school }: { name: string; school: string }) =>
  ({ say, contactEmail }: Words): Letter => ({
    subject: say('mail_application_subject'),
    preview: say('mail_application_text', { name, school }),
    title: say('mail_application_title'),
    blocks: [
      paragraph(say('mail_application_text', { name, school })),
      small(say('mail_application_questions', { email: contactEmail })),
    ],
  })

/** Returns the mail that tells a teacher that the application was refused, and why. */
export const applicationRefused =
  ({ name, reason }: { name: string; reason: string }) =>
  ({ say, contactEmail }: Words): Letter => ({
    subject: say('mail_application_refused_subject'),
    preview: say('mail_application_refused_text', { name }),
    title: say('mail_application_refused_title'),
    blocks: [
      paragraph(say('mail_application_refused_text', { name })),
      paragraph(say('mail_application_refused_reason', { reason })),
      small(say('mail_application_questions', { email: contactEmail })),
    ],
  })

/** Returns the mail that says that a payment goes back, because the account could not be set up. */
export const amountGoesBack =
  ({ amount }: { amount: string }) =>
  ({ say, contactEmail }: Words): Letter => ({
    subject: say('mail_paid_back_subject'),
    preview: say('mail_paid_back_text', { amount }),
    title: say('mail_paid_back_title'),
    blocks: [
      paragraph(say('mail_paid_back_text', { amount })),
      small(say('mail_paid_back_questions', { email: contactEmail })),
    ],
  })
