import type * as contract from '@cutaway/contract/rooms/branding/content.ts'
import { mostMessage, mostSubject, type EmailContent } from '@cutaway/contract/rooms/branding/content.ts'
import { smsLength, smsLimit } from '@cutaway/contract/sms.ts'
import type { Db } from '../../core/db/database.ts'
import { answer, type Handlers } from '../../core/http/endpoints.ts'
import { fail } from '../../core/http/errors.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { text } from '../../core/texts.ts'
import { sanitiseLine, sanitiseText } from '../../core/sanitise-text.ts'
import { findOwner } from './senders/addresses.queries.ts'
import { findContent, writeTexts, type Texts } from './content.queries.ts'
import { pictureUrl } from './sender-profile.ts'

/** The introductory texts of a user's messages. */
export const content: Handlers<typeof contract> = {
  getEmailcontent: ({ owner, site, db, services }) => contentOf(db, site, services, owner.user_id),

  addEmailContent: async ({ body, owner, site, db, services, audit }) => {
    const userId = owner.user_id
    const texts = tidied(body)
    if (smsLength(texts.sms_message ?? '') > limitOf(site)) fail('message_you_have_exceed_maximum_limit_of_character')
    const { email_message1 = '', email_message2 = '', email_message3 = '', mail_subject = '' } = texts
    const tooLong = [email_message1, email_message2, email_message3].some((message) => message.length > mostMessage)
    if (tooLong || mail_subject.length > mostSubject) fail('text_too_long')
    audit({ before: textsOf(await findContent(db, site, userId)), after: texts })
    await writeTexts(db, site, userId, texts, services.clock.now())
    return answer(await contentOf(db, site, services, userId), { message: 'message_texts_saved' })
  },
}

const limitOf = (site: Site) => smsLimit({ country: site.country_code_iso, features: site.features })

const names = ['email_message1', 'email_message2', 'email_message3', 'sms_message', 'mail_subject'] as const

/** Returns the stored texts, without the logo. */
const textsOf = (kept: Texts | undefined) => kept && Object.fromEntries(names.map((name) => [name, kept[name]]))

/** Returns the given texts, sanitised for messages. */
function tidied(given: { [Name in keyof Texts]?: string | undefined }): Partial<Texts> {
  const clean = (name: (typeof names)[number], words: string) =>
    name === 'mail_subject' ? sanitiseLine(words) : sanitiseText(words)
  return Object.fromEntries(
    names.flatMap((name) => {
      const words = given[name]
      return words === undefined ? [] : [[name, clean(name, words)]]
    }),
  )
}

async function contentOf(db: Db, site: Site, { sites }: Services, userId: number): Promise<EmailContent> {
  const kept = await findContent(db, site, userId)
  const { language_id } = await findOwner(db, site, userId)
  const language = sites.language(language_id ?? site.default_lang_id) ?? sites.language(site.default_lang_id)!
  return {
    email_message1: kept?.email_message1 ?? '',
    email_message2: kept?.email_message2 ?? '',
    email_message3: kept?.email_message3 ?? '',
    sms_message:
      kept?.sms_message || text(site, language.language_code, "Here's some information about your vehicle repair"),
    mail_subject: kept?.mail_subject ?? '',
    uploaded_logo: kept?.logo ? pictureUrl(kept.logo) : '',
    logo_width: kept?.logo_width ?? 0,
    logo_height: kept?.logo_height ?? 0,
    sms_limit: limitOf(site),
  }
}
