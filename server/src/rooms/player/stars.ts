import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'

/**
 * Which films are favourites of a user, for the answers of film pages, which come from memory: the lists of those who
 * watch now are kept for a short while. Whoever changes a list says so with `changed`; only another process of the portal
 * may be behind, for those seconds. The room of the favourites says how a list is read.
 */

export interface Stars {
  /** Id of the favourite, or null. */
  of(call: { site: Site; db: Db }, list: StarList, partId: string): Promise<number | null>
  changed(site: Site, userId: number): void
}

declare module '../../core/services.ts' {
  interface Services {
    stars: Stars
  }
}

export interface StarList {
  user_id: number
  brand_id: number
}

type ReadList = (db: Db, site: Site, list: StarList) => Promise<readonly { id: number; part_id: string }[]>
type Kept = { until: number; ids: Promise<ReadonlyMap<string, number>> }

const keptFor = 10_000
const mostKept = 20_000

export function keptStars(read: ReadList, now: () => number = Date.now): Stars {
  // By user, since a change may touch the list of any brand.
  const users = new Map<string, Map<number, Kept>>()
  const nameOf = (site: Site, userId: number) => `${site.web_site_id} ${userId}`
  return {
    async of({ site, db }, list, partId) {
      const name = nameOf(site, list.user_id)
      const lists = users.get(name) ?? new Map<number, Kept>()
      let kept = lists.get(list.brand_id)
      if (!kept || kept.until <= now()) {
        const ids = read(db, site, list).then((all) => new Map(all.map(({ id, part_id }) => [part_id, id])))
        kept = { until: now() + keptFor, ids }
        // Whoever has not been seen for long goes first.
        const [oldest] = users.keys()
        if (users.size >= mostKept && oldest !== undefined) users.delete(oldest)
        users.delete(name)
        users.set(name, lists.set(list.brand_id, kept))
        ids.catch(() => lists.delete(list.brand_id))
      }
      return (await kept.ids).get(partId) ?? null
    },
    changed: (site, userId) => void users.delete(nameOf(site, userId)),
  }
}
