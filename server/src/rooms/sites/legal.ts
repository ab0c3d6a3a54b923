import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../core/db/database.ts'
import { cleanHtml } from '../../core/html.ts'
import type { Site } from '../../core/tenancy.ts'
import { findPublished } from './legal/legal-texts.queries.ts'

/**
 * Terms, privacy policy and the text about the product: one HTML fragment per language, filled in with the site's
 * names. The operator may write others for a web site (legal/).
 */

export type LegalKind = 'terms' | 'privacy' | 'about'
const folder = join(import.meta.dirname, '../../../../demo/texts')
const files = (await readdir(folder)).filter((name) => name.endsWith('.html'))
/** Texts by file name, read at start. */
const texts = new Map(
  await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
)

/**
 * Returns the text in a language, else in English. The markup is trusted because the file is ours; the names are
 * escaped.
 */
export const legalText = (kind: LegalKind, tag: string, site: Site): string => withNames(productText(kind, tag), site)

/** Returns the text of the product in a language, else in English, with the names of the site as placeholders. */
export const productText = (kind: LegalKind, tag: string): string =>
  texts.get(`${kind}.${tag}.html`) ?? texts.get(`${kind}.en-US.html`)!

/** Returns what the web site published in a language, else in its default language, else the text of the product. */
export async function shownLegalText(
  db: Db,
  site: Site,
  kind: LegalKind,
  language: { language_id: number; language_code: string },
): Promise<string> {
  const published = await findPublished(db, site, kind, [language.language_id, site.default_lang_id])
  return published === undefined ? legalText(kind, language.language_code, site) : withNames(cleanHtml(published), site)
}

function withNames(html: string, site: Site): string {
  const values: Record<string, string> = { company: site.company, site: site.name, email: site.contact_email }
  return html.replaceAll(/\{(company|site|email)\}/g, (_, name: string) => escapeHtml(values[name] ?? ''))
}

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
