import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { tokensCss, type Colour } from '@cutaway/contract/tokens.ts'
import { themeCss } from '../../../core/brand.ts'
import type { Site } from '../../../core/tenancy.ts'
import { Markup, markup } from '../../player/page/markup.ts'
import { minified, playerStyle } from '../../player/page/style.ts'
import { sayIn } from '../../player/page/words.ts'

/** The frame of every page of an embed: head and style, without a header, because it stands in another page. */

/** The entries of the scripts in PageSource.scripts: the first one starts with the page, the second one with the film. */
export const frameScript = 'src/rooms/embeds/frame/embed.ts'
export const filmScript = 'src/rooms/embeds/frame/film.ts'

const style = playerStyle + (await minified('embeds/frame/embed.css'))

const colours: Colour[] = [
  'gray-0',
  'gray-1',
  'gray-2',
  'gray-3',
  'gray-6',
  'gray-7',
  'gray-9',
  'stage-0',
  'stage-1',
  'stage-2',
  'stage-text',
  'stage-dim',
  'label',
  'red-tint',
  'red-text',
]

/** The text of the style element. The content security policy lists its hash. */
export const styleOf = (site: Site): string => tokensCss(colours) + themeCss(site.theme) + style

export interface FramePage {
  site: Site
  language: Language
  title: string
  /** URL of the script; undefined for a page without one. */
  script?: string | undefined
  head?: Markup | ''
  body: Markup
}

export const framePage = ({ site, language, title, script, head = '', body }: FramePage): string =>
  markup`<!doctype html>
<html lang="${language.language_code}" dir="${language.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<meta name="robots" content="noindex,nofollow">
<meta name="color-scheme" content="light">
${head}
<style>${new Markup(styleOf(site))}</style>
${script === undefined ? '' : markup`<script type="module" src="${script}"></script>`}
</head>
${body}
</html>`.text

/** Renders the page where a film cannot be shown: why, and by whom it is. */
export function noticePage(
  site: Site,
  language: Language,
  { key, shop, domain, head }: { key: string; shop: string; domain?: string; head?: Markup },
): string {
  const say = sayIn(site, language)
  return framePage({
    site,
    language,
    title: say(key),
    ...(head ? { head } : {}),
    body: markup`<body class="notice">
      <main>
        <h1>${say(key)}</h1>
        ${
          domain
            ? markup`<p>${say('embed_shown_on', { shop: `\u2068${shop}\u2069` })} <a href="https://${domain}" target="_blank" rel="noopener noreferrer"><bdi dir="ltr">${domain}</bdi></a></p>`
            : markup`<p><bdi>${shop}</bdi></p>`
        }
      </main>
    </body>`,
  })
}
