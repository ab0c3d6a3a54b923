import type { LinkAnswer } from '@cutaway/contract/rooms/sharing/landing.ts'
import type { Decision } from '@cutaway/contract/rooms/sharing/decisions.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { partName } from '../../catalogue/library/library.ts'
import { decisionOf } from '../../sharing/decisions/decisions.ts'
import { findFindings, findStandingAnswer } from '../../sharing/decisions/decisions.queries.ts'
import type { LinkRow } from '../../sharing/links/links.queries.ts'
import { findWatched } from './orders.queries.ts'
import { withOwnFilms } from '../../catalogue/library/own-films.ts'

/** The state of a link as another program reads it. */

export interface OrderState {
  decision: Decision
  answer: LinkAnswer | null
  contact: string
}

/** Returns what a customer answered to a link, in the language of the link. */
export async function orderStateOf(
  db: Db,
  { library, sites }: Pick<Services, 'library' | 'sites'>,
  site: Site,
  link: LinkRow,
): Promise<OrderState> {
  const tag = tagOf(sites, link)
  const findings = await findFindings(db, site, link.link_id)
  const standing = await findStandingAnswer(db, site, link.link_id)
  const films = await withOwnFilms(db, site, library, link.part_ids, 'any')
  const decision = decisionOf(link, findings, standing, (partId) => partName(films, partId, tag))
  return { decision, answer: standing?.answer ?? null, contact: standing?.contact ?? '' }
}

/** Returns the films of a link with how much of each was watched, and when the link was opened first. */
export async function watchedOf(
  db: Db,
  { library, sites }: Pick<Services, 'library' | 'sites'>,
  site: Site,
  link: LinkRow,
) {
  const tag = tagOf(sites, link)
  const watched = await findWatched(db, site, link.link_id)
  const named = await withOwnFilms(db, site, library, link.part_ids, 'any')
  const opened = watched.flatMap(({ opened_at }) => opened_at ?? []).toSorted((a, b) => a.getTime() - b.getTime())
  return {
    opened_at: opened[0]?.toISOString() ?? null,
    films: link.part_ids.map((part_id) => ({
      part_id,
      part_name: partName(named, part_id, tag),
      watched_percent: watched.find((row) => row.part_id === part_id)?.watched_percent ?? 0,
    })),
  }
}

const tagOf = (sites: Services['sites'], { language_id }: LinkRow): string =>
  sites.language(language_id)?.language_code ?? 'en-US'
