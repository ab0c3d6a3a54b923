import { sql } from 'kysely'
import type { LegalKind } from '@cutaway/contract/rooms/sites/legal.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { personName } from '../person-name.ts'

/** Queries of the versions of terms, privacy policy and the text about the product. */

export interface Which {
  kind: LegalKind
  language_id: number
}

/** Lets one change of a text follow another. */
export const lockLegalText = (db: Db, site: Site, { kind, language_id }: Which) =>
  sql`select pg_advisory_xact_lock(${site.web_site_id}, hashtext(${`legal ${kind} ${language_id}`}))`.execute(db)

const of = (db: Db, site: Site, { kind, language_id }: Which) =>
  db
    .selectFrom('legal_texts as t')
    .where('t.web_site_id', '=', site.web_site_id)
    .where('t.kind', '=', kind)
    .where('t.language_id', '=', language_id)

export const mostVersions = 100

/** Returns the versions of a text, the latest first. */
export const findVersions = (db: Db, site: Site, which: Which) =>
  of(db, site, which)
    .select(['t.version', 't.html', 't.saved_at', 't.published_at', 't.asks_acceptance'])
    .select([personName('t.saved_by').as('saved_by'), personName('t.published_by').as('published_by')])
    .orderBy('t.version', 'desc')
    .limit(mostVersions)
    .execute()
export type VersionRow = Awaited<ReturnType<typeof findVersions>>[number]

/** Returns the published version and the draft of every text. */
export const findStates = (db: Db, site: Site) =>
  db
    .selectFrom('legal_texts')
    .select(['kind', 'language_id'])
    .select([
      sql<number | null>`max(version) filter (where published_at is not null)`.as('published'),
      sql<Date | null>`max(published_at)`.as('published_at'),
      sql<number | null>`max(version) filter (where published_at is null)`.as('draft'),
    ])
    .where('web_site_id', '=', site.web_site_id)
    .groupBy(['kind', 'language_id'])
    .execute()

/** Returns the markup that a web site published in the first of some languages that has any. */
export async function findPublished(
  db: Db,
  site: Site,
  kind: LegalKind,
  languageIds: readonly number[],
): Promise<string | undefined> {
  const rows = await db
    .selectFrom('legal_texts as t')
    .distinctOn('t.language_id')
    .select(['t.language_id', 't.html'])
    .where('t.web_site_id', '=', site.web_site_id)
    .where('t.kind', '=', kind)
    .where('t.language_id', 'in', languageIds)
    .where('t.published_at', 'is not', null)
    .orderBy('t.language_id')
    .orderBy('t.version', 'desc')
    .execute()
  const found = languageIds.flatMap((id) => rows.find((row) => row.language_id === id) ?? [])
  return found[0]?.html
}

/** Inserts or replaces the draft of a text. */
export async function putDraft(
  db: Db,
  site: Site,
  which: Which,
  draft: { version: number; html: string; saved_at: Date; saved_by: number },
): Promise<void> {
  const { kind, language_id } = which
  await db
    .insertInto('legal_texts')
    .values({ web_site_id: site.web_site_id, kind, language_id, ...draft })
    .onConflict((conflict) =>
      conflict.columns(['web_site_id', 'kind', 'language_id', 'version']).doUpdateSet({
        html: draft.html,
        saved_at: draft.saved_at,
        saved_by: draft.saved_by,
      }),
    )
    .execute()
}

export async function publishDraft(
  db: Db,
  site: Site,
  { kind, language_id }: Which,
  published: { published_at: Date; published_by: number; asks_acceptance: boolean },
): Promise<void> {
  await db
    .updateTable('legal_texts')
    .set(published)
    .where('web_site_id', '=', site.web_site_id)
    .where('kind', '=', kind)
    .where('language_id', '=', language_id)
    .where('published_at', 'is', null)
    .execute()
}

export async function deleteDraft(db: Db, site: Site, { kind, language_id }: Which): Promise<void> {
  await db
    .deleteFrom('legal_texts')
    .where('web_site_id', '=', site.web_site_id)
    .where('kind', '=', kind)
    .where('language_id', '=', language_id)
    .where('published_at', 'is', null)
    .execute()
}
