import type { VideoType } from '@cutaway/contract/fields.ts'
import type * as contract from '@cutaway/contract/rooms/signage/loops.ts'
import { loopImageUpload, mostLoopItems, type LoopItem } from '@cutaway/contract/rooms/signage/loops.ts'
import type { Db } from '../../core/db/database.ts'
import { answer, type AnyCall, type Handlers } from '../../core/http/endpoints.ts'
import { badRequest, fail, notFound } from '../../core/http/errors.ts'
import type { Owner, RecordLoader } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'
import type { Film } from '../catalogue/library/library.ts'
import { ownFilms, ownFilmsAmong } from '../catalogue/library/own-films.ts'
import { tilesOf } from '../catalogue/tiles.ts'
import * as queries from './loops.queries.ts'
import { isPlayable, readMp4 } from './media/mp4.ts'
import { removeFiles, storeFile, type StoredFile } from './media/loop-media.ts'
import { picturesIn } from './media/pictures.ts'
import { dropUpload, readUpload } from './media/uploads.ts'
import { wallPlan } from './plan.ts'
import { InvalidImage, reencodeImage } from '../../core/storage/images.ts'
import { reordered, waitingSelection } from './rules.ts'
import { filmAsItem, filmsFor, languageOf, shownItem, shownPlayback, shownSettings, twinIn } from './shown.ts'

declare module '../../core/scope.ts' {
  interface RecordKinds {
    loop_item: queries.LoopItemRow
  }
}

export const loopItemRecords: RecordLoader<queries.LoopItemRow> = {
  find: queries.findItemsById,
  idOf: ({ item_id }) => item_id,
}

type Asking = Pick<AnyCall, 'site' | 'db' | 'services' | 'caller'>

