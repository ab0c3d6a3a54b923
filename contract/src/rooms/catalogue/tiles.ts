import { z } from 'zod'
import { Flag, Id, PartId, VideoType } from '../../fields.ts'

/** Systems, sub-systems and films as tiles and list entries. */

export const MainSystem = z.object({
  system_id: Id,
  /** Names the illustration of the system. */
  slug: z.string(),
  system_name: z.string(),
  sequence_no: z.int(),
  narrated_count: z.int(),
  interactive_count: z.int(),
})
export type MainSystem = z.infer<typeof MainSystem>

export const SubSystem = z.object({
  sub_system_id: Id,
  system_id: Id,
  slug: z.string(),
  sub_system_name: z.string(),
  sequence_no: z.int(),
})
export type SubSystem = z.infer<typeof SubSystem>

/** A film as a tile or list entry. */
export const FilmTile = z.object({
  part_id: PartId,
  part_name: z.string(),
  subtitle: z.string(),
  video_type: VideoType,
  system_id: Id,
  sub_system_id: Id,
  /** Seconds. */
  duration: z.number(),
  /** Number of steps of an interactive film; otherwise 0. */
  steps: z.int(),
  poster_url: z.string().nullable(),
  isNew: Flag,
})
export type FilmTile = z.infer<typeof FilmTile>
