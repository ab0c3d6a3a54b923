import type * as contract from '@cutaway/contract/rooms/signage/plan.ts'
import type { WallItem, WallMenu, WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import { boardOf } from '@cutaway/contract/rooms/signage/menu-board.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { createHash } from 'node:crypto'
import type { Db } from '../../core/db/database.ts'
import type { Handlers } from '../../core/http/endpoints.ts'
import { notFound } from '../../core/http/errors.ts'
import { cleanHtml } from '../../core/html.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { findContent } from '../branding/content.queries.ts'
import { pictureUrl } from '../branding/sender-profile.ts'
import { findBrandUserFor } from '../branding/texts/saved-texts.queries.ts'
import { brandOf } from '../catalogue/brands.ts'
import { textFor, type Film } from '../catalogue/library/library.ts'
import { ownFilmsAmong } from '../catalogue/library/own-films.ts'
import { existingMediaUrl, isShownFor } from '../catalogue/tiles.ts'
import { detailsOf } from '../player/details.ts'
import * as queries from './loops.queries.ts'
import { loopMediaUrl } from './media/loop-media.ts'
import { waitingSelection } from './rules.ts'
import { footageOf, languageOf, shownPlayback, shownSettings } from './shown.ts'

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
  const place = await queries.findPlaceOf(db, site, wall.user_id, wall.location_id)
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
      : filmsOfMode(settings.loop_play_type, films).map((film) => filmItem(film, `f-${film.partId}`, language, view))
  const plan = {
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
  const version = createHash('sha256').update(JSON.stringify(plan)).digest('base64url').slice(0, 22)
  return { version, now: services.clock.now().toISOString(), ...plan }
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

/** Returns what the wall plays for a row; undefined for a hidden menu and for a film that has left the library. */
function itemOf(row: queries.LoopItemRow, view: View): WallItem | undefined {
  const { sites } = view.services
  const language = (row.language_id === null ? undefined : sites.language(row.language_id)) ?? view.language
  const item_id = `i${row.item_id}`
  if (row.kind === 'film') {
    const film = view.films.find(({ partId }) => partId === row.part_id)
    return film && { ...filmItem(film, item_id, language, view), when: row.day_parts }
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
    duration: row.kind === 'video' ? row.seconds : view.seconds,
    files: url
      ? [{ url, size: row.file_size, hash: row.file_hash }]
      : picturesOf(menu).map((picture) => ({ url: picture, size: null, hash: picture })),
    when: row.day_parts,
    menu,
  }
}

function filmItem(film: Film, item_id: string, language: Language, { services, site }: View): WallItem {
  const details = detailsOf({
    library: services.library,
    film,
    site,
    language,
    kind: brandOf(site, 0).vehicle_kind,
    side: site.driverside,
    now: services.clock.now(),
    interactive: film.kind === 'interactive',
    pdf: false,
  })
  const { video } = details
  const spoken = services.sites.language(video.language_id) ?? language
  const captions = details.captions.find(({ language_id }) => language_id === language.language_id)
  return {
    item_id,
    kind: 'film',
    part_id: film.partId,
    video_type: film.kind,
    title: textFor(film.of.texts, language.language_code).name,
    language_id: spoken.language_id,
    language_code: spoken.language_code,
    poster_url: video.posterUrl,
    sources: { hls: video.videoUrlVodHLS, dash: video.videoUrlVodDASH, plain: video.videoUrl },
    captions_url: captions?.url ?? null,
    duration: footageOf(film).duration,
    // A wall keeps files of this portal only: it may not read those of other websites.
    files: video.videoUrl?.startsWith('/') ? [{ url: video.videoUrl, size: null, hash: film.of.version }] : [],
    when: [],
    menu: null,
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

/** Returns the pictures that a board shows, which a wall keeps for times without network. */
const picturesOf = (menu: WallMenu | null): string[] => [
  ...new Set([
    ...(menu?.sections.flatMap(({ items }) => items.flatMap(({ picture }) => picture ?? [])) ?? []),
    ...(menu?.films.flatMap(({ poster_url }) => poster_url ?? []) ?? []),
  ]),
]

export const plans: Handlers<typeof contract> = {
  getWallPlan: async ({ params, owner, caller, site, db, services }) => {
    const wall = {
      user_id: owner.user_id,
      location_id: params.location_id ?? null,
      interactive: caller.may('allow_interactive_in_kiosk_mode'),
    }
    return (await wallPlan({ db, site, services }, wall)) ?? notFound()
  },

  getWallPlanVersion: async ({ params, owner, caller, site, db, services }) => {
    const wall = {
      user_id: owner.user_id,
      location_id: params.location_id ?? null,
      interactive: caller.may('allow_interactive_in_kiosk_mode'),
    }
    const { version, now } = (await wallPlan({ db, site, services }, wall)) ?? notFound()
    return { version, now }
  },
}