/** Loops of looped animations and their items. */
export const loops: Handlers<typeof contract> = {
  getLoopSettings: async (call) => {
    const { params, owner, site, db, services } = call
    const language = services.sites.language(params.lang_id) ?? notFound()
    const of = { user_id: owner.user_id, location_id: params.location_id ?? null }
    const own = await queries.findLoop(db, site, of)
    const loop = own ?? (await queries.findLoopAt(db, site, of))
    const items = loop ? await queries.findItems(db, site, loop.loop_id) : []
    const withOwn = new Set((await queries.findOwnLocations(db, site, owner.user_id)).map((one) => one.location_id))
    const locations = owner.businessentity_id === null ? [] : await queries.findLocations(db, site, owner)
    return {
      ...shownSettings(loop, language.language_id, items.length),
      ...shownPlayback(loop),
      revision: of.location_id !== null && !own ? null : (own?.revision ?? 0),
      items: await itemsIn(call, items, language.language_code),
      time_zone: site.time_zone,
      locations: locations.map((one) => ({ ...one, has_own: withOwn.has(one.location_id) })),
    }
  },

  getLoopTypeAnimations: async (call) => {
    const { params, owner, site, db, services } = call
    const { language_id, language_code: tag } = services.sites.language(params.lang_id) ?? notFound()
    const { loop, items } = await listOf(db, site, owner)
    const settings = shownSettings(loop, language_id, items.length)
    const films = filmsFor(services.library, call.caller, site)
    const of = {
      custom: () => itemsIn(call, items, tag),
      waiting_area: () => waitingSelection(films).map((film, i) => filmAsItem(film, i, language_id, tag)),
      narrated: () =>
        films.filter(({ kind }) => kind === 'narrated').map((film, i) => filmAsItem(film, i, language_id, tag)),
      none: () => [],
    }
    return answer(await of[settings.loop_play_type](), { beside: settings })
  },

  getAddedAnimations: (call) => addedIn(call, call.owner, call.params.lang_id),

  getLoopedAnimations: async (call) => {
    const items = await addedIn(call, call.owner, call.params.lang)
    return call.params.flag === 'no' ? items : items.filter((item) => item.is_display_digital_menu === 1)
  },

  getLoopedAnimationsVideos: async ({ params, owner, caller, site, db, services, origin }) => {
    const language = params.lang === '0' ? undefined : (services.sites.language(params.lang) ?? notFound())
    const wall = {
      user_id: owner.user_id,
      location_id: null,
      interactive: caller.may('allow_interactive_in_kiosk_mode'),
    }
    const plan = (await wallPlan({ db, site, services }, wall)) ?? notFound()
    const { street1, city, state, zip, phone } = plan.location
    const isHeard = (item: (typeof plan.items)[number]) =>
      item.kind !== 'film' || plan.loop_play_type !== 'custom' || !language || item.language_id === language.language_id
    const partIds = { image: 'image', video: 'video', menu: 'digital_menu', film: '' } as const
    return answer(
      plan.items.filter(isHeard).map((item) => ({
        part_id: item.part_id ?? partIds[item.kind],
        video_url: item.sources.plain,
        video_url_dash: item.sources.dash,
        video_url_hls: item.sources.hls,
        text: item.title,
        is_display_digital_menu: 1 as const,
        digital_menu_content: item.menu ? (item.menu.html ?? JSON.stringify(boardOnly(item.menu))) : '',
      })),
      {
        beside: {
          banner_duration: plan.banner_duration,
          play_video_fullscreen: plan.play_video_fullscreen,
          business_name: plan.business_name,
          location: { street1, city, state, zip, phone },
          backgroundLogo: plan.logo_url,
          domainName: new URL(origin).host,
        },
      },
    )
  },

  getAnimationsForLoopedAnimation: async ({ caller, owner, site, db, services }) => {
    const { language_code: tag } = languageOf(services, site, caller.user.language_id)
    const own = await ownFilms(db, site, services.library, owner.businessentity_id)
    return tilesOf([...filmsFor(services.library, caller, site), ...own], tag, services.clock.now())
  },

  addLoopedAnimations: async (call) => {
    const { body, owner, site, db, services, audit } = call
    const { language_id, language_code: tag } = services.sites.language(body.language_id) ?? notFound()
    const own = await ownFilmsAmong(db, site, services.library, [body.item.part_id], owner.businessentity_id)
    const films = [...filmsFor(services.library, call.caller, site), ...own]
    const id = body.item.part_id.toLowerCase()
    const film = films.find(({ partId }) => partId.toLowerCase() === id) ?? fail('Part no found')
    const loop = await lockWithRoom(db, site, owner, body.location_id)
    const row =
      (await queries.insertItem(db, site, loop, { kind: 'film', part_id: film.partId, language_id })) ??
      fail('Item already exists!')
    if (body.item.sequence_no !== undefined) {
      const list = await queries.findItems(db, site, loop.loop_id)
      await queries.writeOrder(db, site, reordered(list, [{ id: row.item_id, sequence_no: body.item.sequence_no }]))
      row.sequence_no = Math.min(body.item.sequence_no, list.length)
    }
    await queries.changeLoop(db, site, loop.loop_id)
    const item = shownItem(row, films, tag)
    audit({ target: { kind: 'loop_item', id: row.item_id }, after: noted(item) })
    return answer(item, { message: 'loop_item_added' })
  },

  changeLoopItem: async (call) => {
    const { body, owned, site, db, services, audit } = call
    const loop = await queries.lockLoopById(db, site, owned.id.loop_id)
    const language =
      body.language_id === undefined ? undefined : (services.sites.language(body.language_id) ?? notFound())
    const film = body.video_type === undefined ? undefined : ofType(call, owned.id, body.video_type)
    const wanted = {
      ...owned.id,
      ...(film ? { part_id: film.partId } : {}),
      ...(language ? { language_id: language.language_id } : {}),
    }
    if (owned.id.kind === 'film' && (await queries.hasFilm(db, site, wanted))) fail('Item already exists!')
    const change = {
      ...(film ? { part_id: film.partId } : {}),
      ...(language && owned.id.kind !== 'menu' ? { language_id: language.language_id } : {}),
      ...(body.title !== undefined && owned.id.kind !== 'film' ? { title: body.title } : {}),
      ...(body.when === undefined ? {} : { day_parts: JSON.stringify(body.when) }),
    }
    if (Object.keys(change).length === 0) badRequest()
    const row = (await queries.updateItem(db, site, body.id, change)) ?? notFound()
    await queries.changeLoop(db, site, loop.loop_id)
    const [before, after] = [await oneItem(call, owned.id), await oneItem(call, row)]
    audit({ before: noted(before), after: noted(after) })
    return answer(after, { message: 'loop_item_saved' })
  },

  deleteLoopedAnimations: async (call) => {
    const { params, owned, site, db, services, audit, afterCommit } = call
    const item = await oneItem(call, owned.id)
    if (item.part_id !== params.part_id) notFound()
    const loop = await queries.lockLoopById(db, site, owned.id.loop_id)
    const gone = (await queries.deleteItem(db, site, params.id)) ?? notFound()
    const left = await queries.findItems(db, site, loop.loop_id)
    const wasLast = left.length === 0 && loop.play_type === 'custom'
    const changed = await queries.changeLoop(db, site, loop.loop_id, wasLast ? { play_type: null } : {})
    audit({ before: noted(item) })
    const unused = await queries.unusedFiles(db, site, filesOf(gone))
    afterCommit(() => removeFiles(services, site, unused))
    const { language_id } = languageOf(services, site, call.caller.user.language_id)
    const { loop_play_type } = shownSettings(changed, language_id, left.length)
    return answer({ id: params.id, loop_play_type }, { message: 'loop_item_removed' })
  },

  changeLoopedAnimationsPosition: async ({ body, owned, site, db, audit }) => {
    if (new Set(body.map(({ id }) => id)).size !== body.length) badRequest()
    const [first] = owned.id
    if (!first || owned.id.some(({ loop_id }) => loop_id !== first.loop_id)) badRequest()
    const loop = await queries.lockLoopById(db, site, first.loop_id)
    const revision = body.find((one) => one.revision !== undefined)?.revision
    if (revision !== undefined && revision !== loop.revision) fail('loop_changed_meanwhile')
    const before = await queries.findItems(db, site, loop.loop_id)
    await queries.writeOrder(db, site, reordered(before, body))
    const after = await queries.findItems(db, site, loop.loop_id)
    const changed = await queries.changeLoop(db, site, loop.loop_id)
    audit({ target: { kind: 'loop', id: loop.loop_id }, before: orderOf(before), after: orderOf(after) })
    return {
      revision: changed.revision,
      items: after.map(({ item_id: id, sequence_no }) => ({ id, sequence_no })),
    }
  },

  changeLoopedAnimationsBannerDuration: (call) =>
    settingsChanged(call, call.body, { banner_duration: call.body.looped_animation_banner_duration }),

  changeLoopPlayType: async (call) => {
    const { body, db, site, owner } = call
    const of = { user_id: owner.user_id, location_id: body.location_id ?? null }
    if (body.loop_play_type === 'custom') {
      const loop = await queries.findLoopAt(db, site, of)
      const items = loop ? await queries.findItems(db, site, loop.loop_id) : []
      if (items.length === 0) fail('error_empty_customized_loop_videos')
    }
    return settingsChanged(call, body, { play_type: body.loop_play_type })
  },

  changePlayVideoFullscreen: (call) =>
    settingsChanged(call, call.body, { is_fullscreen: call.body.play_video_fullscreen === 1 }),

  changeLoopPlayback: async ({ body, owner, site, db, audit }) => {
    const before = await queries.lockLoop(db, site, { user_id: owner.user_id, location_id: body.location_id ?? null })
    const loop = await queries.changeLoop(db, site, before.loop_id, {
      ...(body.captions === undefined ? {} : { has_captions: body.captions === 1 }),
      ...(body.muted === undefined ? {} : { is_muted: body.muted === 1 }),
      ...(body.when === undefined ? {} : { day_parts: JSON.stringify(body.when) }),
    })
    audit({ target: { kind: 'loop', id: loop.loop_id }, before: shownPlayback(before), after: shownPlayback(loop) })
    return answer(shownPlayback(loop), { message: 'loop_saved' })
  },

  followAllLocations: async ({ params, owner, site, db, services, audit, afterCommit }) => {
    const of = { user_id: owner.user_id, location_id: params.location_id }
    const loop = (await queries.findLoop(db, site, of)) ?? notFound()
    const files = (await queries.findItems(db, site, loop.loop_id)).flatMap(filesOf)
    await queries.deleteLoop(db, site, loop.loop_id)
    const unused = await queries.unusedFiles(db, site, files)
    afterCommit(() => removeFiles(services, site, unused))
    audit({ target: { kind: 'loop', id: loop.loop_id } })
    return answer(null, { message: 'loop_follows' })
  },

  addUploadToLoop: async (call) => {
    const { body, site, services, caller, afterCommit } = call
    const of = { web_site_id: site.web_site_id, user_id: caller.user.user_id }
    const bytes = (await readUpload(services.config, of, body.upload)) ?? fail('loop_upload_gone')
    if (body.kind === 'image' && bytes.length > loopImageUpload.maxBytes) fail('loop_image_too_large')
    const added = await (body.kind === 'image'
      ? addImage(call, body, bytes, largestImage)
      : addVideo(call, body, bytes))
    // A refused file stays until its time is over: nobody can use it.
    afterCommit(() => dropUpload(services, body.upload))
    return added
  },

  uploadLoopedAnimationImage: (call) => {
    const { body, upload } = call
    const { width, height } = body
    if ((width === undefined) !== (height === undefined)) fail('Required width and height')
    const within = width !== undefined && height !== undefined ? { width, height } : largestImage
    return addImage(call, body, upload.bytes, within)
  },

  uploadLoopedAnimationVideo: (call) => addVideo(call, call.body, call.upload.bytes),
}

