import { countryName } from '../../core/formats.ts'
import { button, facts, paragraph, quote, small, type Block, type Letter } from './letter.ts'

/** Every letter that the portal writes. Words are in locales/ under mail_…; here is only what stands where. */

export interface MailProps {
  /** To the owner of an account for whom somebody asked for a new password. */
  passwordReset: { username: string; link: string }
  /** To the owner, after the password has been changed. */
  passwordChanged: { username: string }
  /** To an address that `name` wants to send from. */
  senderConfirmation: { email: string; name: string; link: string }
  /** To the site, from a visitor. `details` are further fields of the form by name, as the visitor filled them in. */
  contactMessage: { name: string; email: string; message: string; details: Record<string, string> }
  /** To the sender of films, once for each link. Without a customer: it was handed on. Names and times are ready to read. */
  customerWatched: Told & { films: { name: string; percent: string }[] }
  /** To the sender of films. */
  customerAnswered: Told & { answer: 'approve' | 'call' | 'withdraw' | 'action'; film: string }
  /** To the sender of a link that no longer works, from a customer who opened it. `contact` is in the customer's words. */
  linkQuestion: { film: string; contact: string; message: string; ro_number: string }
}
interface Told {
  customer: string | null
  at: string
  ro_number: string
  link: string
}
export type TemplateName = keyof MailProps

/** What a template may use besides its props. */
export interface Words {
  /** The text of a key in the letter's language; {site} is filled in. */
  say: (key: string, params?: Record<string, string | number>) => string
  tag: string
  contactEmail: string
}

export const templates: { [T in TemplateName]: (words: Words, props: MailProps[T]) => Letter } = {
  passwordReset: ({ say }, { username, link }) => ({
    subject: say('mail_password_reset_subject'),
    preview: say('mail_password_reset_valid'),
    title: say('mail_password_reset_title'),
    blocks: [
      paragraph(say('mail_password_reset_text', { username })),
      button(say('mail_password_reset_button'), link),
      small(say('mail_password_reset_valid')),
      small(say('mail_password_reset_not_you')),
    ],
  }),

  passwordChanged: ({ say, contactEmail }, { username }) => ({
    subject: say('mail_password_changed_subject'),
    preview: say('mail_password_changed_text', { username }),
    title: say('mail_password_changed_title'),
    blocks: [
      paragraph(say('mail_password_changed_text', { username })),
      paragraph(say('mail_password_changed_not_you', { email: contactEmail })),
    ],
  }),

  senderConfirmation: ({ say }, { email, name, link }) => ({
    subject: say('mail_sender_subject'),
    preview: say('mail_sender_text', { name, email }),
    title: say('mail_sender_title'),
    blocks: [
      paragraph(say('mail_sender_text', { name, email })),
      button(say('mail_sender_button'), link),
      small(say('mail_sender_valid')),
      small(say('mail_sender_not_you')),
    ],
  }),

  linkQuestion: ({ say }, { film, contact, message, ro_number }) => ({
    subject: say('mail_link_question_subject', { film }),
    preview: contact,
    title: say('mail_link_question_title'),
    blocks: [
      paragraph(say('mail_link_question_text', { film })),
      ...(message === '' ? [] : [quote(message)]),
      facts([
        { label: say('mail_link_question_contact'), value: contact },
        ...(ro_number === '' ? [] : [{ label: say('link_page_repair_order'), value: ro_number }]),
      ]),
    ],
  }),

  contactMessage: ({ say, tag }, { name, email, message, details }) => ({
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
  }),

  customerWatched: (words, told) => {
    const { say } = words
    const [first] = told.films
    const names = { customer: told.customer ?? say('a_customer'), film: first?.name ?? '' }
    return {
      subject: say('mail_watched_subject', names),
      preview: say('mail_watched_text', { ...names, percent: first?.percent ?? '', time: told.at }),
      title: say('mail_watched_title'),
      blocks: [
        paragraph(say('mail_watched_text', { ...names, percent: first?.percent ?? '', time: told.at })),
        ...aboutSend(words, told, told.films.length > 1 ? told.films : []),
      ],
    }
  },

  customerAnswered: (words, told) => {
    const { say } = words
    const names = { customer: told.customer ?? say('a_customer'), film: told.film }
    return {
      subject: say(`mail_answered_${told.answer}_subject`, names),
      preview: say('mail_answered_text', { ...names, time: told.at }),
      title: say(`mail_answered_${told.answer}_title`),
      blocks: [paragraph(say('mail_answered_text', { ...names, time: told.at })), ...aboutSend(words, told, [])],
    }
  },
}

/** The repair order, further films, the way to the page in the portal, and why the letter came. */
const aboutSend = ({ say }: Words, told: Told, films: { name: string; percent: string }[]): Block[] => {
  const rows = [
    ...(told.ro_number ? [{ label: say('repair_order'), value: told.ro_number }] : []),
    ...films.map(({ name, percent }) => ({ label: name, value: percent })),
  ]
  return [
    ...(rows.length > 0 ? [facts(rows)] : []),
    button(say('mail_told_button'), told.link),
    small(say('mail_told_why')),
  ]
}

const countryOf = (code: string, tag: string): string =>
  /^[a-z]{2}$/i.test(code) ? (countryName(code.toUpperCase(), tag) ?? code) : code
