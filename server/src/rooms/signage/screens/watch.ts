import { darkAfter } from '@cutaway/contract/rooms/signage/screens.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import { formatMoment, localTime } from '../../../core/formats.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { button, facts, paragraph, small } from '../../messaging/letter/letter.ts'
import { queueMail } from '../../messaging/mail.ts'
import { silentFor } from './state.ts'

/**
 * Mails when a screen is dark in the opening hours of its location: once for each outage, which ends when the screen is
 * heard again. The mail is queued with the note that it was, so a look that is repeated after a crash sends no second one.
 */

const every = 60
/** Months for which plays are kept, so that a year can be compared with the one before. */
const keptMonths = 25

export function registerScreenJobs(services: Services): void {
  services.jobs.every('screens.watch', every, () => watchScreens(services))
  services.jobs.every('screens.clear', '40 3 * * *', () => clearPlays(services))
}

export async function watchScreens(services: Services): Promise<void> {
  const { database, sites, clock } = services
  const silentSince = new Date(clock.now().getTime() - darkAfter * 1000)
  const { rows } = await sql<{ web_site_id: number }>`
    select distinct web_site_id from screens
    where revoked_at is null and is_watched and dark_since is null and last_seen_at <= ${silentSince}
    order by 1`.execute(database.system)
  for (const { web_site_id } of rows) {
    const site = sites.byId(web_site_id)
    if (site)
      // oxlint-disable-next-line no-await-in-loop -- one site after another keeps the load of a look small
      await database.inTenant(web_site_id, (db) => tellOfSite(db, services, site, silentSince), { lane: 'background' })
  }
}

interface Silent {
  screen_id: number
  businessentity_id: number
  name: string
  location_name: string | null
  last_seen_at: Date
  hours: ([number, number] | null)[] | null
  paired_by: number
}

async function tellOfSite(db: Db, services: Services, site: Site, silentSince: Date): Promise<void> {
  const { rows } = await sql<Silent>`
    select s.screen_id, s.businessentity_id, s.name, s.last_seen_at, s.paired_by, a.hours,
      l.businessentity_location_name as location_name
    from screens s
    left join locations l on l.web_site_id = s.web_site_id and l.location_id = s.location_id
    left join automatic_answers a on a.web_site_id = s.web_site_id and a.location_id = s.location_id
    where s.web_site_id = ${site.web_site_id} and s.revoked_at is null and s.is_watched and s.dark_since is null
      and s.last_seen_at <= ${silentSince}
    order by s.screen_id limit 500
    for update of s skip locked`.execute(db)
  const now = services.clock.now()
  for (const screen of rows) {
    const silent = (now.getTime() - screen.last_seen_at.getTime()) / 1000
    if (silentFor(silent, screen.hours, localTime(now, site.time_zone)) < darkAfter) continue
    // oxlint-disable-next-line no-await-in-loop -- each mail with the note about it
    await tell(db, services, site, screen, now)
  }
}

async function tell(db: Db, services: Services, site: Site, screen: Silent, now: Date): Promise<void> {
  await db
    .updateTable('screens')
    .set({ dark_since: screen.last_seen_at, told_at: now })
    .where('web_site_id', '=', site.web_site_id)
    .where('screen_id', '=', screen.screen_id)
    .execute()
  const reader = await readerOf(db, site, screen)
  if (!reader) return
  const language = site.languages.find(({ language_id }) => language_id === reader.language_id) ?? site.languages[0]!
  const origin = linkOrigin('', site.hosts, services.config)
  await queueMail(db, services, site, {
    to: reader.email,
    language,
    letter: ({ say, tag, contactEmail }) => ({
      subject: say('mail_screen_dark_subject', { screen: screen.name }),
      preview: say('mail_screen_dark_text', { screen: screen.name }),
      title: say('mail_screen_dark_subject', { screen: screen.name }),
      blocks: [
        paragraph(say('mail_screen_dark_text', { screen: screen.name })),
        facts([
          ...(screen.location_name === null
            ? []
            : [{ label: say('mail_screen_dark_location'), value: screen.location_name }]),
          {
            label: say('mail_screen_dark_heard'),
            value: formatMoment(screen.last_seen_at, tag, site.time_zone),
          },
        ]),
        button(say('mail_screen_dark_button'), `${origin}/screens`),
        small(say('mail_screen_dark_once', { email: contactEmail })),
      ],
    }),
  })
}

/** Returns the person who paired the screen; if that person has left, the administrator of the business. */
async function readerOf(db: Db, site: Site, { paired_by, businessentity_id }: Silent) {
  const { rows } = await sql<{ email: string; language_id: number | null }>`
    select email, language_id from users
    where web_site_id = ${site.web_site_id} and businessentity_id = ${businessentity_id} and deleted_at is null
      and active = 1 and email <> '' and (user_id = ${paired_by} or user_access_id = 3)
    order by user_id = ${paired_by} desc, is_employee, user_id limit 1`.execute(db)
  return rows[0]
}

async function clearPlays({ database, clock }: Services): Promise<void> {
  await sql`delete from screen_plays where told_at < ${clock.now()}::timestamptz - make_interval(months => ${keptMonths})`.execute(
    database.system,
  )
}
