import { z } from 'zod'
import { customVideoSource } from '../../custom-video.ts'
import { endpoint, may } from '../../endpoint.ts'
import { Id, PartId, PathId, Yes } from '../../fields.ts'

/**
 * Videos of a business, beside the films of the library: by their address on another website, or uploaded. They belong
 * to the business of the user who added them; who manages that user may change them.
 */

/** The most videos of one business. */
export const mostVideos = 500
/** The longest video in seconds. */
export const longestVideo = 3600
/** The seconds in which a deleted video comes back with Undo. Then its files go. */
export const secondsToUndo = 600
export const mostPosterBytes = 5 * 1024 * 1024
export const mostCaptionBytes = 512 * 1024

export const videoStates = ['uploading', 'waiting', 'checking', 'converting', 'ready', 'failed'] as const
export type VideoState = (typeof videoStates)[number]

/** Problems of a failed video after which the same file can be tried again. */
export const retriableProblems: readonly string[] = ['upload_disk_full', 'video_not_converted']

const Name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u)
const Description = z.string().trim().max(2000)

/** What a video is called in one more language. */
const VideoText = z.object({ language_id: Id, video_name: Name, description: Description.default('') })

/** What the form of a video edits. */
export const VideoFields = z.object({
  video_name: Name,
  description: Description.default(''),
  /** The same in other languages. */
  texts: z.array(VideoText).max(20).default([]),
  /** Shown on the home page of the business. */
  on_home: Yes.default(false),
})
export type VideoFields = z.output<typeof VideoFields>

