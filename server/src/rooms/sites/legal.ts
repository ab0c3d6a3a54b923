import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Site } from '../../core/tenancy.ts'

/**
 * Terms, privacy policy and the text about the product: one HTML fragment per language, filled in with the site's
 * names.
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
export function legalText(kind: LegalKind, tag: string, site: Site): string {
  const html = texts.get(`${kind}.${tag}.html`) ?? texts.get(`${kind}.en-US.html`)!
  const values: Record<string, string> = { company: site.company, site: site.name, email: site.contact_email }
  return html.replaceAll(/\{(company|site|email)\}/g, (_, name: string) => escapeHtml(values[name] ?? ''))
}

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
