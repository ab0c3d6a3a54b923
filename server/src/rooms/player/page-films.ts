import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Caller } from '../../core/auth/caller.ts'
import type { Config } from '../../core/config.ts'
import type { Site } from '../../core/tenancy.ts'
import type { LibraryPart } from '../catalogue/library/library.ts'

/**
 * The addresses of films on a page that another page frames. A video element sends no header and the browser sends no
 * cookie there, so the address holds a pass: the hash of the page's token, signed for one part. It is of no use for calls,
 * and each request checks that the page is still open.
 */

const sign = ({ linkSecret }: Pick<Config, 'linkSecret'>, site: Site, folder: string, tokenHash: string): string =>
  createHmac('sha256', linkSecret)
    .update(JSON.stringify(['page-film', site.web_site_id, folder, tokenHash]))
    .digest('base64url')

/** Replaces the addresses of the part's own files in the text of a response. */
export function withPageFilms(
  text: string,
  config: Pick<Config, 'linkSecret'>,
  { site, session }: Pick<Caller, 'site' | 'session'>,
  { folder }: Pick<LibraryPart, 'folder'>,
): string {
  const pass = `${session.tokenHash}.${sign(config, site, folder, session.tokenHash)}`
  return text.replaceAll(`"/films/${folder}/`, `"/viewAnimation/film/${pass}/${folder}/`)
}

/** Returns the hash of the page's token; undefined if the pass is not for these files. */
export function pageOfPass(
  pass: string,
  config: Pick<Config, 'linkSecret'>,
  site: Site,
  { folder }: Pick<LibraryPart, 'folder'>,
): string | undefined {
  const [tokenHash = '', signature = ''] = pass.split('.')
  const given = Buffer.from(signature, 'base64url')
  const wanted = Buffer.from(sign(config, site, folder, tokenHash), 'base64url')
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? tokenHash : undefined
}
