import { button, paragraph, small, type Letter } from '../messaging/letter/letter.ts'
import type { Words } from '../messaging/mail.ts'

interface LoginDetails {
  username: string
  /** The name of the user who asked for the mail. */
  sender: string
  link: string
  /** The user has no password yet. */
  isInvited: boolean
}

/** Returns the mail with the user name and a link to choose a password: an invitation, or log-in details. */
export const loginDetails =
  ({ username, sender, link, isInvited }: LoginDetails) =>
  ({ say }: Words): Letter => {
    const kind = isInvited ? 'invitation' : 'login_details'
    return {
      subject: say(`mail_${kind}_subject`, { sender }),
      preview: say(`mail_${kind}_text`, { sender }),
      title: say(`mail_${kind}_title`, { sender }),
      blocks: [
        paragraph(say(`mail_${kind}_text`, { sender })),
        paragraph(say('mail_login_details_name', { username })),
        button(say(isInvited ? 'mail_invitation_button' : 'mail_password_reset_button'), link),
        small(say(`mail_${kind}_valid`)),
        small(say(isInvited ? 'mail_invitation_not_you' : 'mail_password_reset_not_you')),
      ],
    }
  }
