import type * as contract from '@cutaway/contract/rooms/sites/contact.ts'
import type { Handlers } from '../../core/http/endpoints.ts'
import { fail } from '../../core/http/errors.ts'
import { queueMail } from '../messaging/mail.ts'
import { logFromBrowser } from './browser-log.ts'
import { contactMessage } from './letters.ts'

/** Error reports from browsers and the contact form. The form verifies a captcha, then mails the site's own address. */
export const contact: Handlers<typeof contract> = {
  vvconsolelog: logFromBrowser,

  getCaptcha: async ({ services }) => ({ challenge: await services.captcha.challenge() }),
  sendContact: async ({ body, site, db, services }) => {
    if (!(await services.captcha.verify(body.captcha))) fail('captcha_not_solved')
    const { captcha: _, message, name, email, ...place } = body
    await queueMail(db, services, site, {
      to: site.contact_email,
      replyTo: email,
      language: site.languages[0]!,
      letter: contactMessage({
        name,
        email,
        message,
        details: Object.fromEntries(Object.entries(place).filter(([, v]) => v)),
      }),
    })
    return null
  },
}
