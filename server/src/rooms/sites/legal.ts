import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from '../../core/tenancy.ts'

/** Terms, privacy policy and the text about the product: one HTML fragment a language, filled in with the site's names. */

export type LegalKind = 'terms' | 'privacy' | 'about'
const folder = join(import.meta.dirname, '../../../../demo/texts')
const read = new Map<string, string>()

/** The text in a language, else in English. It is our own file, so its markup is trusted; the names are escaped. */
export function legalText(kind: LegalKind, tag: string, site: Site): string {
  const path = [tag, 'en-US'].map((t) => join(folder, `${kind}.${t}.html`)).find((p) => existsSync(p))!
  let html = read.get(path)
  if (html === undefined) {
    html = readFileSync(path, 'utf8')
    read.set(path, html)
  }
  const values: Record<string, string> = { company: site.company, site: site.name, email: site.contact_email }
  return html.replaceAll(/\{(company|site|email)\}/g, (_, name: string) => escapeHtml(values[name] ?? ''))
}

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
