import { z } from 'zod'

/** scene.yaml of a part: how its rig is filmed. Times are seconds of the film, places are units of the rig, boxes are pixels. */

const Second = z.number().min(0)
const Place = z.tuple([z.number(), z.number(), z.number()])
const Keys = z.array(z.tuple([Second, z.number()])).min(1)

/** Values over time, or for an angle its speed in rad/s (and where it starts). */
const ChannelTrack = z.union([Keys, z.strictObject({ speed: Keys, start: z.number().default(0) })])

const CameraKey = z.strictObject({ at: Second, position: Place, target: Place, fov: z.number().min(5).max(70) })

export const ChannelTracks = z.record(z.string(), ChannelTrack)
export type ChannelTracks = z.output<typeof ChannelTracks>
export const CameraPath = z.array(CameraKey).min(1)
export type CameraPath = z.output<typeof CameraPath>

const NarratedLabel = z
  .strictObject({
    label: z.string(),
    anchor: z.string(),
    from: Second,
    to: Second,
    /** Middle of the label's box on the 1280 x 720 picture. */
    box: z.tuple([z.int().min(0).max(1280), z.int().min(0).max(720)]),
  })
  .refine((l) => l.from < l.to, 'a label ends after it has begun')

const StepLabel = z.strictObject({
  label: z.string(),
  anchor: z.string(),
  /** Middle of the label's box on the canvas of 770 x 594. */
  labelx: z.int().min(0).max(770),
  labely: z.int().min(0).max(594),
})

export const SceneFile = z.strictObject({
  format: z.literal(1),
  rig: z.string(),
  look: z
    .strictObject({
      exposure: z.number().optional(),
      environment: z.number().optional(),
      backdrop: z.tuple([z.string(), z.string(), z.string()]).optional(),
    })
    .default({}),
  film: z
    .strictObject({
      title: z.strictObject({ from: Second, to: Second }),
      channels: ChannelTracks,
      camera: CameraPath,
      labels: z.array(NarratedLabel),
      badges: z
        .array(
          z.strictObject({
            id: z.string(),
            rating: z.enum(['good', 'check_soon', 'replace_now', 'stage']),
            from: Second,
            to: Second,
            box: z.tuple([z.int().min(0).max(1280), z.int().min(0).max(720)]),
          }),
        )
        .default([]),
    })
    .optional(),
  interactive_film: z
    .strictObject({
      channels: ChannelTracks,
      camera: CameraPath,
      /** Step id to its labels. */
      labels: z.record(z.string(), z.array(StepLabel)),
    })
    .optional(),
  /** Seconds of the narrated film (of the interactive one where there is no other) for the two pictures of the PDF. */
  pdf: z.tuple([Second, Second]),
})

export type SceneFile = z.output<typeof SceneFile>
/** What both kinds of film have in common. */
export interface Shot {
  channels: ChannelTracks
  camera: CameraPath
}