async function addImage(
  call: Changing,
  fields: UploadFields,
  bytes: Buffer,
  within: { width: number; height: number },
) {
  const image = await reencodeImage(bytes, within).catch((error: unknown) => {
    if (error instanceof InvalidImage) fail('not_a_picture')
    throw error
  })
  return addUpload(call, fields, image, (stored) => ({ kind: 'image', ...stored }))
}

function addVideo(call: Changing, fields: UploadFields, bytes: Buffer) {
  const video = readMp4(bytes)
  if (video === 'no_mp4') fail('message_invalid_video_format')
  if (video === 'incomplete') fail('loop_video_incomplete')
  if (!isPlayable(video)) fail('loop_video_codec')
  const file = { bytes, extension: 'mp4', mediaType: 'video/mp4' }
  return addUpload(call, fields, file, (stored) => ({ kind: 'video', seconds: video.duration, ...stored }))
}

/** The pixels of the largest wall that is common. */
const largestImage = { width: 3840, height: 3840 }

async function listOf(db: Db, site: Site, { user_id }: Owner) {
  const loop = await queries.findLoop(db, site, { user_id, location_id: null })
  return { loop, items: loop ? await queries.findItems(db, site, loop.loop_id) : [] }
}

async function itemsIn(
  { services, site, db, caller }: Asking,
  rows: readonly queries.LoopItemRow[],
  tag: string,
): Promise<LoopItem[]> {
  // The videos were checked when they were added.
  const named = rows.flatMap(({ part_id }) => part_id ?? [])
  const own = await ownFilmsAmong(db, site, services.library, named, 'any')
  const films = [...filmsFor(services.library, caller, site), ...own]
  return rows.map((row) => shownItem(row, films, tag))
}

