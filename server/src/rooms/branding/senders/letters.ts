import { button, paragraph, small, type Letter } from '../../messaging/letter/letter.ts'
import type { Words } from '../../messaging/mail.ts'

/** Returns the mail with which the owner of an address confirms that `name` may send from it. */
export const senderConfirmation =
  ({ email, name, link }: { email: string; name: string; link: string }) =>
  ({ say }: Words): Letter => ({
    subject: say('mail_sender_subject'),
    preview: say('mail_sender_text', { name, email }),
    title: say('mail_sender_title'),
    blocks: [
      paragraph(say('mail_sender_text', { name, email })),
      button(say('mail_sender_button'), link),
      small(say('mail_sender_valid')),
      small(say('mail_sender_not_you')),
    ],
  })
