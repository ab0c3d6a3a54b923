import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'

/** Reads lists in pages: search, order, the page's rows and the number of all rows. */

/** Limits a list that is asked for without a page size, so that one request cannot read a table of any length. */
export const mostRows = 10_000

export interface ListOrder<Sort extends string> {
  /** The expression behind each sort name. Text is sorted without regard to case. */
  by: Record<Sort, Expression<unknown>>
  /** A unique column, which decides between equal values: rows then never appear on two pages, or on none. */
  unique: string
  /** Decides between equal values before the unique column; always ascending. */
  between?: Expression<unknown>
  /** Rows without a value come last in both directions. */
  emptyLast?: true
}

/**
 * Returns one page of a filtered query, and how many rows it has in all. Join in `filtered` only what filters or sorts;
 * select counts and lists of each row as subqueries, which the database evaluates for the rows of the page alone.
 */
export async function readPage<Database, Table extends keyof Database, Row, Sort extends string>(
  filtered: SelectQueryBuilder<Database, Table, Row>,
  { page, size = mostRows, sort, descending }: Omit<ListQuery<Sort>, 'search'>,
  { by, unique, between, emptyLast }: ListOrder<Sort>,
): Promise<{ rows: Row[]; total: number }> {
  const direction = descending ? 'desc' : 'asc'
  const offset = (page - 1) * size
  const rows = (await filtered
    .orderBy(by[sort], (order) => {
      const directed = descending ? order.desc() : order.asc()
      return emptyLast && descending ? directed.nullsLast() : directed
    })
    .$if(between !== undefined, (q) => q.orderBy(between!))
    .orderBy(sql.ref(unique), between === undefined ? direction : 'asc')
    .limit(size)
    .offset(offset)
    .execute()) as Row[]
  const isLastPage = rows.length < size && (rows.length > 0 || page === 1)
  if (isLastPage) return { rows, total: offset + rows.length }
  const counted = await filtered
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: (counted as { total: number }).total }
}

/** Returns the condition that each word of a search occurs in one of the columns, regardless of case. */
export function contains(columns: readonly string[], search: string): RawBuilder<SqlBool> {
  const text = sql`concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))})`
  const words = search.split(/\s+/).filter(Boolean)
  if (words.length === 0) return sql<SqlBool>`true`
  return sql<SqlBool>`(${sql.join(
    words.map((word) => sql`${text} ilike ${`%${escapeLike(word)}%`}`),
    sql` and `,
  )})`
}

/** Escapes the characters that have a meaning in a pattern of LIKE. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