/** Returns the film of an item's part that has a type. */
function ofType({ services, site, caller }: Asking, row: queries.LoopItemRow, type: VideoType): Film {
  const films = filmsFor(services.library, caller, site)
  const film = films.find(({ partId }) => partId === row.part_id) ?? badRequest()
  return film.kind === type ? film : (twinIn(film, films) ?? badRequest())
}

/** Returns an item in the language of the caller. */
async function oneItem(call: Asking, row: queries.LoopItemRow): Promise<LoopItem> {
  const { language_code: tag } = languageOf(call.services, call.site, call.caller.user.language_id)
  return (await itemsIn(call, [row], tag))[0]!
}

/** Returns the items in a language and those without one; '0' is every language, with titles in the caller's. */
async function addedIn(call: Asking, owner: Owner, key: string): Promise<LoopItem[]> {
  const { services, site, db, caller } = call
  const asked = key === '0' ? undefined : (services.sites.language(key) ?? notFound())
  const { language_code: tag } = asked ?? languageOf(services, site, caller.user.language_id)
  const { items } = await listOf(db, site, owner)
  const heard = items.filter(({ language_id }) => !asked || language_id === null || language_id === asked.language_id)
  return itemsIn(call, heard, tag)
}

/** Locks the loop for a new item; refuses if it is full. */
export async function lockWithRoom(db: Db, site: Site, { user_id }: Owner, locationId: number | undefined) {
  const loop = await queries.lockLoop(db, site, { user_id, location_id: locationId ?? null })
  if ((await queries.findItems(db, site, loop.loop_id)).length >= mostLoopItems) fail('loop_full')
  return loop
}

