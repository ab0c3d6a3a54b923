import { countryName } from '../../core/formats.ts'
import { facts, quote, small, type Letter } from '../messaging/letter/letter.ts'
import type { Words } from '../messaging/mail.ts'

/**
 * Returns the mail with a visitor's message to the site. `details` are further form fields by name, as the visitor
 * entered them.
 */
export const contactMessage =
  ({
    name,
    email,
    message,
    details,
  }: {
    name: string
    email: string
    message: string
    details: Record<string, string>
  }) =>
  ({ say, tag }: Words): Letter => ({
    subject: say('mail_contact_subject', { name }),
    preview: message.slice(0, 120),
    title: say('mail_contact_title'),
    blocks: [
      quote(message),
      facts(
        [['name', name], ['email', email], ...Object.entries(details)].map(([field = '', value = '']) => ({
          label: say(`mail_contact_${field}`),
          value: field === 'country_code' ? countryOf(value, tag) : value,
        })),
      ),
      small(say('mail_contact_reply', { email })),
    ],
  })

const countryOf = (code: string, tag: string): string =>
  /^[a-z]{2}$/i.test(code) ? (countryName(code.toUpperCase(), tag) ?? code) : code
