import type { LinkAnswer } from '@cutaway/contract/rooms/sharing/landing.ts'
import { button, facts, paragraph, quote, small, type Block, type Letter } from '../messaging/letter/letter.ts'
import type { Words } from '../messaging/mail.ts'

/** Letters to the sender of a film. Names and times are already formatted. */

/** Returns the key of mails about a link; they are deleted with its customer. */
export const aboutLink = (linkId: number): string => `link ${linkId}`

/** Returns the key of mails about a customer without a link. */
export const aboutCustomer = (customerId: number): string => `customer ${customerId}`

interface Told {
  /** Null: the link was handed on. */
  customer: string | null
  at: string
  ro_number: string
  link: string
}

/** Returns the letter about the first watching of a link by the customer. */
export const customerWatched =
  (told: Told & { films: { name: string; percent: string }[] }) =>
  (words: Words): Letter => {
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
  }

interface AnsweredLine {
  name: string
  answer: 'approve' | 'not_now' | 'ask'
  /** Empty without a price. */
  price: string
  question: string
}

/** Returns the letter with the answer of a customer. */
export const customerAnswered =
  (
    told: Told & {
      answer: LinkAnswer
      film: string
      rows: readonly AnsweredLine[]
      /** The sum of what was approved; empty without prices. */
      total: string
      /** The number to call, in the customer's words; empty if none was entered. */
      contact: string
    },
  ) =>
  (words: Words): Letter => {
    const { say } = words
    const approved = told.rows.filter(({ answer }) => answer === 'approve')
    const names = { customer: told.customer ?? say('a_customer'), film: told.film, count: approved.length }
    const subject = approved.length > 1 ? 'mail_answered_approve_many_subject' : `mail_answered_${told.answer}_subject`
    const lines = told.rows.map(({ name, answer, price, question }) => ({
      label: name,
      value: [say(`decision_answer_${answer}`), answer === 'approve' ? price : '', question].filter(Boolean).join(', '),
    }))
    return {
      subject: say(subject, names),
      preview: say('mail_answered_text', { ...names, time: told.at }),
      title: say(`mail_answered_${told.answer}_title`),
      blocks: [
        paragraph(say('mail_answered_text', { ...names, time: told.at })),
        ...(lines.length > 0
          ? [
              facts([
                ...lines,
                ...(told.total === '' ? [] : [{ label: say('decision_approved_total'), value: told.total }]),
                ...(told.contact === '' ? [] : [{ label: say('decision_contact'), value: told.contact }]),
              ]),
            ]
          : []),
        ...aboutSend(words, told, []),
      ],
    }
  }

/** Returns the letter with a question from a customer whose link no longer works. `contact` is in the customer's words. */
export const linkQuestion =
  ({ film, contact, message, ro_number }: { film: string; contact: string; message: string; ro_number: string }) =>
  ({ say }: Words): Letter => ({
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
  })

/** Returns the letter about a text message that was not delivered. `film` is empty for an answer in a conversation. */
export const textNotDelivered =
  (failed: { customer: string; reason: string; film: string; ro_number: string; link: string }) =>
  ({ say }: Words): Letter => {
    const title = say('mail_failed_title', { customer: failed.customer })
    const rows = [
      ...(failed.film === '' ? [] : [{ label: say('mail_failed_film'), value: failed.film }]),
      ...(failed.ro_number === '' ? [] : [{ label: say('repair_order'), value: failed.ro_number }]),
    ]
    return {
      subject: title,
      preview: failed.reason,
      title,
      blocks: [
        paragraph(failed.reason),
        ...(rows.length > 0 ? [facts(rows)] : []),
        button(say('mail_told_button'), failed.link),
        small(say('mail_failed_why')),
      ],
    }
  }

/** The repair order, further films, the link to the page in the portal, and why the letter was sent. */
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
