import { z } from 'zod'
import { Yes } from '../fields.ts'

/**
 * The fields of calls that return a list in pages. Rows are the reply's data; the number of all matching rows stands
 * beside it. Only functions, so that the schema library does not reach the browser.
 */

const mostRowsPerPage = 500

/** A request for one page of a list. Without `size` all rows are returned, as programs and exports need them. */
export interface ListQuery<Sort extends string = string> {
  page: number
  size?: number | undefined
  sort: Sort
  descending: boolean
  search: string
}

/**
 * Returns the fields of a list request, to be spread into the schema of a body or a JSON parameter. `sorts` are the
 * columns that rows can be sorted by; the first is the default.
 */
export const listFields = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  /** Counts from 1. A page after the last one is empty. */
  page: z.int().min(1).max(1_000_000).default(1),
  size: z.int().min(1).max(mostRowsPerPage).optional(),
  sort: z.enum(sorts).default(sorts[0] as Sorts[number]),
  descending: Yes.default(false),
  /** Words that each matching row contains, in any order. */
  search: z.string().trim().max(100).default(''),
})

/** Returns the schema of the number of all matching rows, which a reply has beside the rows of a page. */
export const listTotal = () => z.object({ total: z.int() })
