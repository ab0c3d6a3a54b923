import { customVideoSource } from '@cutaway/contract/custom-video.ts'
import type * as contract from '@cutaway/contract/rooms/customvideos/videos.ts'
import {
  mostVideos,
  refusalOfAddress,
  type CustomVideo,
  type Footage,
  type VideoFields,
} from '@cutaway/contract/rooms/customvideos/videos.ts'
import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import sharp from 'sharp'
import { answer, type AnyCall, type Handlers } from '../../core/http/endpoints.ts'
import { badRequest, fail } from '../../core/http/errors.ts'
import { sanitiseLine, sanitiseText } from '../../core/sanitise-text.ts'
import { reachOf, type Owner } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'
import { InvalidImage, reencodeImage } from '../../core/storage/images.ts'
import { captionsOf } from './captions.ts'
import { enqueueProcess, enqueuePurge } from './jobs.ts'
import { fileUrl, storageKey, uploadPath } from './places.ts'
import { newPartId, spaceOf } from './rules.ts'
import * as queries from './videos.queries.ts'

/** The videos of a business: the lists, and changes by those who manage the user that added one. */

type Asking = Pick<AnyCall, 'db' | 'site' | 'caller' | 'services'>

export const videos: Handlers<typeof contract> = {
  getUserCustomVideos: async (call) => {
    const { owner, site, db, services } = call
    const businessId = owner.businessentity_id
    const rows = businessId === null ? [] : await queries.findVideos(db, site, businessId, mayChange(call))
    const used = businessId === null ? 0 : (await queries.useOf(db, site, businessId)).bytes
    const limits = { used, ...spaceOf(site), converts: services.ffmpeg !== null }
    return answer(
      rows.map((row) => shown(site, row)),
      { beside: { limits } },
    )
  },

  getUserCustomVideosView: async (call) => {
    const { owner, site, db } = call
    const rows = await queries.findWatchable(db, site, owner.businessentity_id, mayChange(call))
    return rows.filter(({ video_url }) => customVideoSource(video_url)).map((row) => shown(site, row))
  },

  addUserCustomVideo: async (call) => {
    const { body, owner, site, db, services, audit } = call
    const businessId = businessOf(owner)
    const video_url = addressOf(body.video_url)
    await queries.lockBusiness(db, site, businessId)
    if ((await queries.useOf(db, site, businessId)).videos >= mostVideos) fail('too_many_custom_videos')
    const { texts, ...fields } = fieldsOf(call, body)
    const id = await queries.insertVideo(db, site, {
      ...fields,
      ...footageOf(video_url, body.footage),
      video_url,
      part_id: newPartId(),
      user_id: owner.user_id,
      businessentity_id: businessId,
      state: 'ready',
      created_at: services.clock.now(),
    })
    await queries.replaceTexts(db, site, id, texts)
    audit({ target: targetOf(id), after: { video_name: fields.video_name, video_url } })
    return answer(await read(call, id), { message: 'custom_video_added' })
  },

  editUserCustomVideo: async (call) => {
    const { body, owner, site, db, audit } = call
    const video = await hold(call, owner, body.part_id)
    const { texts, ...fields } = fieldsOf(call, body)
    const isUpload = video.folder !== null
    // The file of an upload stays; another file is another video.
    const isMoved = !isUpload && body.video_url !== undefined && body.video_url !== video.video_url
    const video_url = isMoved ? addressOf(body.video_url!) : video.video_url
    const isOther = video_url !== video.video_url
    if (body.poster_url !== undefined && !video.posters.includes(body.poster_url)) badRequest()
    const poster_url = body.poster_url ?? (isOther ? null : video.poster_url)
    const footage = isUpload ? undefined : footageOf(video_url, body.footage)
    const after = { ...fields, video_url, poster_url, ...(isOther || body.footage ? footage : {}) }
    await queries.setVideo(db, site, video.custom_video_id, after)
    await queries.replaceTexts(db, site, video.custom_video_id, texts)
    audit({ target: targetOf(video.custom_video_id), before: audited(video), after: audited({ ...video, ...after }) })
    return answer(await read(call, video.custom_video_id), { message: 'custom_video_saved' })
  },

  deleteUserCustomVideo: async (call) => {
    const { params, owner, site, db, services, audit } = call
    const video = await hold(call, owner, params.partId)
    const id = video.custom_video_id
    await queries.setVideo(db, site, id, { deleted_at: services.clock.now() })
    await enqueuePurge(db, services, site, id)
    audit({ target: targetOf(id), before: audited(video) })
    return answer(null, { message: 'custom_video_deleted' })
  },

  undoDeletedCustomVideo: async (call) => {
    const { body, owner, site, db, services, audit } = call
    const video = (await queries.holdVideo(db, site, { part_id: body.part_id, user_id: owner.user_id })) ?? gone()
    const id = video.custom_video_id
    if (video.purged_at) fail('custom_video_gone')
    if (!video.deleted_at) audit(false)
    else audit({ target: targetOf(id), after: audited(video) })
    await queries.setVideo(db, site, id, { deleted_at: null })
    // The job of a video that was deleted while it waited has found nothing to do.
    if (isWorking(video)) await enqueueProcess(db, services, site, id)
    return answer(await read(call, id), { message: 'custom_video_restored' })
  },

  retryCustomVideo: async (call) => {
    const { body, owner, site, db, services, audit } = call
    const video = await hold(call, owner, body.part_id)
    if (video.state !== 'failed' || !video.folder) badRequest()
    if (!(await stat(uploadPath(services.config, video.folder)).catch(() => null))) fail('custom_video_gone')
    const { custom_video_id: id } = video
    await queries.setVideo(db, site, id, { state: 'waiting', problem: null, touched_at: services.clock.now() })
    await enqueueProcess(db, services, site, id)
    audit({ target: targetOf(id) })
    return answer(await read(call, id), { message: 'custom_video_waits' })
  },

  uploadCustomVideoPoster: async (call) => {
    const { body, owner, upload, site, db, services, audit } = call
    const video = await hold(call, owner, body.part_id)
    const { folder } = video
    if (!folder || video.state !== 'ready') badRequest()
    const picture = await pictureOf(upload.bytes)
    const file = `own-${randomBytes(6).toString('hex')}.webp`
    await services.storage.put(storageKey(site, folder, file), picture, { mediaType: 'image/webp' })
    const poster_url = fileUrl(folder, file)
    await queries.setVideo(db, site, video.custom_video_id, {
      files: [...video.files, file],
      posters: [...video.posters, poster_url],
      poster_url,
      bytes: video.bytes + picture.length,
    })
    audit({ target: targetOf(video.custom_video_id), after: { poster_url } })
    return answer(await read(call, video.custom_video_id), { message: 'custom_video_saved' })
  },

  saveCustomVideoCaptions: async (call) => {
    const { body, owner, upload, site, db, audit } = call
    const video = await hold(call, owner, body.part_id)
    if (!video.folder) badRequest()
    if (!site.languages.some(({ language_id }) => language_id === body.language_id)) fail('language_not_of_site')
    const parsed = captionsOf(upload.bytes)
    if ('problem' in parsed) fail(parsed.problem)
    await queries.putCaptions(db, site, video.custom_video_id, body.language_id, parsed.vtt)
    audit({ target: targetOf(video.custom_video_id), after: { captions: body.language_id } })
    return answer(await read(call, video.custom_video_id), { message: 'custom_video_captions_saved' })
  },

  deleteCustomVideoCaptions: async (call) => {
    const { params, owner, site, db, audit } = call
    const video = await hold(call, owner, params.partId)
    await queries.removeCaptions(db, site, video.custom_video_id, params.language_id)
    audit({ target: targetOf(video.custom_video_id), before: { captions: params.language_id } })
    return answer(await read(call, video.custom_video_id), { message: 'custom_video_captions_deleted' })
  },
}

