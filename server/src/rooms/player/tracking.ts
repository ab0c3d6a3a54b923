import type { contract } from '@cutaway/contract'
import type { PartViewed } from '@cutaway/contract/rooms/player/tracking.ts'
import type { Call, Handlers } from '../../core/http/endpoints.ts'
import type { Endpoint } from '@cutaway/contract/endpoint.ts'
import { fail, notFound } from '../../core/http/errors.ts'
import { makeBatcher } from '../../core/batcher.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { brandOf } from '../catalogue/brands.ts'
import type { Film, Library } from '../catalogue/library/library.ts'
import { isShownFor, mayPlay, tileOf } from '../catalogue/tiles.ts'
import {
  addToHistory,
  addViews,
  addWatched,
  historyOf,
  type Seen,
  type View,
  type WatchedReport,
} from './tracking.queries.ts'

/**
 * Who has watched what. Whoever posts a view gets an answer when it is kept, not before; views that arrive together are
 * kept by one write, behind the reads of other people.
 */

/** A history shows at most so many films. */
const historyLength = 100

type Tracking = Pick<
  Handlers<typeof contract.player>,
  | 'insertPartViewed'
  | 'insertPartPdfViewed'
  | 'insertTrackPartViewed'
  | 'insertTrackPartPdfViewed'
  | 'insertTrackPartViewedLoop'
  | 'watchedSeconds'
  | 'UserHistory'
>

export function trackingHandlers(library: Library): Tracking {
  let writers: ReturnType<typeof makeWriters> | undefined
  const keep = (services: Services) => (writers ??= makeWriters(services))

  const film = (partId: string) => library.film(partId) ?? fail('Part no found')
  const language = (services: Services, key: string | number) => services.sites.language(String(key)) ?? notFound()
  const ago = (services: Services, seconds: number) =>
    new Date(services.clock.now().getTime() - seconds * 1000).toISOString()

  const history =
    (time: 'viewed_at' | 'pdf_viewed_at') =>
    async ({ body, site, services, caller }: ViewCall) => {
      const { partId } = shown(film(body.part_id), site, body, time === 'pdf_viewed_at')
      const seen = { user_id: caller.user.user_id, brand_id: brandOf(site, body.brand_id).brand_id, part_id: partId }
      const at = ago(services, body.seconds_ago)
      await keep(services).history(site.web_site_id, { ...seen, viewed_at: null, pdf_viewed_at: null, [time]: at })
      return null
    }

  const usage =
    (what: View['what']) =>
    async ({ body, site, services, caller, ip }: ViewCall) => {
      const { partId, kind } = shown(film(body.part_id), site, body, what === 'pdf')
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
        language_id: language(services, body.lang_id).language_id,
        remote_address: ip,
      })
      return null
    }

  return {
    insertPartViewed: history('viewed_at'),
    insertPartPdfViewed: history('pdf_viewed_at'),
    insertTrackPartViewed: usage('film'),
    insertTrackPartPdfViewed: usage('pdf'),
    insertTrackPartViewedLoop: usage('loop'),
    watchedSeconds: async ({ body, site, services, caller }) => {
      const reports = body.watched.map((w): WatchedReport => {
        const { partId, of, kind } = film(w.part_id)
        const { duration } = kind === 'narrated' ? of.part.film! : of.part.interactive_film!
        return {
          view_key: w.view,
          report: w.report,
          user_id: caller.user.user_id,
          part_id: partId,
          brand_id: brandOf(site, w.brand_id).brand_id,
          language_id: language(services, w.lang_id).language_id,
          at: ago(services, w.seconds_ago),
          stretches: w.stretches.flat().map((second) => Math.min(second, duration)),
        }
      })
      await Promise.all(reports.map((report) => keep(services).watched(site.web_site_id, report)))
      return null
    },
    UserHistory: async ({ params, site, services, caller, db, siteOf }) => {
      const userId = await caller.mayActFor(params.user_id)
      siteOf(params.web_site_id)
      const brand = brandOf(site, params.brand)
      const tag = language(services, params.lang).language_code
      const now = services.clock.now()
      const rows = await historyOf(db, site.web_site_id, userId, brand.brand_id, 3 * historyLength)
      return rows
        .flatMap(({ part_id, viewed_at }) => {
          const seen = library.film(part_id)
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
}

type ViewCall = Pick<Call<Endpoint>, 'site' | 'services' | 'caller' | 'ip'> & { body: PartViewed }

/** The film of a view, if the brand has it and, for a PDF, if the part has one. */
function shown(film: Film, site: Site, { brand_id, driverside }: PartViewed, pdf: boolean): Film {
  const brand = brandOf(site, brand_id)
  if (!isShownFor(film, brand.vehicle_kind, driverside)) fail('Part no found')
  if (pdf && !film.of.part.pdf) fail('Part no found')
  return film
}

/** One write at a time for each site and kind, in the lane that yields to requests. */
function makeWriters({ database, sites }: Services) {
  const inLane = { lane: 'background' } as const
  return {
    views: makeBatcher<View>((site, views) =>
      database.inTenant(site, (db) => addViews(db, site, sites.byId(site)?.time_zone ?? 'UTC', views), inLane),
    ),
    history: makeBatcher<Seen>((site, seen) => database.inTenant(site, (db) => addToHistory(db, site, seen), inLane)),
    watched: makeBatcher<WatchedReport>((site, reports) =>
      database.inTenant(site, (db) => addWatched(db, site, reports), inLane),
    ),
  }
}
