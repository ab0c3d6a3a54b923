import type * as contract from '@cutaway/contract/rooms/player/tracking.ts'
import type { PartViewed } from '@cutaway/contract/rooms/player/tracking.ts'
import type { AnyCall, Handlers } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import { makeBatcher } from '../../../core/concurrency/batcher.ts'
import { oncePer } from '../../../core/concurrency/once-per.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { brandOf } from '../../catalogue/brands.ts'
import type { Film } from '../../catalogue/library/library.ts'
import { isShownFor, mayPlay, tileOf } from '../../catalogue/tiles.ts'
import { findMostWatched, inOrderOf } from '../most-watched.ts'
import {
  addToHistory,
  addViews,
  addWatched,
  frameNumber,
  historyOf,
  type Seen,
  type View,
  type WatchedReport,
} from './tracking.queries.ts'

/**
 * View tracking. A request returns when its view is stored, not before. Views that arrive together are stored by one
 * write, which yields to other users' reads.
 */

/** Maximum number of films in a history. */
const historyLength = 100

/** One batcher for each application: a write holds what arrived together in it. */
const keep = oncePer(makeWriters)

const filmOf = ({ library }: Services, partId: string) => library.film(partId) ?? fail('Part no found')
const languageOf = (services: Services, key: string | number) => services.sites.language(String(key)) ?? notFound()
const ago = (services: Services, seconds: number) =>
  new Date(services.clock.now().getTime() - seconds * 1000).toISOString()

const history =
  (time: 'viewed_at' | 'pdf_viewed_at') =>
  async ({ body, site, services, caller }: ViewCall) => {
    const { partId } = shown(filmOf(services, body.part_id), site, body, time === 'pdf_viewed_at')
    const seen = { user_id: caller.user.user_id, brand_id: brandOf(site, body.brand_id).brand_id, part_id: partId }
    const at = ago(services, body.seconds_ago)
    await keep(services).history(site.web_site_id, { ...seen, viewed_at: null, pdf_viewed_at: null, [time]: at })
    return null
  }

const usage =
  (what: View['what']) =>
  async ({ body, site, services, caller, ip }: ViewCall) => {
    const { partId, kind } = shown(filmOf(services, body.part_id), site, body, what === 'pdf')
    await keep(services).views(site.web_site_id, {
      viewed_at: ago(services, body.seconds_ago),
      user_id: caller.user.user_id,
      businessentity_id: caller.user.businessentity_id,
      location_id: caller.session.locationId,
      what,
      tracktype: body.tracktype,
      part_id: partId,
      video_type: kind,
      brand_id: brandOf(site, body.brand_id).brand_id,
      language_id: languageOf(services, body.lang_id).language_id,
      remote_address: ip,
      ...(caller.session.isPage ? { screen_id: frameNumber(caller.session.tokenHash) } : {}),
    })
    return null
  }

export const tracking: Handlers<typeof contract> = {
  insertPartViewed: history('viewed_at'),
  insertPartPdfViewed: history('pdf_viewed_at'),
  insertTrackPartViewed: usage('film'),
  insertTrackPartPdfViewed: usage('pdf'),
  insertTrackPartViewedLoop: usage('loop'),
  watchedSeconds: async ({ body, site, services, caller }) => {
    const reports = body.watched.map((w): WatchedReport => {
      const { partId, of, kind } = filmOf(services, w.part_id)
      const { duration } = kind === 'narrated' ? of.part.film! : of.part.interactive_film!
      return {
        view_key: w.view,
        report: w.report,
        user_id: caller.user.user_id,
        part_id: partId,
        brand_id: brandOf(site, w.brand_id).brand_id,
        language_id: languageOf(services, w.lang_id).language_id,
        at: ago(services, w.seconds_ago),
        stretches: w.stretches.flat().map((second) => Math.min(second, duration)),
      }
    })
    await keep(services).watched(site.web_site_id, ...reports)
    return null
  },
  getMostWatched: async ({ params, site, services, owner, db }) => {
    const { vehicle_kind: kind } = brandOf(site, params.brand)
    const tag = languageOf(services, params.lang).language_code
    const watched = await findMostWatched(db, site, owner.businessentity_id ?? 0, services.clock.now())
    return inOrderOf(watched, services.library.films)
      .filter((film) => film.kind === 'narrated' && isShownFor(film, kind, params.driverside))
      .map((film) => tileOf(film, tag, services.clock.now()))
  },
  UserHistory: async ({ params, site, services, caller, owner, db }) => {
    const brand = brandOf(site, params.brand)
    const tag = languageOf(services, params.lang).language_code
    const now = services.clock.now()
    const rows = await historyOf(db, site.web_site_id, owner.user_id, brand.brand_id, 3 * historyLength)
    return rows
      .flatMap(({ part_id, viewed_at }) => {
        const seen = services.library.film(part_id)
        if (
          !seen ||
          seen.kind !== params.videoType ||
          !mayPlay(caller, seen.kind) ||
          !isShownFor(seen, brand.vehicle_kind, site.driverside)
        )
          return []
        return [{ ...tileOf(seen, tag, now), viewed_date: viewed_at!.toISOString() }]
      })
      .slice(0, historyLength)
  },
}

type ViewCall = Pick<AnyCall, 'site' | 'services' | 'caller' | 'ip'> & { body: PartViewed }

/** Returns the film of a view if the brand has it and, for a PDF, if the part has one. */
function shown(film: Film, site: Site, { brand_id, driverside }: PartViewed, pdf: boolean): Film {
  const brand = brandOf(site, brand_id)
  if (!isShownFor(film, brand.vehicle_kind, driverside)) fail('Part no found')
  if (pdf && !film.of.part.pdf) fail('Part no found')
  return film
}

/** Players report watched seconds in the background: a short delay joins many reports in one transaction. */
const together = { gatherFor: 40 }

/** Runs one write at a time for each site and kind, with lower priority than requests. */
function makeWriters({ database, sites }: Services) {
  const inLane = { lane: 'background' } as const
  return {
    views: makeBatcher<View>(
      (site, views) =>
        database.inTenant(site, (db) => addViews(db, site, sites.byId(site)?.time_zone ?? 'UTC', views), inLane),
      together,
    ),
    history: makeBatcher<Seen>(
      (site, seen) => database.inTenant(site, (db) => addToHistory(db, site, seen), inLane),
      together,
    ),
    watched: makeBatcher<WatchedReport>(
      (site, reports) => database.inTenant(site, (db) => addWatched(db, site, reports), inLane),
      together,
    ),
  }
}
