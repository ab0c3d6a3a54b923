import { z } from 'zod'
import { endpoint, may, notAudited, screen, unscoped } from '../../endpoint.ts'
import { Flag, Id, PartId, PathId } from '../../fields.ts'
import { WallItem, WallPlan } from './plan.ts'
import { Kept, Playing } from './screens.ts'

/** Reports of a paired screen, its orders, and the proof of what it played. */

/** Seconds between two reports of a screen, so that a change in the settings is on the wall within ten. */
export const beatSeconds = 5
/** Plays in one report. */
export const mostPlays = 200

/** Why an item was not shown, or not to its end. */
export const PlayReason = z.enum([
  '',
  'hidden',
  'day_part',
  'media',
  'network',
  'stalled',
  'gone',
  'customer',
  'stopped',
])
export type PlayReason = z.infer<typeof PlayReason>

export const Play = z.object({
  /** Made by the screen; a repeated play changes nothing. */
  id: z.uuid(),
  kind: z.enum(['film', 'image', 'video', 'menu']),
  item: z.string().max(100),
  title: z.string().max(200),
  part_id: PartId.nullable(),
  language_id: Id.nullable(),
  outcome: z.enum(['finished', 'cut', 'skipped']),
  reason: PlayReason,
  for_customer: Flag,
  /** By the server's clock, as far as the screen knows it. */
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
})
export type Play = z.infer<typeof Play>

/** A film for one customer. */
export const CustomerFilm = z.object({ id: z.uuid(), item: WallItem })
export type CustomerFilm = z.infer<typeof CustomerFilm>

export const Orders = z.object({
  server_time: z.iso.datetime(),
  name: z.string(),
  /** Changes with every change of what the screen shows; null: there is no plan, the screen goes on with what it has. */
  plan_version: z.string().nullable(),
  /** The screen reloads its page when the number differs from the one it knows. */
  reloads: z.int(),
  identify: z.boolean(),
  muted: z.boolean(),
  play: CustomerFilm.nullable(),
})
export type Orders = z.infer<typeof Orders>

export const screenBeat = endpoint({
  method: 'POST',
  path: '/screenBeat',
  who: screen,
  audit: notAudited('a report every few seconds'),
  limit: { max: 1200 },
  summary: 'A paired screen reports what it shows, and gets its orders.',
  body: z.object({
    /** The screen's clock. */
    now: z.iso.datetime(),
    version: z.string().max(40),
    width: z.int().min(0).max(20_000),
    height: z.int().min(0).max(20_000),
    /** The page is hidden, so the screen shows something else. */
    hidden: z.boolean(),
    playing: Playing.nullable(),
    kept: Kept.nullable(),
    /** The film for a customer that has ended. */
    played: z.uuid().nullable(),
  }),
  reply: Orders,
})

export const getScreenPlan = endpoint({
  method: 'GET',
  path: '/getScreenPlan',
  who: screen,
  limit: { max: 1200 },
  summary: 'Returns what a paired screen plays, as getWallPlan does for a user.',
  reply: WallPlan,
})

export const tellPlays = endpoint({
  method: 'POST',
  path: '/tellPlays',
  who: screen,
  owns: { 'plays.id': unscoped('made by the screen, stored for that screen only') },
  audit: notAudited('view tracking'),
  limit: { max: 600 },
  summary: 'A paired screen reports what it played. A repeated play changes nothing.',
  body: z.object({ plays: z.array(Play).min(1).max(mostPlays) }),
  reply: z.object({ stored: z.int() }),
})

/** The proof of one day on one screen. */
export const ScreenDay = z.object({
  started: z.int(),
  finished: z.int(),
  skipped: z.int(),
  reasons: z.array(z.object({ title: z.string(), reason: PlayReason, count: z.int() })),
  /** Plays that arrived more than a minute after they had ended: the screen was without network. */
  late: z.object({ count: z.int(), from: z.string(), to: z.string() }).nullable(),
})
export type ScreenDay = z.infer<typeof ScreenDay>

export const getScreenDay = endpoint({
  method: 'GET',
  path: '/getScreenDay/:screen_id',
  who: may('manage_looped_animations'),
  notForCustomers: true,
  owns: { screen_id: 'screen' },
  summary: 'Returns what a screen has played today: started, finished, skipped and why.',
  params: z.object({ screen_id: PathId }),
  reply: ScreenDay,
})
