import type { Db } from '../../../core/db/database.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { queueMail } from '../../messaging/mail.ts'
import { embedRefused } from './letters.ts'
import { noteRefusal, takeNotice, type ShownEmbed } from './page.queries.ts'

/** Notes that a website that is not listed tried to show an embed, and tells its owner in a mail, once a day. */
export async function tellOfRefusal(
  { db, site, services, origin }: { db: Db; site: Site; services: Services; origin: string },
  embed: ShownEmbed,
  name: string,
  host: string,
  domains: readonly string[],
): Promise<void> {
  const now = services.clock.now()
  await noteRefusal(db, site, embed.embed_id, host, now)
  if (embed.email === '' || !(await takeNotice(db, site, embed.user_id, now))) return
  await queueMail(db, services, site, {
    to: embed.email,
    language: services.sites.language(embed.user_language_id ?? site.default_lang_id) ?? site.languages[0]!,
    letter: embedRefused({ name, host, domains, link: `${origin}/embed_menu` }),
  })
}
