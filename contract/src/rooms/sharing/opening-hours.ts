import { z } from 'zod'

/** The opening hours of a location, in the time zone of its web site. */

const Minute = z.int().min(0).max(1440)
/** The minutes of opening and closing; null: closed. */
const Day = z
  .tuple([Minute, Minute])
  .refine(([opens, closes]) => opens < closes, 'closes before it opens')
  .nullable()
  .meta({ example: [480, 1020] })
/** From Sunday to Saturday; a day that is left out is closed. */
export const OpeningHours = z.array(Day).max(7)
export type OpeningHours = z.infer<typeof OpeningHours>
