import { button, facts, paragraph, small, type Letter } from '../../messaging/letter/letter.ts'
import type { Words } from '../../messaging/mail.ts'

/** The mails of subscriptions. */

export type LetterKind =
  | 'receipt'
  | 'invoice'
  | 'payment_failed'
  | 'payment_needed'
  | 'suspended'
  | 'ended'
  | 'renewal'
  | 'trial'
  | 'card'
  | 'changed'
  | 'cancelled'

/** Subject and text of each mail, and the page that its button opens. */
const letters: Record<LetterKind, { subject: string; text: string; page: string; label: string }> = {
  receipt: {
    subject: 'mail_billing_receipt_subject',
    text: 'mail_billing_receipt_text',
    page: '/update_billing_details',
    label: 'mail_billing_button_details',
  },
  invoice: {
    subject: 'mail_billing_invoice_subject',
    text: 'mail_billing_invoice_text',
    page: '/update_billing_details',
    label: 'mail_billing_button_details',
  },
  payment_failed: {
    subject: 'mail_billing_failed_subject',
    text: 'mail_billing_failed_text',
    page: '/update_billing_details',
    label: 'mail_billing_button_pay',
  },
  payment_needed: {
    subject: 'mail_billing_needed_subject',
    text: 'mail_billing_needed_text',
    page: '/update_billing_details',
    label: 'mail_billing_button_pay',
  },
  suspended: {
    subject: 'mail_billing_suspended_subject',
    text: 'mail_billing_suspended_text',
    page: '/subscription_reactivate',
    label: 'mail_billing_button_reactivate',
  },
  ended: {
    subject: 'mail_billing_ended_subject',
    text: 'mail_billing_ended_text',
    page: '/subscription_reactivate',
    label: 'mail_billing_button_reactivate',
  },
  renewal: {
    subject: 'mail_billing_renewal_subject',
    text: 'mail_billing_renewal_text',
    page: '/update_billing_details',
    label: 'mail_billing_button_details',
  },
  trial: {
    subject: 'mail_billing_trial_subject',
    text: 'mail_billing_trial_text',
    page: '/switch_billing_plan',
    label: 'mail_billing_button_plan',
  },
  card: {
    subject: 'mail_billing_card_subject',
    text: 'mail_billing_card_text',
    page: '/update_billing_details',
    label: 'mail_billing_button_card',
  },
  changed: {
    subject: 'mail_billing_changed_subject',
    text: 'mail_billing_changed_text',
    page: '/update_billing_details',
    label: 'mail_billing_button_details',
  },
  cancelled: {
    subject: 'mail_billing_cancelled_subject',
    text: 'mail_billing_cancelled_text',
    page: '/update_billing_details',
    label: 'mail_billing_button_details',
  },
}

/** Mails whose words are other ones for a telephone number; the button opens its page. */
const ofNumbers: Partial<Record<LetterKind, { subject: string; text: string }>> = {
  payment_failed: { subject: 'mail_number_failed_subject', text: 'mail_number_failed_text' },
  payment_needed: { subject: 'mail_number_failed_subject', text: 'mail_number_needed_text' },
  suspended: { subject: 'mail_number_suspended_subject', text: 'mail_number_suspended_text' },
  ended: { subject: 'mail_number_ended_subject', text: 'mail_number_ended_text' },
  invoice: { subject: 'mail_billing_invoice_subject', text: 'mail_number_invoice_text' },
}

export interface LetterFacts {
  kind: LetterKind
  /** The subscription of a telephone number, whose name is `plan`. */
  isNumber: boolean
  plan: string
  business: string
  /** The day that the mail is about, in the words of its language; empty where it names none. */
  day: string
  /** With currency, in the form of its language. */
  amount: string | null
  /** The full number of an invoice. */
  number: string | null
  origin: string
}

export const subscriptionLetter =
  ({ kind, isNumber, plan, business, day, amount, number, origin }: LetterFacts) =>
  ({ say, contactEmail }: Words): Letter => {
    const { subject, text, page, label } = isNumber
      ? { ...letters[kind], page: '/phone_numbers', label: 'mail_number_button', ...ofNumbers[kind] }
      : letters[kind]
    const words = { day, plan, amount: amount ?? '' }
    return {
      subject: say(subject, words),
      preview: say(text, words),
      title: say(subject, words),
      blocks: [
        paragraph(say(text, words)),
        facts([
          { label: say('mail_billing_business'), value: business },
          { label: say(isNumber ? 'invoice_line_number' : 'mail_billing_plan'), value: plan },
          ...(amount === null ? [] : [{ label: say('mail_billing_amount'), value: amount }]),
          ...(number === null ? [] : [{ label: say('mail_billing_number'), value: number }]),
        ]),
        button(say(label), origin + page),
        small(say('mail_billing_questions', { email: contactEmail })),
      ],
    }
  }

/** Returns the mail that says that a payment goes back, because what it was for could not be delivered. */
export const amountBack =
  ({ amount }: { amount: string }) =>
  ({ say, contactEmail }: Words): Letter => ({
    subject: say('mail_billing_back_subject'),
    preview: say('mail_billing_back_text', { amount }),
    title: say('mail_billing_back_subject'),
    blocks: [
      paragraph(say('mail_billing_back_text', { amount })),
      small(say('mail_billing_questions', { email: contactEmail })),
    ],
  })
