import type * as contract from '@cutaway/contract/rooms/signage/plays.ts'
import type { CustomerFilm, Play } from '@cutaway/contract/rooms/signage/plays.ts'
import type { AnyCall, Handlers } from '../../../core/http/endpoints.ts'
import { notFound } from '../../../core/http/errors.ts'
import { zoneOffset } from '../../../core/formats.ts'
import { addViews, type View } from '../../player/tracking/tracking.queries.ts'
import { filmForScreen } from '../screens/customer-film.ts'
import { noteReport } from '../screens/screens.queries.ts'
import type { AskedFilm } from '../screens/tables.ts'
import { countPlays, insertPlays, listReasons } from './plays.queries.ts'
import { screenPlan, screenPlanVersion } from './plan.ts'

/** What paired screens report, the orders they get, and the proof of what they played. */

export const plays: Handlers<typeof contract> = {
  screenBeat: async (call) => {
    const { body, holder, site, db, services } = call
    const now = services.clock.now()
    const row = await noteReport(db, site, holder.screen_id, {
      now,
      app_version: body.version,
      width: body.width,
      height: body.height,
      hidden: body.hidden,
      playing: body.playing,
      kept: body.kept,
      clock_offset_ms: new Date(body.now).getTime() - now.getTime(),
      played: body.played,
    })
    return {
      server_time: now.toISOString(),
      name: row.name,
      plan_version: (await screenPlanVersion(call, holder)) ?? null,
      reloads: row.reloads,
      identify: row.identify_until !== null && row.identify_until > now,
      muted: row.is_muted,
      play: customerFilm(call, row.play),
    }
  },

  getScreenPlan: async (call) => (await screenPlan(call, call.holder)) ?? notFound(),

  tellPlays: async ({ body, holder, site, db, services, ip }) => {
    const now = services.clock.now()
    const told = onceEach(body.plays).map((play) => inPast(play, now))
    const added = await insertPlays(db, site, holder.screen_id, told, now)
    const views = told.flatMap((play): View[] => {
      const film = play.part_id === null ? undefined : services.library.film(play.part_id)
      if (!added.has(play.id) || play.outcome === 'skipped' || !film) return []
      return [
        {
          viewed_at: play.started_at,
          user_id: holder.paired_by,
          businessentity_id: holder.businessentity_id,
          location_id: holder.location_id,
          what: 'loop',
          tracktype: 'loop',
          part_id: film.partId,
          video_type: film.kind,
          brand_id: site.brand_id,
          language_id: play.language_id ?? site.default_lang_id,
          remote_address: ip,
          screen_id: holder.screen_id,
        },
      ]
    })
    if (views.length > 0) await addViews(db, site.web_site_id, site.time_zone, views)
    return { stored: added.size }
  },

  getScreenDay: async ({ owned, site, db, services }) => {
    const { screen_id } = owned.screen_id
    const since = startOfDay(services.clock.now(), site.time_zone)
    const { started, finished, skipped, late, late_from, late_to } = await countPlays(db, site, screen_id, since)
    return {
      started,
      finished,
      skipped,
      reasons: await listReasons(db, site, screen_id, since),
      late:
        late === 0 || late_from === null || late_to === null
          ? null
          : { count: late, from: late_from.toISOString(), to: late_to.toISOString() },
    }
  },
}

/** Returns the film that a screen is to play for a customer; null if there is none, or the film is gone. */
function customerFilm(
  { services, site }: Pick<AnyCall, 'services' | 'site'>,
  asked: AskedFilm | null,
): CustomerFilm | null {
  const language = asked && services.sites.language(String(asked.language_id))
  const item = asked && language ? filmForScreen(services, site, asked.part_id, language) : undefined
  return asked && item ? { id: asked.id, item } : null
}

/** One statement cannot insert the same key twice, and a report may repeat itself. */
const onceEach = (told: readonly Play[]): Play[] => [...new Map(told.map((play) => [play.id, play])).values()]

/** A screen whose clock is wrong tells no play of the future, and none that ended before it started. */
function inPast(play: Play, now: Date): Play {
  const ended = Math.min(new Date(play.ended_at).getTime(), now.getTime())
  const started = Math.min(new Date(play.started_at).getTime(), ended)
  return { ...play, started_at: new Date(started).toISOString(), ended_at: new Date(ended).toISOString() }
}

function startOfDay(now: Date, timeZone: string): Date {
  const day = 86_400_000
  const offset = zoneOffset(now, timeZone)
  return new Date(Math.floor((now.getTime() + offset) / day) * day - offset)
}