/** The URL of a video or of its page, or the embed code of a player. */
export const VideoAddress = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .meta({ example: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' })

/** What a browser measured of a video file on another website. */
export const Footage = z.object({
  duration: z.number().min(0).max(longestVideo),
  width: z.int().min(1).max(10_000),
  height: z.int().min(1).max(10_000),
})
export type Footage = z.infer<typeof Footage>

export const CustomVideo = z.object({
  part_id: PartId,
  user_id: Id.nullable(),
  video_name: z.string(),
  /** Empty for an upload that is not ready. */
  video_url: z.string(),
  /** `file` is a file of this portal, `link` a video file elsewhere, `embed` a player in a frame. */
  video_kind: z.enum(['file', 'link', 'embed']),
  /** The playlist of an upload in several sizes (HLS); null if there is one size. */
  hls_url: z.string().nullable(),
  description: z.string(),
  texts: z.array(VideoText),
  on_home: z.boolean(),
  state: z.enum(videoStates),
  /** A message key; null unless the state is `failed`. */
  problem: z.string().nullable(),
  /** Per cent of the conversion. */
  progress: z.int(),
  /** Of an upload. */
  file_name: z.string().nullable(),
  /** Bytes, as announced or as stored. */
  bytes: z.number(),
  /** Bytes of an upload that arrived. */
  received: z.number(),
  /** The name of the upload under /video_uploads while it lasts. */
  upload: z.string().nullable(),
  poster_url: z.string().nullable(),
  /** Pictures of the video to choose from, in the order of time. */
  posters: z.array(z.string()),
  /** Seconds; null if unknown. */
  duration: z.number().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  captions: z.array(z.object({ language_id: Id, language_code: z.string(), name: z.string(), url: z.string() })),
  added_by: z.string(),
  created_at: z.iso.datetime(),
  /** How often it was sent to customers. */
  sends: z.int(),
  /** The number of loops that play it, and of embeds that show it. */
  loops: z.int(),
  embeds: z.int(),
  /** The caller may change it. */
  can_change: z.boolean(),
})
export type CustomVideo = z.infer<typeof CustomVideo>

/** What uploads may hold, told before one begins. */
export const UploadLimits = z.object({
  /** Bytes that the videos of the business use. */
  used: z.number(),
  /** Bytes that they may use. */
  space: z.number(),
  /** Bytes of one file. */
  file: z.number(),
  /** The server converts videos; if not, only an MP4 with H.264 and AAC can be uploaded. */
  converts: z.boolean(),
})
export type UploadLimits = z.infer<typeof UploadLimits>

const manager = may('manage_custom_videos')
/** Refusals of an address. */
const addressFails = ['custom_video_url_invalid', 'custom_video_host_not_allowed'] as const

export const getUserCustomVideos = endpoint({
  method: 'GET',
  path: '/getUserCustomVideos/:user',
  who: manager,
  actsFor: 'user',
  summary: 'Returns all videos of the business of a user, the newest first, also those that are not ready.',
  params: z.object({ user: PathId }),
  reply: z.array(CustomVideo),
  beside: z.object({ limits: UploadLimits }),
})

export const getUserCustomVideosView = endpoint({
  method: 'GET',
  path: '/getUserCustomVideosView/:user',
  who: may('allow_view_animations'),
  actsFor: 'user',
  summary: 'Returns the videos that a user can watch: those of the business that are ready, and those of the web site.',
  params: z.object({ user: PathId }),
  reply: z.array(CustomVideo),
})

export const addUserCustomVideo = endpoint({
  method: 'POST',
  path: '/addUserCustomVideo',
  who: manager,
  actsFor: 'user_id',
  audit: { action: 'custom_video.add' },
  summary: 'Adds a video by its address: http(s), www, or an embed code. Only the address of the code is kept.',
  body: VideoFields.extend({
    user_id: Id.optional(),
    video_url: VideoAddress,
    footage: Footage.optional(),
    part_id: z.string().max(40).optional(),
  }),
  fails: [...addressFails, 'too_many_custom_videos', 'custom_video_needs_business'],
  reply: CustomVideo,
})

export const editUserCustomVideo = endpoint({
  method: 'PUT',
  path: '/editUserCustomVideo',
  who: manager,
  actsFor: 'user_id',
  audit: { action: 'custom_video.change' },
  summary: 'Changes a video: its texts, the picture of an upload, or the address. `user_id` is who added it.',
  body: VideoFields.extend({
    user_id: Id,
    part_id: PartId,
    /** Of a video that was added by its address. */
    video_url: VideoAddress.optional(),
    footage: Footage.optional(),
    /** One of `posters`. */
    poster_url: z.string().max(200).optional(),
  }),
  fails: [...addressFails, 'custom_video_not_found'],
  reply: CustomVideo,
})

const OfVideo = { user_id: Id, part_id: PartId }

export const deleteUserCustomVideo = endpoint({
  method: 'DELETE',
  path: '/deleteUserCustomVideo/:userId/:partId',
  who: manager,
  actsFor: 'userId',
  audit: { action: 'custom_video.delete' },
  summary: 'Deletes a video. For ten minutes it can be restored; then its files go.',
  params: z.object({ userId: PathId, partId: PartId }),
  fails: ['custom_video_not_found'],
  reply: z.null(),
})

export const undoDeletedCustomVideo = endpoint({
  method: 'PUT',
  path: '/undoDeletedCustomVideo',
  who: manager,
  actsFor: 'user_id',
  audit: { action: 'custom_video.restore' },
  summary: 'Restores a deleted video while its files are there.',
  body: z.object(OfVideo),
  fails: ['custom_video_not_found', 'custom_video_gone'],
  reply: CustomVideo,
})

export const retryCustomVideo = endpoint({
  method: 'PUT',
  path: '/retryCustomVideo',
  who: manager,
  actsFor: 'user_id',
  audit: { action: 'custom_video.retry' },
  summary: 'Converts an upload again that could not be converted although its file is in order.',
  body: z.object(OfVideo),
  fails: ['custom_video_not_found', 'custom_video_gone'],
  reply: CustomVideo,
})

export const uploadCustomVideoPoster = endpoint({
  method: 'POST',
  path: '/uploadCustomVideoPoster',
  who: manager,
  actsFor: 'user_id',
  audit: { action: 'custom_video.change' },
  summary: 'Uploads a picture that people see before an uploaded video plays: PNG, JPEG, WebP or GIF, at most 5 MB.',
  limit: { max: 60 },
  upload: { maxBytes: mostPosterBytes, mediaTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] },
  body: z.object(OfVideo),
  fails: ['custom_video_not_found', 'not_a_picture'],
  reply: CustomVideo,
})

export const saveCustomVideoCaptions = endpoint({
  method: 'POST',
  path: '/saveCustomVideoCaptions',
  who: manager,
  actsFor: 'user_id',
  audit: { action: 'custom_video.captions' },
  summary: 'Stores the captions of an uploaded video in a language: WebVTT or SubRip, at most 512 KB.',
  limit: { max: 60 },
  upload: { maxBytes: mostCaptionBytes, mediaTypes: ['text/vtt', 'application/x-subrip', '.vtt', '.srt'] },
  body: z.object({ ...OfVideo, language_id: Id }),
  fails: [
    'custom_video_not_found',
    'captions_not_text',
    'captions_none',
    'captions_times_wrong',
    'language_not_of_site',
  ],
  reply: CustomVideo,
})

export const deleteCustomVideoCaptions = endpoint({
  method: 'DELETE',
  path: '/deleteCustomVideoCaptions/:userId/:partId/:language_id',
  who: manager,
  actsFor: 'userId',
  audit: { action: 'custom_video.captions' },
  summary: 'Deletes the captions of a video in a language.',
  params: z.object({ userId: PathId, partId: PartId, language_id: PathId }),
  fails: ['custom_video_not_found'],
  reply: CustomVideo,
})

/** Returns whether an address can be stored; else the message key of the refusal. */
export function refusalOfAddress(text: string): 'custom_video_url_invalid' | 'custom_video_host_not_allowed' | null {
  const source = customVideoSource(text)
  if (source && source.kind !== 'file') return null
  const looksRight = /^(https?:\/\/|www\.|\/\/)\S+\.\S+/i.test(text.trim()) || /<iframe\b/i.test(text)
  return looksRight ? 'custom_video_host_not_allowed' : 'custom_video_url_invalid'
}
