import { boardOf } from '@cutaway/contract/rooms/signage/menu-board.ts'
import { z } from 'zod'
import type { Db } from '../../../core/db/database.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { unusedFiles } from '../loops.queries.ts'
import { loopMediaUrl, removeFiles } from './loop-media.ts'

/** Pictures of items of digital menus. The text of a menu names them. */

/** Returns the names of the stored files that a menu's content shows. */
export function picturesIn(content: string | null): string[] {
  const items = boardOf(content ?? '')?.sections.flatMap((section) => section.items) ?? []
  const prefix = loopMediaUrl('')
  return items.flatMap(({ picture }) => (picture?.startsWith(prefix) ? [picture.slice(prefix.length)] : []))
}

const DropJob = z.object({ web_site_id: z.int(), names: z.array(z.string()) })
const dropJob = 'signage.drop_pictures'
/** Seconds in which the editor may take back a change, or save the menu that names an uploaded picture. */
const patience = 3600

/** Removes files later that no item uses then. */
export async function forgetLater(
  db: Db,
  { jobs }: Pick<Services, 'jobs'>,
  { web_site_id }: Site,
  names: readonly string[],
): Promise<void> {
  if (names.length > 0) await jobs.enqueue(db, dropJob, { web_site_id, names }, { startAfter: patience })
}

export function registerMenuPictureJobs(services: Services): void {
  services.jobs.define(dropJob, { data: DropJob, retries: 3 }, (job) => dropUnused(services, job))
}

export async function dropUnused(services: Services, { web_site_id, names }: z.infer<typeof DropJob>): Promise<void> {
  const site = services.sites.byId(web_site_id)
  if (!site) return
  const unused = await services.database.inTenant(web_site_id, (db) => unusedFiles(db, site, names))
  removeFiles(services, site, unused)
}
