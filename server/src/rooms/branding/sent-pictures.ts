import { sql } from 'kysely'
import { secondsAfter } from '../../core/clock.ts'
import type { Db } from '../../core/db/database.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { deleteImage } from './image-store.ts'

/**
 * Pictures that mail shows. A mail program loads them each time a letter is opened, so a picture that was deleted from
 * the settings keeps its file, under its own name, until a year after the last letter with it.
 */

const keptDays = 365

/** Records that a letter shows pictures. Call in the transaction that queues the letter. */
export async function noteSentPictures(db: Db, site: Site, names: readonly string[], now: Date): Promise<void> {
  if (names.length === 0) return
  await db
    .insertInto('sent_pictures')
    .values(names.map((name) => ({ web_site_id: site.web_site_id, name, last_sent_at: now })))
    .onConflict((c) => c.columns(['web_site_id', 'name']).doUpdateSet({ last_sent_at: now }))
    .execute()
}

/** Returns whether letters of the last year show a picture. */
async function isInMail(db: Db, site: Site, name: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('sent_pictures')
    .select('name')
    .where('web_site_id', '=', site.web_site_id)
    .where('name', '=', name)
    .where('last_sent_at', '>', secondsAfter(now, -keptDays * 86_400))
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the file of a picture that no settings show any more after the commit, unless letters show it. */
export async function releaseImage(
  {
    db,
    site,
    services,
    afterCommit,
  }: { db: Db; site: Site; services: Services; afterCommit: (work: () => void) => void },
  name: string | null | undefined,
): Promise<void> {
  if (!name || (await isInMail(db, site, name, services.clock.now()))) return
  afterCommit(() => deleteImage(services, site, name))
}

/** Deletes pictures that were last sent more than a year ago, if no settings show them. */
export async function sweepSentPictures(services: Pick<Services, 'database' | 'storage' | 'sites' | 'clock' | 'log'>) {
  const before = secondsAfter(services.clock.now(), -keptDays * 86_400)
  const { rows } = await sql<{ web_site_id: number; name: string }>`
    delete from sent_pictures p
    where p.last_sent_at <= ${before}::timestamptz
      and not exists (select 1 from banners b where b.web_site_id = p.web_site_id and b.picture = p.name)
      and not exists (select 1 from email_contents c where c.web_site_id = p.web_site_id and c.logo = p.name)
    returning p.web_site_id, p.name`.execute(services.database.system)
  for (const { web_site_id, name } of rows) {
    const site = services.sites.byId(web_site_id)
    if (site) deleteImage(services, site, name)
  }
}

/** Registers the daily sweep. Call before the jobs start. */
export function registerSentPictures(services: Services): void {
  services.jobs.every('branding.sweepSentPictures', '17 3 * * *', () => sweepSentPictures(services))
}