type Changing = Asking & Pick<AnyCall, 'audit'> & { owner: Owner }

async function settingsChanged(
  { owner, site, db, services, caller, audit }: Changing,
  { location_id }: { location_id?: number | undefined },
  change: Parameters<typeof queries.changeLoop>[3],
) {
  const before = await queries.lockLoop(db, site, { user_id: owner.user_id, location_id: location_id ?? null })
  const loop = await queries.changeLoop(db, site, before.loop_id, change)
  const { length } = await queries.findItems(db, site, loop.loop_id)
  const { language_id } = languageOf(services, site, caller.user.language_id)
  const shown = (row: queries.LoopRow) => shownSettings(row, language_id, length)
  audit({ target: { kind: 'loop', id: loop.loop_id }, before: shown(before), after: shown(loop) })
  return answer(shown(loop), { message: 'loop_saved' })
}

interface UploadFields {
  location_id?: number | undefined
  image_video_title: string
  selectedLanguageId?: string | number | undefined
}

async function addUpload(
  call: Changing,
  { location_id, image_video_title: title, selectedLanguageId }: UploadFields,
  file: { bytes: Buffer; extension: string; mediaType: string },
  rowOf: (stored: StoredFile) => StoredFile & { kind: 'image' | 'video'; seconds?: number },
) {
  const { owner, site, db, services, audit } = call
  const language = selectedLanguageId === undefined ? null : (services.sites.language(selectedLanguageId) ?? notFound())
  const loop = await lockWithRoom(db, site, owner, location_id)
  const item = await storeFile(services, site, file, async (stored) => {
    const values = { ...rowOf(stored), title, language_id: language?.language_id ?? null }
    const row = (await queries.insertItem(db, site, loop, values)) ?? notFound()
    await queries.changeLoop(db, site, loop.loop_id)
    return oneItem(call, row)
  })
  audit({ target: { kind: 'loop_item', id: item.id }, after: noted(item) })
  return answer(item, { message: 'loop_item_added' })
}

const boardOnly = ({ layout, footnote, sections }: { layout: string; footnote: string; sections: unknown }) => ({
  layout,
  footnote,
  sections,
})

/** Returns the names of the stored files of an item. */
const filesOf = ({ file_name, content }: queries.LoopItemRow): string[] => [
  ...(file_name === null ? [] : [file_name]),
  ...picturesIn(content),
]

/** What the audit log keeps of an item. */
const noted = ({ kind, part_id, title, language, when }: LoopItem) => ({ kind, part_id, title, language, when })
const orderOf = (rows: readonly queries.LoopItemRow[]) => ({ order: rows.map(({ item_id }) => item_id) })
