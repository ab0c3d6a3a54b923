import { z } from 'zod'

/** Schemas of the library files; library/README.md documents each field. An unknown field is an error. */

const Names = z.record(z.string(), z.string())
const Pair = z.tuple([z.number(), z.number()])
const Tag = z.string().regex(/^[a-z]{2}-[A-Z]{2}$/)
const FileName = z.string().regex(/^[\w.-]+$/)

const SubSystemEntry = z.strictObject({ id: z.int(), slug: z.string(), order: z.int(), name: Names })
export const SystemsFile = z.strictObject({
  format: z.literal(1),
  systems: z.array(
    z.strictObject({
      id: z.int(),
      slug: z.string(),
      order: z.int(),
      name: Names,
      sub_systems: z.array(SubSystemEntry),
    }),
  ),
})
export type SystemEntry = z.output<typeof SystemsFile>['systems'][number]

const StepLabel = z.strictObject({
  label: z.string(),
  labelx: z.number(),
  labely: z.number(),
  pointx: z.number(),
  pointy: z.number(),
})

/** media/steps.json: step id to its labels. */
export const StepLabels = z.strictObject({
  format: z.literal(1),
  steps: z.record(z.string(), z.array(StepLabel)),
})

const Step = z.strictObject({
  id: z.string(),
  group: z.string(),
  is_divider_line: z.boolean(),
  rating: z.enum(['good', 'check_soon', 'replace_now']).nullable(),
  play: Pair,
  loop: Pair.nullable(),
  show_on_load: z.boolean(),
  show_button_ids: z.array(z.string()),
  labels_from: z.number().optional(),
  /** Placed by hand; a film from the studio has its labels in its `labels` file. */
  labels: z.array(StepLabel).optional(),
})

export const PartFile = z
  .strictObject({
    format: z.literal(1),
    /** In production: excluded from the portal, and its media may be missing. */
    draft: z.boolean().default(false),
    narrated: z.string().length(6).nullable(),
    interactive: z.string().min(1).nullable(),
    system: z.string(),
    sub_system: z.string(),
    driver_sides: z.array(z.enum(['left', 'right'])).min(1),
    vehicle_kinds: z.array(z.enum(['car', 'motorcycle'])).min(1),
    added: z.iso.date(),
    keywords: z.array(z.string()),
    symptoms: z.array(z.string()),
    trouble_codes: z.array(z.string().regex(/^[PCBU][0-9A-F]{4}$/)),
    related: z.array(z.string()),
    sources: z.array(z.strictObject({ title: z.string(), url: z.url() })),
    /** Where wear of this part begins and ends, for measured values: new, replace soon, replace now. */
    limits: z
      .strictObject({ unit: z.enum(['mm', 'V', '%']), new: z.number(), soon: z.number(), now: z.number() })
      .optional(),
    film: z
      .strictObject({
        duration: z.number(),
        fps: z.number(),
        width: z.int(),
        height: z.int(),
        streams: FileName,
        dash: FileName,
        labels: FileName,
        poster: FileName,
        /** Second of the film that the poster shows; the home page's hero with its labels shows it too. */
        poster_at: z.number().min(0).optional(),
        sprite: FileName,
        thumbnails: FileName,
        chapters: z.array(z.strictObject({ id: z.string(), start: z.number() })),
        audio: z.array(
          z.strictObject({ language: Tag, voice: z.enum(['synthetic', 'human']), also_for: z.array(Tag) }),
        ),
        captions: z.array(Tag),
      })
      .optional(),
    interactive_film: z
      .strictObject({
        duration: z.number(),
        fps: z.number(),
        width: z.int(),
        height: z.int(),
        file: FileName,
        poster: FileName,
        poster_at: z.number().min(0).optional(),
        labels: FileName.optional(),
        time_consideration: z.enum(['seconds', 'frames']),
        steps: z.array(Step).min(1),
      })
      .optional(),
    pdf: z.strictObject({ image1: FileName, image2: FileName }),
  })
  .refine((p) => (p.narrated === null) === (p.film === undefined), 'narrated and film belong together')
  .refine(
    (p) => (p.interactive === null) === (p.interactive_film === undefined),
    'interactive and interactive_film belong together',
  )
  .refine((p) => p.interactive?.length !== 6, 'an interactive id does not have 6 characters')

export const PartText = z.strictObject({
  name: z.string(),
  subtitle: z.string(),
  description: z.string(),
  labels: Names,
  badges: Names,
  chapters: Names,
  groups: Names,
  steps: z.record(z.string(), z.strictObject({ title: z.string(), note: z.string() })),
  script: z.array(
    z.strictObject({
      start: z.number(),
      end: z.number(),
      text: z.string(),
      /** Text for the synthetic voice only, where it mispronounces `text`. */
      spoken: z.string().optional(),
    }),
  ),
  pdf: z.strictObject({ text: z.string(), caption1: z.string(), caption2: z.string() }),
  keywords: Names,
  symptoms: Names,
})

export const Streams = z.strictObject({
  format: z.literal(1),
  duration: z.number(),
  video: z.array(
    z.strictObject({
      file: FileName,
      playlist: FileName,
      codecs: z.string(),
      bandwidth: z.int(),
      average_bandwidth: z.int(),
      width: z.int(),
      height: z.int(),
      frame_rate: z.number(),
    }),
  ),
  audio: z.array(
    z.strictObject({
      language: Tag,
      also_for: z.array(Tag),
      name: z.string(),
      voice: z.enum(['synthetic', 'human']),
      file: FileName,
      playlist: FileName,
      codecs: z.string(),
      bandwidth: z.int(),
      average_bandwidth: z.int(),
      channels: z.int(),
      sample_rate: z.int(),
    }),
  ),
  subtitles: z.array(z.strictObject({ language: Tag, name: z.string(), file: FileName, playlist: FileName })),
})

export const LabelTrack = z.strictObject({
  format: z.literal(1).optional(),
  width: z.int(),
  height: z.int(),
  title: z.strictObject({ from: z.number(), to: z.number() }),
  /** Second of the film that its poster shows. */
  poster_at: z.number().optional(),
  badges: z.array(z.strictObject({ id: z.string(), rating: z.string(), from: z.number(), to: z.number(), box: Pair })),
  labels: z.array(z.strictObject({ id: z.string(), box: Pair, runs: z.array(z.array(z.array(z.number()).length(4))) })),
})