const mayChange = ({ caller, site }: Pick<Asking, 'caller' | 'site'>) => reachOf(caller, site).users('v.user_id')
const targetOf = (id: number) => ({ kind: 'custom_video', id })
const audited = ({ video_name, description, video_url, on_home, poster_url }: queries.VideoRow) => ({
  video_name,
  description,
  video_url,
  on_home,
  poster_url,
})
const isWorking = ({ state }: queries.VideoRow) => state === 'waiting' || state === 'checking' || state === 'converting'
const gone = (): never => fail('custom_video_not_found')
/** A video without a business would be one for everybody of the web site. */
const businessOf = ({ businessentity_id }: Owner): number => businessentity_id ?? fail('custom_video_needs_business')

/** Returns a video that the user added and that is not deleted, locked. */
async function hold({ db, site }: Pick<Asking, 'db' | 'site'>, { user_id }: Owner, part_id: string) {
  const video = (await queries.holdVideo(db, site, { part_id, user_id })) ?? gone()
  return video.deleted_at ? gone() : video
}

const read = async (call: Asking, id: number) =>
  shown(call.site, await queries.findListed(call.db, call.site, id, mayChange(call)))

/** Returns what is stored of the length and the size of a file on another website; nothing is known of a player there. */
const footageOf = (videoUrl: string, given: Footage | undefined) =>
  given && customVideoSource(videoUrl)?.kind === 'link' ? given : { duration: null, width: null, height: null }

