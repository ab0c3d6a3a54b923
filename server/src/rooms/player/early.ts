import { colours } from '@cutaway/contract/tokens.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EarlyContent } from '../sites/page.ts'
import { escapeHtml } from '../sites/legal.ts'
import type { Services } from '../../core/services.ts'
import { existingMediaUrl, isShownFor, mayPlay, mediaUrl } from '../catalogue/tiles.ts'
import { filmPasses } from './film-pass.ts'
import { rightFor } from './films.ts'

const webFolder = join(import.meta.dirname, '../../../../web/src/rooms/player')

/** The only inline script; the content security policy lists its hash. */
export const earlyScript = await readFile(join(webFolder, 'early-film.js'), 'utf8')

/** The style for the head, and the markup for the body. */
const [style = '', stage = ''] = (await readFile(join(webFolder, 'early-film.html'), 'utf8')).split('<!--body-->')

/**
 * Renders the first paint of an animation page that is opened by its URL: poster and video element are in the HTML, so
 * that the film loads while the application does. The player then adopts the element.
 */
export function earlyFilm({ library, config, clock }: Pick<Services, 'library' | 'config' | 'clock'>): EarlyContent {
  const passes = filmPasses(config, clock)
  return ({ url, site, session, language, nonce, reply }) => {
    const partId = /^\/animation\/([A-Za-z0-9_-]{1,40})\/?(?:[?#]|$)/.exec(url)?.[1]
    const film =
      partId && session && !session.requiredPasswordChange && !session.requiredTerms ? library.film(partId) : undefined
    const brand = site.brands.find((b) => b.brand_id === site.brand_id)
    if (!film || !session?.permissions.includes('allow_view_animations') || !brand) return undefined
    if (!mayPlay({ may: (right) => session.permissions.includes(right) }, film.kind)) return undefined
    if (!isShownFor(film, brand.vehicle_kind, site.driverside)) return undefined
    const { of } = film
    const narrated = film.kind === 'narrated'
    const footage = narrated ? of.part.film! : of.part.interactive_film!
    const tracks = of.streams?.audio ?? []
    const heard = [language, ...site.languages].find((l) =>
      tracks.some((t) => t.language === l.language_code || t.also_for.includes(l.language_code)),
    )
    const src = narrated
      ? heard && mediaUrl(of, `film-${heard.language_code}.mp4`)
      : existingMediaUrl(of, of.part.interactive_film!.file)
    const poster = existingMediaUrl(of, footage.poster)
    if (!src || !poster) return undefined
    const right = rightFor(of, narrated ? '' : of.part.interactive_film!.file)
    passes.give(reply, { site, of, session: session.tokenHash, right })
    const values: Record<string, string> = {
      src,
      poster,
      ratio: narrated ? '16/9' : '15/9',
      lang: language.language_code,
      nonce,
      stage: colours['stage-0'],
      film: colours['stage-1'],
    }
    const filled = (html: string) =>
      html.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''))
    return { head: filled(style), body: `${filled(stage)}<script>${earlyScript}</script>` }
  }
}
