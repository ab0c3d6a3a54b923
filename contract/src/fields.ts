import { z } from 'zod'

/** Field types shared by several rooms. Numeric ids are decimal text in paths and numbers in JSON. */

const maxId = 2_147_483_647

/** An id in a path: '31' -> 31. */
export const PathId = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .pipe(z.int().min(0).max(maxId))
  .meta({ description: 'Numeric id' })

/** An id in JSON; a number written as text is accepted. */
export const Id = z.union([z.int().min(0).max(maxId), PathId]).meta({ description: 'Numeric id' })

/** 6 characters identify a narrated film, any other length an interactive one (the stored kind takes precedence). */
export const PartId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/)
  .meta({ description: 'Part id' })

/** A side of the driver; older clients send its first letter. */
export const DriverSide = z
  .enum(['left', 'right', 'l', 'r'])
  .transform((side): 'left' | 'right' => (side.startsWith('l') ? 'left' : 'right'))
  .meta({ description: 'Side of the driver' })
export const VideoType = z.enum(['narrated', 'interactive'])
export type VideoType = z.infer<typeof VideoType>

/** A language by id ('50'), tag ('en-US') or its underscored form ('en_US'). */
export const LanguageKey = z.string().regex(/^(\d{1,4}|[A-Za-z]{2,3}([-_][A-Za-z]{2,4})?)$/)

/** A language in JSON: the id as a number, or any form that a path accepts. */
export const LangId = z.union([Id, LanguageKey])

/** A boolean as 0 or 1, as on the wire. */
export const Flag = z.union([z.literal(0), z.literal(1)])

/** Text forms of a boolean, as forms and older programs send them. */
const flags = { '1': true, true: true, yes: true, '0': false, false: false, no: false } as const
const FlagText = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['1', 'true', 'yes', '0', 'false', 'no']))
  .transform((text) => flags[text])

/** A boolean that a request gives as true, 1, '1' or 'true'. */
export const Yes = z.union([z.boolean(), Flag.transform((flag) => flag === 1), FlagText]).meta({ example: true })

export const Nothing = z.null().meta({ description: 'No data' })

/** Returns whether a name is a time zone that this program knows: 'America/Los_Angeles'. */
export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
