import { button, facts, paragraph, type Letter } from '../messaging/letter/letter.ts'
import { formatCount } from '../../core/formats.ts'
import type { Words } from '../messaging/mail.ts'

/** The mails about the account of text messages. */

export interface CreditsFacts {
  kind: 'bought' | 'recharged' | 'invoiced' | 'declined' | 'cap' | 'low' | 'empty'
  /** Messages that were bought; for warnings, those that are left. */
  count: number
  business: string
  amount: string | null
  /** The full number of an invoice. */
  number: string | null
  origin: string
}

export const creditsLetter =
  ({ kind, count: messages, business, amount, number, origin }: CreditsFacts) =>
  ({ say, tag }: Words): Letter => {
    const count = formatCount(messages, tag)
    const words = { count, amount: amount ?? '' }
    const subject = say(`mail_texts_${kind}_subject`, words)
    const about = say(`mail_texts_${kind}_text`, words)
    return {
      subject,
      preview: about,
      title: subject,
      blocks: [
        paragraph(about),
        facts([
          { label: say('mail_billing_business'), value: business },
          ...(amount === null ? [] : [{ label: say('mail_billing_amount'), value: amount }]),
          ...(number === null ? [] : [{ label: say('mail_billing_number'), value: number }]),
        ]),
        button(say('mail_texts_button'), `${origin}/sms_messages`),
      ],
    }
  }

export interface RegistrationFacts {
  state: 'approved' | 'refused'
  business: string
  /** The carriers’ words; empty if they approved. */
  reason: string
  origin: string
}

/** What the US carriers decided on the registration of a business. */
export const registrationLetter =
  ({ state, business, reason, origin }: RegistrationFacts) =>
  ({ say }: Words): Letter => {
    const subject = say(`mail_registration_${state}_subject`)
    const about = say(`mail_registration_${state}_text`)
    return {
      subject,
      preview: about,
      title: subject,
      blocks: [
        paragraph(about),
        facts([
          { label: say('mail_billing_business'), value: business },
          ...(reason === '' ? [] : [{ label: say('mail_registration_reason'), value: reason }]),
        ]),
        button(say('mail_number_button'), `${origin}/phone_numbers`),
      ],
    }
  }
