import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { personName } from '../person-name.ts'

/** Queries of the texts that a web site wrote over the shipped ones. */

export interface TextRow {
  language_id: number
  message_key: string
  text: string
  shipped: string
  changed_at: Date
  changed_by: number
  by_name: string | null
}

const rows = (db: Db, site: Site) =>
  db
    .selectFrom('site_texts as t')
    .select(['t.language_id', 't.message_key', 't.text', 't.shipped', 't.changed_at', 't.changed_by'])
    .select(personName('t.changed_by').as('by_name'))
    .where('t.web_site_id', '=', site.web_site_id)

export const findTexts = (db: Db, site: Site, languageId: number): Promise<TextRow[]> =>
  rows(db, site).where('t.language_id', '=', languageId).execute()

export const findAllTexts = (db: Db, site: Site): Promise<TextRow[]> => rows(db, site).execute()

export const findText = (db: Db, site: Site, languageId: number, key: string): Promise<TextRow | undefined> =>
  rows(db, site).where('t.language_id', '=', languageId).where('t.message_key', '=', key).executeTakeFirst()

export interface NewText {
  message_key: string
  text: string
  shipped: string
}

/** Lets one change of the texts of a language follow another, so that each sees the texts before it. */
export const lockTexts = (db: Db, site: Site, languageId: number) =>
  sql`select pg_advisory_xact_lock(${site.web_site_id}, ${languageId})`.execute(db)

export async function putTexts(
  db: Db,
  site: Site,
  languageId: number,
  texts: readonly NewText[],
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  if (texts.length === 0) return
  await db
    .insertInto('site_texts')
    .values(
      texts.map((text) => ({
        ...text,
        web_site_id: site.web_site_id,
        language_id: languageId,
        changed_at: now,
        changed_by: userId,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['web_site_id', 'language_id', 'message_key']).doUpdateSet((eb) => ({
        text: eb.ref('excluded.text'),
        shipped: eb.ref('excluded.shipped'),
        changed_at: eb.ref('excluded.changed_at'),
        changed_by: eb.ref('excluded.changed_by'),
      })),
    )
    .execute()
}

export async function deleteTexts(db: Db, site: Site, languageId: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db
    .deleteFrom('site_texts')
    .where('web_site_id', '=', site.web_site_id)
    .where('language_id', '=', languageId)
    .where('message_key', '=', sql<string>`any(${keys})`)
    .execute()
}

export const mostVersions = 50

/** A change in the audit log: of one text, or of many by an import. */
export interface LoggedChange {
  at: Date
  user_id: number | null
  by_name: string | null
  target_kind: string | null
  before: object | null
  after: object | null
}

/** The target of audit entries about one text. */
export const textTarget = (languageId: number, key: string) => ({ kind: 'text', id: `${languageId} ${key}` })
/** The target of audit entries about many texts of a language. */
export const languageTarget = (languageId: number) => ({ kind: 'texts', id: languageId })

/** Returns the changes of a text from the audit log, the latest first. */
export function findChanges(db: Db, site: Site, languageId: number, key: string): Promise<LoggedChange[]> {
  const named = JSON.stringify({ texts: [{ message_key: key }] })
  return db
    .selectFrom('audit_log as t')
    .select(['t.at', 't.user_id', 't.target_kind', 't.before', 't.after'])
    .select(personName('t.user_id').as('by_name'))
    .where('t.web_site_id', '=', site.web_site_id)
    .where('t.outcome', '=', 'ok')
    .where((eb) =>
      eb.or([
        eb.and([eb('t.target_kind', '=', 'text'), eb('t.target_id', '=', textTarget(languageId, key).id)]),
        eb.and([
          eb('t.target_kind', '=', 'texts'),
          eb('t.target_id', '=', String(languageId)),
          sql<boolean>`t.after @> ${named}::jsonb`,
        ]),
      ]),
    )
    .orderBy('t.at', 'desc')
    .orderBy('t.audit_id', 'desc')
    .limit(mostVersions)
    .execute()
}
