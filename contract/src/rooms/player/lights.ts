import { z } from 'zod'
import { FilmTile } from '../catalogue/tiles.ts'

/** The dashboard lights, included in the details of one part. */

/** The id of that part. It has no film. */
export const warningLightsPart = 'Warning_lights'

export const WarningLight = z.object({
  id: z.string(),
  /** Blue lights inform, as green ones do, and belong to the green set. */
  colour: z.enum(['red', 'yellow', 'green', 'blue']),
  set: z.enum(['red', 'yellow', 'green']),
  urgency: z.enum(['stop_now', 'check_soon', 'information']),
  name: z.string(),
  meaning: z.string(),
  /** The action to take now. */
  action: z.string(),
  /** The symbol as SVG in the current colour, of plain shapes only. */
  drawing: z.string(),
  /** The films about the cause. */
  parts: z.array(FilmTile.pick({ part_id: true, part_name: true, subtitle: true, poster_url: true, duration: true })),
})
export type WarningLight = z.infer<typeof WarningLight>
