import { z } from 'zod'
import { endpoint, jsonParam, may, notAudited } from '../../endpoint.ts'
import { DriverSide, Id, LanguageKey, PartId } from '../../fields.ts'
import { Rating } from '../sharing/decisions.ts'

/** The library for other programs: a list of parts, and the films that fit the findings of an inspection. */

/** A film as other programs need it. */
export const PartFilm = z.object({
  part_id: PartId,
  part_name: z.string(),
  system_name: z.string(),
  sub_system_name: z.string(),
  video_type: z.enum(['narrated', 'interactive']),
  /** Seconds; 0 for an interactive film. */
  duration: z.number(),
  /** Tags of the languages in which the film is narrated, such as en-US. */
  narrations: z.array(z.string()),
  /** Codes of the vehicle’s diagnosis that the film explains. */
  trouble_codes: z.array(z.string()),
  /** Absolute URL of a picture. */
  poster: z.string(),
})
export type PartFilm = z.infer<typeof PartFilm>

const View = {
  lang: LanguageKey.optional(),
  brand_id: Id.optional(),
  driverside: DriverSide.default('left'),
}

export const getParts = endpoint({
  method: 'GET',
  path: '/parts/:json',
  who: may('allow_view_animations'),
  notForCustomers: true,
  summary:
    'Returns the narrated films of the library in alphabetical order, or those that match a search in order of relevance, paginated.',
  params: z.object({
    json: jsonParam(
      z.object({
        ...View,
        search: z.string().max(200).default(''),
        page: z.int().min(1).max(100_000).default(1),
        size: z.int().min(1).max(500).default(50),
      }),
    ),
  }),
  reply: z.object({ rows: z.array(PartFilm), total: z.int() }),
})

export const mostFindings = 500

/** One finding of an inspection, in the words of the program that asks. At least one of the texts or a code. */
export const Finding = z.object({
  /** A reference of your own, returned with the result. */
  reference: z.string().max(100).optional(),
  rating: Rating.nullable().optional(),
  system: z.string().trim().max(200).optional(),
  part: z.string().trim().max(200).optional(),
  note: z.string().trim().max(500).optional(),
  /** Codes of the vehicle’s diagnosis, such as P0301. */
  codes: z.array(z.string().trim().max(12)).max(20).optional(),
})
export type Finding = z.infer<typeof Finding>

/** Why a film fits a finding; the earlier reason is the stronger one. */
export const FitReason = z.enum(['code', 'part', 'note', 'system'])

export const findFilms = endpoint({
  method: 'POST',
  path: '/findings',
  who: may('allow_view_animations'),
  audit: notAudited('reads the library'),
  notForCustomers: true,
  summary:
    'Returns the films that fit the findings of an inspection, the best first. Words may be in any language of the library.',
  limit: { max: 60 },
  maxBody: 1024 * 1024,
  body: z.object({
    ...View,
    /** Films for each finding. */
    most: z.int().min(1).max(10).default(3),
    findings: z
      .array(Finding)
      .min(1)
      .max(mostFindings)
      .meta({ example: [{ reference: '1', rating: 'red', part: 'brake pads' }] }),
  }),
  reply: z.object({
    findings: z.array(
      z.object({
        reference: z.string().nullable(),
        rating: Rating.nullable(),
        films: z.array(PartFilm.extend({ because: z.array(FitReason).min(1) })),
        /** Codes that the library does not explain. */
        unknown_codes: z.array(z.string()),
      }),
    ),
  }),
})
