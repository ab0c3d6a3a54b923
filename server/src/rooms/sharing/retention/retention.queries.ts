import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Step } from '../../../core/jobs/retention.ts'

/** Removes the network addresses and browsers of customers from old visits, answers and questions. */

/** Tables with the address of a customer: the columns of a row's key, its time, and what goes with the address. */
export const addressed = [
  { table: 'link_views', key: ['link_id', 'view_key', 'part_id'], at: 'last_at', hasAgent: true },
  { table: 'link_hits', key: ['hit_id'], at: 'at', hasAgent: true },
  { table: 'link_pdf_views', key: ['pdf_view_id'], at: 'at', hasAgent: true },
  { table: 'link_answers', key: ['answer_id'], at: 'at', hasAgent: false },
  { table: 'link_questions', key: ['question_id'], at: 'at', hasAgent: false },
] as const

export async function removeAddresses(
  db: Db,
  { table, key, at, hasAgent }: (typeof addressed)[number],
  { webSiteId, before, limit }: Step,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set remote_address = ''${hasAgent ? sql`, user_agent = ''` : sql``}
    where web_site_id = ${webSiteId} and (${columns}) in (
      select ${columns} from ${sql.table(table)}
      where web_site_id = ${webSiteId} and ${sql.ref(at)} < ${before} and remote_address <> '' limit ${limit})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}
