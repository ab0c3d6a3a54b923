import { z } from 'zod'
import { endpoint, may, notAudited, unscoped } from '../../endpoint.ts'
import { DriverSide, Id, LangId, LanguageKey, Nothing, PartId, PathId, VideoType } from '../../fields.ts'
import { FilmTile } from '../catalogue/tiles.ts'

/** Who has watched what: views of films and of their PDFs, the seconds that were watched, and a person's history. */

/** Where a film was shown. */
export const TrackType = z.enum(['portal', 'kiosk', 'loop', 'link', 'embed'])
export type TrackType = z.infer<typeof TrackType>

const oneWeek = 7 * 24 * 3600

/** A view that could not be told at once, because the line was down, says how long ago it was. */
const secondsAgo = z.int().min(0).max(oneWeek).default(0)

export const PartViewed = z.object({
  /** Ignored: views belong to whoever is signed in. */
  user_id: Id.optional(),
  part_id: PartId,
  brand_id: Id,
  driverside: DriverSide,
  tracktype: TrackType,
  video_type: VideoType,
  lang_id: LangId,
  seconds_ago: secondsAgo,
})
export type PartViewed = z.infer<typeof PartViewed>

export const insertPartViewed = endpoint({
  method: 'POST',
  path: '/insertPartViewed',
  who: may('allow_view_animations'),
  actsFor: unscoped('ignored: views belong to the user of the session'),
  audit: notAudited('view tracking'),
  summary: 'Puts a film into the history of the caller.',
  body: PartViewed,
  reply: Nothing,
  fails: ['Part no found'],
})

export const insertPartPdfViewed = endpoint({
  method: 'POST',
  path: '/insertPartPdfViewed',
  who: may('allow_view_animations'),
  actsFor: unscoped('ignored: views belong to the user of the session'),
  audit: notAudited('view tracking'),
  summary: 'Notes in the caller’s history that a PDF was read.',
  body: PartViewed,
  reply: Nothing,
  fails: ['Part no found'],
})

export const insertTrackPartViewed = endpoint({
  method: 'POST',
  path: '/insertTrackPartViewed',
  who: may('allow_view_animations'),
  actsFor: unscoped('ignored: views belong to the user of the session'),
  audit: notAudited('view tracking'),
  summary: 'Counts a film for the usage reports; the same view within 30 seconds counts once.',
  body: PartViewed,
  reply: Nothing,
  fails: ['Part no found'],
})

export const insertTrackPartPdfViewed = endpoint({
  method: 'POST',
  path: '/insertTrackPartPdfViewed',
  who: may('allow_view_animations'),
  actsFor: unscoped('ignored: views belong to the user of the session'),
  audit: notAudited('view tracking'),
  summary: 'Counts a PDF for the usage reports; the same view within 30 seconds counts once.',
  body: PartViewed,
  reply: Nothing,
  fails: ['Part no found'],
})

export const insertTrackPartViewedLoop = endpoint({
  method: 'POST',
  path: '/insertTrackPartViewedLoop',
  who: may('allow_view_animations'),
  actsFor: unscoped('ignored: views belong to the user of the session'),
  audit: notAudited('view tracking'),
  summary: 'Counts a film that plays in a loop for the usage reports; the same view within 30 seconds counts once.',
  body: PartViewed,
  reply: Nothing,
  fails: ['Part no found'],
})

const longestFilm = 3600
const Second = z.number().min(0).max(longestFilm)

/** Stretches of one showing of a film, from second to second, in the order in which they were played. */
export const Watched = z.object({
  /** Names the showing; made by the browser. */
  view: z.uuid(),
  /** Counts the reports of a showing: one that comes twice is kept once. */
  report: z.int().min(0).max(10_000),
  part_id: PartId,
  brand_id: Id,
  lang_id: LangId,
  stretches: z
    .array(z.tuple([Second, Second]))
    .min(1)
    .max(200),
  seconds_ago: secondsAgo,
})
export type Watched = z.infer<typeof Watched>

export const watchedSeconds = endpoint({
  method: 'POST',
  path: '/watchedSeconds',
  who: may('allow_view_animations'),
  audit: notAudited('view tracking'),
  summary: 'Which stretches of films the caller has watched. A report that comes again changes nothing.',
  body: z.object({ watched: z.array(Watched).min(1).max(50) }),
  reply: Nothing,
})

/** A film of the history with the time at which it was seen last. */
export const HistoryTile = FilmTile.extend({ viewed_date: z.iso.datetime() })
export type HistoryTile = z.infer<typeof HistoryTile>

export const UserHistory = endpoint({
  method: 'GET',
  path: '/UserHistory/:user_id/:web_site_id/:brand/:videoType/:lang',
  who: may('allow_view_animations'),
  actsFor: 'user_id',
  site: 'web_site_id',
  notForCustomers: true,
  summary: 'The films that a person has seen, the latest first; at most 100.',
  params: z.object({ user_id: PathId, web_site_id: PathId, brand: PathId, videoType: VideoType, lang: LanguageKey }),
  reply: z.array(HistoryTile),
})
