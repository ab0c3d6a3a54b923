import type { Mailer } from './mail/mailer.ts'

/** The stand-in of a mail server: mail stays in the table, where the outbox page shows it. Nothing leaves the house. */
export const outboxMailer: Mailer = { deliver: () => Promise.resolve('kept') }
