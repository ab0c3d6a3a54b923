import type * as contract from '@cutaway/contract/rooms/signage/plan.ts'
import type { WallItem, WallMenu, WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import { boardOf } from '@cutaway/contract/rooms/signage/menu-board.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { Db } from '../../core/db/database.ts'
import type { AnyCall, Handlers } from '../../core/http/endpoints.ts'
import { notFound } from '../../core/http/errors.ts'
import { cleanHtml } from '../../core/html.ts'
import type { Owner } from '../../core/scope.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { findContent } from '../branding/content.queries.ts'
import { pictureUrl } from '../branding/sender-profile.ts'
import { findBrandUserFor } from '../branding/texts/saved-texts.queries.ts'
import { brandOf } from '../catalogue/brands.ts'
import { textFor, type Film } from '../catalogue/library/library.ts'
import { ownFilmsAmong } from '../catalogue/library/own-films.ts'
import { existingMediaUrl, isShownFor } from '../catalogue/tiles.ts'
import * as queries from './loops.queries.ts'
import { findPlaceOf } from './plan.queries.ts'
import { versionOf } from './plan-version.ts'
import { loopMediaUrl } from './media/loop-media.ts'
import { waitingSelection } from './rules.ts'
import { footageOf, languageOf, shownPlayback, shownSettings } from './shown.ts'
import { wallFilm } from './wall-film.ts'

/** What a wall plays, for a session's user or for a paired screen. */

const touchScreen = 7

interface Wall {
  user_id: number
  /** The place of the wall; null: that of the user. */
  location_id: number | null
  /** The wall may play interactive films. */
  interactive: boolean
}

interface Planning {
  db: Db
  site: Site
  services: Pick<Services, 'library' | 'sites' | 'clock'>
}

/** Returns the plan of a wall; undefined if the user does not exist. */
export async function wallPlan({ db, site, services }: Planning, wall: Wall): Promise<WallPlan | undefined> {
  const place = await findPlaceOf(db, site, wall.user_id, wall.location_id)
  if (!place) return undefined
  const { user_id, businessentity_id, location_id } = place
  const own = await queries.findLoopAt(db, site, { user_id, location_id })
  const follows = !own && place.user_access_id === touchScreen && businessentity_id !== null
  const loop = follows ? await queries.findLoopOfBusiness(db, site, { user_id, businessentity_id, location_id }) : own
  const rows = loop ? await queries.findItems(db, site, loop.loop_id) : []
  const language = languageOf(services, site, place.language_id)
  const settings = shownSettings(loop, language.language_id, rows.length)
  const { captions, muted, when } = shownPlayback(loop)
  const films = filmsOfWall(services, site, wall.interactive)
  // The videos of the business were checked when they were added.
  const named = rows.flatMap(({ part_id }) => part_id ?? [])
  const videos = await ownFilmsAmong(db, site, services.library, named, 'any')
  const view = { services, site, language, seconds: settings.banner_duration, films: [...films, ...videos] }
  const items =
    settings.loop_play_type === 'custom'
      ? rows.flatMap((row) => itemOf(row, view) ?? [])
      : filmsOfMode(settings.loop_play_type, films).map((film) => wallFilm(services, site, film, language))
  return {
    version: versionOf(site, services.library, place, wall.interactive),
    now: services.clock.now().toISOString(),
    user_id,
    ...settings,
    muted,
    captions,
    location: {
      name: place.businessentity_location_name ?? '',
      street1: place.street1 ?? '',
      city: place.city ?? '',
      state: place.state ?? '',
      zip: place.zip ?? '',
      phone: place.phone ?? '',
      time_zone: site.time_zone,
      opening_hours: place.hours,
    },
    business_name: place.business_name ?? site.name,
    logo_url: (await logoOf(db, site, user_id)) ?? (site.logo || null),
    when,
    items,
  }
}

/** Returns the version of the plan of a wall; undefined if the user does not exist. */
export async function wallPlanVersion({ db, site, services }: Planning, wall: Wall): Promise<string | undefined> {
  const place = await findPlaceOf(db, site, wall.user_id, wall.location_id)
  return place && versionOf(site, services.library, place, wall.interactive)
}

function filmsOfWall({ library }: Pick<Services, 'library'>, site: Site, interactive: boolean): Film[] {
  const { vehicle_kind: kind } = brandOf(site, 0)
  return library.films.filter(
    (film) => isShownFor(film, kind, site.driverside) && (interactive || film.kind === 'narrated'),
  )
}

const filmsOfMode = (mode: WallPlan['loop_play_type'], films: readonly Film[]): Film[] =>
  mode === 'waiting_area'
    ? waitingSelection(films)
    : mode === 'narrated'
      ? films.filter(({ kind }) => kind === 'narrated')
      : []

/** The logo of the user's mail, else that of the business. */
async function logoOf(db: Db, site: Site, userId: number): Promise<string | undefined> {
  const own = await findContent(db, site, userId)
  if (own?.logo) return pictureUrl(own.logo)
  const shop = await findBrandUserFor(db, site, userId)
  const shared = shop === undefined ? undefined : await findContent(db, site, shop)
  return shared?.logo ? pictureUrl(shared.logo) : undefined
}

interface View {
  services: Planning['services']
  site: Site
  language: Language
  /** How long images and pages of menus stay. */
  seconds: number
  films: readonly Film[]
}

const noSources = { hls: null, dash: null, plain: null }
const noLabels = { labels_url: null, label_texts: {} }

/** Returns what the wall plays for a row; undefined for a hidden menu and for a film that has left the library. */
function itemOf(row: queries.LoopItemRow, view: View): WallItem | undefined {
  const { sites } = view.services
  const language = (row.language_id === null ? undefined : sites.language(row.language_id)) ?? view.language
  const item_id = `i${row.item_id}`
  if (row.kind === 'film') {
    const film = view.films.find(({ partId }) => partId === row.part_id)
    return film && { ...wallFilm(view.services, view.site, film, language), item_id, when: row.day_parts }
  }
  if (row.kind === 'menu' && !row.is_displayed) return undefined
  const url = row.file_name === null ? null : loopMediaUrl(row.file_name)
  const menu = row.kind === 'menu' ? menuOf(row, view) : null
  return {
    item_id,
    kind: row.kind,
    part_id: null,
    video_type: null,
    title: row.title,
    language_id: language.language_id,
    language_code: language.language_code,
    poster_url: row.kind === 'image' ? url : null,
    sources: { ...noSources, plain: url },
    captions_url: null,
    ...noLabels,
    duration: row.kind === 'video' ? row.seconds : view.seconds,
    files: url
      ? [{ url, size: row.file_size, hash: row.file_hash }]
      : picturesOf(menu).map((picture) => ({ url: picture, size: null, hash: picture })),
    when: row.day_parts,
    menu,
  }
}

function menuOf(row: queries.LoopItemRow, { site, films, language }: View): WallMenu {
  const content = row.content ?? ''
  const board = boardOf(content)
  const named = new Set(board?.sections.flatMap(({ items }) => items.flatMap(({ part_id }) => part_id ?? [])))
  return {
    id: row.item_id,
    title: row.title,
    layout: board?.layout ?? 'panel',
    footnote: board?.footnote ?? '',
    sections: board?.sections ?? [],
    html: board ? null : cleanHtml(content),
    currency: site.currency,
    films: films
      .filter(({ partId }) => named.has(partId))
      .map((film) => ({
        part_id: film.partId,
        title: textFor(film.of.texts, language.language_code).name,
        duration: footageOf(film).duration,
        poster_url: existingMediaUrl(film.of, footageOf(film).poster),
      })),
  }
}

const wallOf = ({ owner, caller }: { owner: Owner } & Pick<AnyCall, 'caller'>, locationId?: number): Wall => ({
  user_id: owner.user_id,
  location_id: locationId ?? null,
  interactive: caller.may('allow_interactive_in_kiosk_mode'),
})

/** Returns the pictures that a board shows, which a wall keeps for times without network. */
const picturesOf = (menu: WallMenu | null): string[] => [
  ...new Set([
    ...(menu?.sections.flatMap(({ items }) => items.flatMap(({ picture }) => picture ?? [])) ?? []),
    ...(menu?.films.flatMap(({ poster_url }) => poster_url ?? []) ?? []),
  ]),
]

export const plans: Handlers<typeof contract> = {
  getWallPlan: async (call) => (await wallPlan(call, wallOf(call, call.params.location_id))) ?? notFound(),

  getWallPlanVersion: async (call) => ({
    version: (await wallPlanVersion(call, wallOf(call, call.params.location_id))) ?? notFound(),
    now: call.services.clock.now().toISOString(),
  }),
}
