import { z } from 'zod'
import { anyone, endpoint, file, may } from '../../endpoint.ts'
import { DriverSide, Flag, Id, LanguageKey, PartId, PathId, VideoType } from '../../fields.ts'
import { FilmTile } from '../catalogue/tiles.ts'
import { FilmLanguage } from './films.ts'
import { WarningLight } from './lights.ts'
import { PartsPdf } from './pdf.ts'

/** Film details, captions and streams; single facts are in films.ts, the PDF in pdf.ts, viewing data in tracking.ts. */

export const InteractiveButton = z.object({
  id: z.string(),
  title: z.string(),
  note: z.string(),
  /** Heading above the button when is_divider_line is 1. */
  group: z.string(),
  rating: z.enum(['', 'good', 'check_soon', 'replace_now']),
  /** Ids of the buttons to show ahead of the others after a click on this one, comma-separated; empty: no change. */
  show_button_ids: z.string(),
  /** 'start,end'. */
  play_time: z.string(),
  /** 'start,end', or empty when the step does not loop. */
  loop_time: z.string(),
  /** There are 30 frames per second. */
  time_consideration: z.enum(['seconds', 'frames']),
  show_on_load: Flag,
  is_divider_line: Flag,
})
export type InteractiveButton = z.infer<typeof InteractiveButton>

/** A label of an interactive step on a canvas of 770 by 594. */
export const ButtonLabel = z.object({
  button_id: z.string(),
  text: z.string(),
  labelx: z.number(),
  labely: z.number(),
  pointx: z.number(),
  pointy: z.number(),
  /** Second of the film at which the label appears while its step plays; null: immediately. */
  from: z.number().nullable(),
})
export type ButtonLabel = z.infer<typeof ButtonLabel>

export const AnimationDetails = z.object({
  /** 'Warning_lights' for the part that shows the dashboard lights instead of a film, else empty. */
  message: z.enum(['', 'Warning_lights']),
  video: z.object({
    partId: PartId,
    tagName: z.string(),
    /** Language of the served narration; differs from the requested one if there is none in it. */
    language_id: Id,
    video_type: VideoType,
    /** Plain MP4 with the narration; null if the file is missing. */
    videoUrl: z.string().nullable(),
    videoUrlVod: z.string().nullable(),
    videoUrlVodHLS: z.string().nullable(),
    videoUrlVodDASH: z.string().nullable(),
    narratedVideoUrl: z.string().nullable(),
    interactiveVideoUrl: z.string().nullable(),
    posterUrl: z.string().nullable(),
    /** WebVTT with 160x90 thumbnails for the seek preview. */
    thumbnailsUrl: z.string().nullable(),
    /** Seconds. */
    duration: z.number(),
    width: z.int(),
    height: z.int(),
  }),
  part_name: z.string(),
  subtitle: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  isNew: Flag,
  system: z.object({ system_id: Id, system_name: z.string(), slug: z.string() }),
  sub_system: z.object({ sub_system_id: Id, sub_system_name: z.string() }),
  parent_id: PartId.nullable(),
  equivalent_part_id: PartId.nullable(),
  equivalent_interactive_part_id: PartId.nullable(),
  equivalent_narrated_part_id: PartId.nullable(),
  narratedLanguages: z.array(FilmLanguage),
  captions: z.array(FilmLanguage.extend({ url: z.string() })),
  /** Whether the voice is synthetic, as in the demo; the page then says so. */
  syntheticNarration: z.boolean(),
  chapters: z.array(z.object({ start: z.number(), title: z.string() })),
  /** Times in seconds; word times are in the caption file. */
  transcript: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
  /** The label track of a narrated film (see library/README.md), with texts by label id. */
  labelsUrl: z.string().nullable(),
  labelTexts: z.record(z.string(), z.string()),
  /** Texts of the stage badges of the label track, by id. */
  badgeTexts: z.record(z.string(), z.string()),
  interactiveButtons: z.array(InteractiveButton),
  buttonLabels: z.array(ButtonLabel),
  /** First play_time, 'start,end'; empty for narrated films. */
  defaultPlayTime: z.string(),
  loopTime: z.string(),
  secondsOrFrames: z.enum(['seconds', 'frames']),
  loadVideoJSPlayer: z.boolean(),
  related: z.array(FilmTile),
  /** By set and order; empty for films. */
  warningLights: z.array(WarningLight),
  /** Null if the part has no text for a PDF. */
  partsPdf: PartsPdf.nullable(),
  /** Id of the analytics property; empty if the site has none. */
  googleanalytics: z.string(),
  /**
   * Whether the film is a favourite of the user for the brand; `id` is that of the favourite. Must be the last field:
   * see server.
   */
  favourite: z.object({ isFavourite: Flag, id: Id.nullable() }),
})
export type AnimationDetails = z.infer<typeof AnimationDetails>

export const relatedAnimationsDetailsByPartId = endpoint({
  method: 'GET',
  path: '/relatedAnimationsDetailsByPartId/:user_id/:part_id/:brand_id/:driverside/:language_id/:video_type?/:api?',
  who: may('allow_view_animations'),
  actsFor: 'user_id',
  summary:
    'Returns the details of a part for the animation page: streams, languages, chapters, labels, steps, related films.',
  fails: ['Part no found'],
  params: z.object({
    user_id: PathId,
    part_id: PartId,
    brand_id: PathId,
    driverside: DriverSide,
    language_id: LanguageKey,
    video_type: VideoType.optional(),
    api: z.literal('api').optional(),
  }),
  reply: AnimationDetails,
})

export const relatedAnimationsDetailsAndTiming = endpoint({
  method: 'GET',
  path: '/relatedAnimationsDetailsAndTiming/:user_id/:part_id/:brand_id/:driverside/:language_id/:video_type',
  who: may('allow_view_animations'),
  actsFor: 'user_id',
  summary: 'Returns the streams of a part, its steps with their times, and their labels.',
  fails: ['Part no found'],
  params: z.object({
    user_id: PathId,
    part_id: PartId,
    brand_id: PathId,
    driverside: DriverSide,
    language_id: LanguageKey,
    video_type: VideoType,
  }),
  reply: AnimationDetails.pick({
    video: true,
    interactiveButtons: true,
    buttonLabels: true,
    defaultPlayTime: true,
    loopTime: true,
    secondsOrFrames: true,
  }),
})

export const getSampleAnimation = endpoint({
  method: 'GET',
  path: '/getSampleAnimation/:part_id/:lang',
  who: anyone,
  summary: 'Returns a film that the site shows to visitors without a login.',
  fails: ['Part no found'],
  params: z.object({ part_id: PartId, lang: LanguageKey }),
  reply: AnimationDetails,
})

export const getSampleAnimations = endpoint({
  method: 'GET',
  path: '/getSampleAnimations/:lang',
  who: anyone,
  summary: 'Returns the films that the site shows to visitors.',
  params: z.object({ lang: LanguageKey }),
  reply: z.array(FilmTile),
})

export const captions = endpoint({
  method: 'GET',
  path: '/captions/:web_site/:part_id/:lang.vtt',
  name: 'captions-file',
  who: anyone,
  site: 'web_site',
  summary: 'Returns the captions of a narrated film in a language, as WebVTT with word times.',
  params: z.object({ web_site: PathId, part_id: PartId, lang: LanguageKey }),
  reply: file('text/vtt'),
})