function addressOf(text: string): string {
  const refusal = refusalOfAddress(text)
  if (refusal) fail(refusal)
  return customVideoSource(text)!.url
}

/** Returns the cleaned texts of a form. A language of another web site, and one that is named twice, are refused. */
function fieldsOf({ site }: Pick<Asking, 'site'>, { video_name, description, texts, on_home }: VideoFields) {
  const known = new Set(site.languages.map(({ language_id }) => language_id))
  if (texts.some(({ language_id }) => !known.delete(language_id))) badRequest()
  return {
    video_name: sanitiseLine(video_name),
    description: sanitiseText(description),
    on_home,
    texts: texts.map((text) => ({
      language_id: text.language_id,
      video_name: sanitiseLine(text.video_name),
      description: sanitiseText(text.description),
    })),
  }
}

async function pictureOf(bytes: Buffer): Promise<Buffer> {
  try {
    const { bytes: clean } = await reencodeImage(bytes, { width: 1280, height: 1280 })
    return await sharp(clean).webp({ quality: 80 }).toBuffer()
  } catch (error) {
    if (error instanceof InvalidImage) fail('not_a_picture')
    throw error
  }
}

/** Returns a video as the contract declares it. */
export function shown(site: Site, row: queries.ListedVideo): CustomVideo {
  const { folder, files } = row
  const isReady = row.state === 'ready'
  return {
    part_id: row.part_id,
    user_id: row.user_id,
    video_name: row.video_name,
    video_url: isReady ? row.video_url : '',
    video_kind: folder ? 'file' : (customVideoSource(row.video_url)?.kind ?? 'link'),
    hls_url: isReady && folder && files.includes('master.m3u8') ? fileUrl(folder, 'master.m3u8') : null,
    description: row.description,
    texts: row.texts,
    on_home: row.on_home,
    state: row.state,
    problem: row.state === 'failed' ? row.problem : null,
    progress: row.progress,
    file_name: row.file_name,
    bytes: row.bytes,
    received: row.received,
    upload: row.state === 'uploading' ? folder : null,
    poster_url: row.poster_url,
    posters: row.posters,
    duration: row.duration,
    width: row.width,
    height: row.height,
    captions: site.languages
      .filter(({ language_id }) => row.captions.includes(language_id))
      .map(({ language_id, language_code, name }) => ({
        language_id,
        language_code,
        name,
        url: fileUrl(folder ?? '', `captions-${language_code}.vtt`),
      })),
    added_by: row.added_by,
    created_at: row.created_at.toISOString(),
    sends: row.sends,
    loops: row.loops,
    embeds: row.embeds,
    can_change: row.can_change,
  }
}
