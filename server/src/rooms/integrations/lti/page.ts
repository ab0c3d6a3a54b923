import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { tokensCss, type Colour } from '@cutaway/contract/tokens.ts'
import { themeCss } from '../../../core/brand.ts'
import type { Site } from '../../../core/tenancy.ts'
import { textFor, type Film } from '../../catalogue/library/library.ts'
import { clock } from '../../player/page/stage.ts'
import { Markup, markup } from '../../player/page/markup.ts'
import { minified } from '../../player/page/style.ts'
import { sayIn } from '../../player/page/words.ts'

/** The pages that a platform shows: the choice of films for a course, the way back, and notices. */

const style = await minified('integrations/lti/choice.css')
const colours: Colour[] = ['gray-1', 'gray-2', 'gray-6', 'gray-7', 'gray-9', 'surface', 'field-line']

/** The text of the style element. The content security policy lists its hash. */
export const styleOf = (site: Site): string => tokensCss(colours) + themeCss(site.theme) + style

/** Hides what does not match the search, so that what was chosen stays chosen. Without it all films are listed. */
export const searchScript = `const box=document.querySelector('.search');box.hidden=false
const fold=(s)=>s.normalize('NFKD').replace(/\\p{Mn}/gu,'').toLocaleLowerCase()
box.querySelector('input').addEventListener('input',({target})=>{const wanted=fold(target.value.trim())
let found=0
for(const group of document.querySelectorAll('section')){let any=false
for(const row of group.querySelectorAll('li')){row.hidden=!fold(row.textContent).includes(wanted);any||=!row.hidden}
group.hidden=!any;found+=any}
document.querySelector('[role=status]').hidden=found>0})`

export const submitScript = `document.forms[0].submit()`

interface Page {
  site: Site
  language: Language
}

const html = ({ site, language }: Page, title: string, body: Markup, script = ''): string =>
  markup`<!doctype html>
<html lang="${language.language_code}" dir="${language.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<meta name="robots" content="noindex,nofollow">
<meta name="color-scheme" content="light">
<style>${new Markup(styleOf(site))}</style>
</head>
<body>${body}${script === '' ? '' : new Markup(`<script>${script}</script>`)}</body>
</html>`.text

export function noticePage(page: Page, key: string): string {
  const say = sayIn(page.site, page.language)
  return html(page, say(key), markup`<main><h1>${say(key)}</h1><p>${say(`${key}_text`)}</p></main>`)
}

/** Renders the films by system, of which a teacher chooses one or several. */
export function choicePage(page: Page, films: readonly Film[], { several }: { several: boolean }): string {
  const { site, language } = page
  const say = sayIn(site, language)
  const tag = language.language_code
  const named = (names: Record<string, string>) => textFor(new Map(Object.entries(names)), tag)
  // Videos of the business belong to no system.
  const systems = [...Map.groupBy(films, ({ of }) => (of.own ? null : of.system))]
  const title = say(several ? 'lti_choose_films' : 'lti_choose_film')
  const row = ({ of, partId, kind }: Film) => {
    const footage = kind === 'narrated' ? of.part.film! : of.part.interactive_film!
    return markup`<li><label><input type="${several ? 'checkbox' : 'radio'}" name="part_id" value="${partId}"${several ? '' : markup` required`}><bdi class="name">${textFor(of.texts, tag).name}</bdi><span class="length" dir="ltr">${clock(footage.duration)}</span></label></li>`
  }
  const groups = systems.map(
    ([system, of]) =>
      markup`<section><h2>${system ? named(system.name) : say('nav_my_videos')}</h2><ul>${of.map(row)}</ul></section>`,
  )
  return html(
    page,
    title,
    markup`<main>
      <h1>${title}</h1>
      <label class="search" hidden><span>${say('lti_search')}</span><input type="search" autocomplete="off"></label>
      <p role="status" hidden>${say('lti_none_found')}</p>
      <form method="post" id="choice">${groups}
        <div class="done"><div><button>${say('lti_add_to_course')}</button></div></div>
      </form>
    </main>`,
    searchScript,
  )
}

/** Renders the form that takes the signed response to the platform. Without the script a person presses the button. */
export function returnPage(page: Page, returnUrl: string, jwt: string): string {
  const say = sayIn(page.site, page.language)
  return html(
    page,
    say('lti_returning'),
    markup`<main><h1>${say('lti_returning')}</h1>
      <form method="post" action="${returnUrl}"><input type="hidden" name="JWT" value="${jwt}"><button>${say('lti_continue')}</button></form></main>`,
    submitScript,
  )
}
