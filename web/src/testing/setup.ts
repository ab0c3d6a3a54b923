import { beforeEach } from 'vitest'
import { bootOf, english, hebrew } from './people.ts'

/** Gives a component test the parts of the server's page: script#boot, theme, texts. Runs before the modules. */

const files = import.meta.glob<Record<string, string>>('../../../locales/**/*.json', { import: 'default', eager: true })

/** Returns every text of a language, from one or several files. */
function textsOf(code: string): Record<string, string> {
  const ofLanguage = Object.entries(files).filter(([path]) => path.includes(code) && !path.includes('tags'))
  return Object.assign({}, ...ofLanguage.map(([, texts]) => texts)) as Record<string, string>
}
const urlOf = (code: string) =>
  URL.createObjectURL(new Blob([JSON.stringify(textsOf(code))], { type: 'application/json' }))

const boot = bootOf(
  Object.fromEntries([english, hebrew].map(({ language_id, language_code }) => [language_id, urlOf(language_code)])),
)
const script = document.createElement('script')
script.id = 'boot'
script.type = 'application/json'
script.textContent = JSON.stringify(boot)
document.head.append(script)
for (const [name, value] of Object.entries(boot.web_site.theme))
  document.documentElement.style.setProperty(`--${name.replaceAll('_', '-')}`, value)
document.documentElement.lang = english.language_code

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
