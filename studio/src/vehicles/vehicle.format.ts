import { z } from 'zod'

/** vehicle.yaml and the two files that the build writes beside the pictures of a vehicle; see library/README.md. */

const tags = ['en-US', 'en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH'] as const

const Vector = z.tuple([z.number(), z.number(), z.number()])

export const Hotspot = z.strictObject({
  id: z.string().regex(/^[a-z][a-z_]*$/),
  /** Narrated id of the part that the spot leads to. */
  part: z.string().length(6),
  /** Metres on the model, and the direction away from the surface. */
  position: Vector,
  normal: Vector,
})
export type Hotspot = z.output<typeof Hotspot>

export const VehicleFile = z
  .strictObject({
    format: z.literal(1),
    id: z.string().regex(/^[a-z]+$/),
    kind: z.enum(['car', 'motorcycle']),
    name: z.strictObject(
      Object.fromEntries(tags.map((tag) => [tag, z.string().trim().min(1)])) as Record<
        (typeof tags)[number],
        z.ZodString
      >,
    ),
    hotspots: z.array(Hotspot).min(1),
  })
  .superRefine(({ hotspots }, context) => {
    for (const [i, { id, normal }] of hotspots.entries()) {
      if (hotspots.slice(0, i).some((earlier) => earlier.id === id))
        context.addIssue({ code: 'custom', path: ['hotspots', i, 'id'], message: `${id} is used twice` })
      if (Math.abs(Math.hypot(...normal) - 1) > 0.02)
        context.addIssue({ code: 'custom', path: ['hotspots', i, 'normal'], message: 'its length is not 1' })
    }
  })
export type VehicleFile = z.output<typeof VehicleFile>

const Spot = z.strictObject({
  id: z.string(),
  part: z.string(),
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
})
export type Spot = z.output<typeof Spot>

export const HotspotsFile = z.strictObject({
  format: z.literal(1),
  /** What is seen in image 1 to 46. */
  images: z.array(z.array(Spot)),
  layouts: z.strictObject({ front: z.array(Spot), other: z.array(Spot), top: z.array(Spot) }),
})
export type HotspotsFile = z.output<typeof HotspotsFile>

export const VehicleHashes = z.strictObject({
  format: z.literal(1),
  sources: z.strictObject({
    /** Code and numbers that make the pictures. */
    pictures: z.string(),
    /** The same, the words of vehicle.yaml and the code that projects. */
    hotspots: z.string(),
  }),
  /** By file name: SHA-256. */
  media: z.record(z.string(), z.string()),
})
export type VehicleHashes = z.output<typeof VehicleHashes>
