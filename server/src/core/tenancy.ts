import type { Language, Theme, WebSite } from '@cutaway/contract/rooms/sites/sites.ts'
import { themeCss, deriveTheme } from './brand.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from './db/database.ts'
import type { EditedTexts } from './texts.ts'

/**
 * The web sites (tenants) with their features, languages, brands and changed texts, held in memory. They change rarely. Database
 * notices make every node reload them within a second (start.ts).
 */

export interface Site extends WebSite {
  /** Host names under which the site is reached, the primary one first. */
  hosts: string[]
  languages: Language[]
  brands: { brand_id: number; name: string; vehicle_kind: 'car' | 'motorcycle' }[]
  settings: Record<string, unknown>
  /** The texts that the site has changed. */
  texts: EditedTexts
  /** When the web site last published terms that everyone has to accept again. */
  terms_asked_at: Date | null
  /** Since when the web site answers with a notice only; null while it is in service. */
  out_of_service_at: Date | null
  themeCss: string
  /** Changes with each change of the site. Use it in keys of what is derived from a site. */
  revision: number
}

export interface SiteDirectory {
  /** Returns the site for a Host header (the port is ignored); the default site for an unknown host. */
  byHost(host: string | undefined): Site
  byId(webSiteId: number): Site | undefined
  all(): Site[]
  languages(): Language[]
  /** Returns a language by id, tag ('es-ES', 'es_ES') or its first part ('es'). */
  language(key: string | number): Language | undefined
  refresh(): Promise<void>
  stop(): void
}

/** A safety net, for a notice that was lost without being detected. */
const refreshEvery = 10 * 60_000

/** Reads all sites. Throws if the default site is missing. */
export async function siteDirectory(
  database: Database,
  defaultWebSiteId: number,
  onError: (e: unknown) => void,
): Promise<SiteDirectory> {
  let state = await read(database)
  if (!state.byId.has(defaultWebSiteId))
    throw new Error(`DEFAULT_WEB_SITE_ID: there is no web site ${defaultWebSiteId} in the database`)
  let reading = Promise.resolve()
  // Runs one refresh after another, so that an older read never replaces a newer one.
  const refresh = () => {
    const next = reading.then(async () => {
      state = await read(database, state)
    })
    reading = next.catch(() => undefined)
    return next
  }
  const timer = setInterval(() => refresh().catch(onError), refreshEvery).unref()
  return {
    byHost: (host) => state.byHost.get(hostName(host)) ?? state.byId.get(defaultWebSiteId)!,
    byId: (id) => state.byId.get(id),
    all: () => [...state.byId.values()],
    languages: () => state.languages,
    language: (key) => state.languageKeys.get(String(key).replaceAll('_', '-').toLowerCase()),
    refresh,
    stop: () => clearInterval(timer),
  }
}

/** 'Site33.Localhost:4000' -> 'site33.localhost'. */
export function hostName(host: string | undefined): string {
  return (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}

/** Returns the languages by every spelling of their keys. If languages share a first part, the first one wins. */
function languageKeys(languages: Language[]): Map<string, Language> {
  const keys = new Map<string, Language>()
  const add = (key: string, language: Language) => void (keys.has(key) || keys.set(key, language))
  for (const l of languages) add(String(l.language_id), l)
  for (const l of languages) add(l.language_code.toLowerCase(), l)
  for (const l of languages) add(l.language_code.toLowerCase().split('-')[0]!, l)
  return keys
}

interface State {
  byId: Map<number, Site>
  byHost: Map<string, Site>
  languages: Language[]
  languageKeys: Map<string, Language>
  /** By the colour of a site. Deriving a theme takes milliseconds. */
  themes: Map<string, Theme>
}

let revisions = 0

/** Reads all sites. An unchanged site keeps its object. */
async function read({ system }: Database, former?: Pick<State, 'byId' | 'themes'>): Promise<State> {
  const [sites, hosts, features, siteLanguages, siteBrands, siteTexts, terms, languages, brands] = await Promise.all([
    system.selectFrom('web_sites').selectAll().orderBy('web_site_id').execute(),
    system.selectFrom('web_site_hosts').selectAll().orderBy('is_primary', 'desc').orderBy('host').execute(),
    system.selectFrom('web_site_features').selectAll().orderBy('feature').execute(),
    system.selectFrom('web_site_languages').selectAll().orderBy('position').execute(),
    system.selectFrom('web_site_brands').selectAll().orderBy('position').execute(),
    system.selectFrom('site_texts').select(['web_site_id', 'language_id', 'message_key', 'text']).execute(),
    system
      .selectFrom('legal_texts')
      .select((eb) => ['web_site_id', eb.fn.max('published_at').as('asked_at')])
      .where('kind', '=', 'terms')
      .where('asks_acceptance', '=', true)
      .groupBy('web_site_id')
      .execute(),
    system.selectFrom('languages').selectAll().execute(),
    system.selectFrom('brands').selectAll().execute(),
  ])
  const byId = new Map<number, Site>()
  const byHost = new Map<string, Site>()
  const themes = new Map<string, Theme>()
  const edited = editedTexts(siteTexts, languages)
  for (const { brand_colour, settings, updated_at: _u, version: _v, changed_by: _c, logo, ...row } of sites) {
    const of = <T extends { web_site_id: number }>(rows: T[]) => rows.filter((r) => r.web_site_id === row.web_site_id)
    const own = of(features).map((f) => f.feature)
    const known = former?.byId.get(row.web_site_id)
    const theme = themes.get(brand_colour) ?? former?.themes.get(brand_colour) ?? deriveTheme(brand_colour)
    themes.set(brand_colour, theme)
    const fresh: Site = {
      ...row,
      logo: logo && `/site-logos/${logo}`,
      show_free_trial: own.includes('free_trial') ? 1 : 0,
      features: own,
      theme,
      themeCss: themeCss(theme),
      settings,
      texts: edited.get(row.web_site_id) ?? new Map(),
      terms_asked_at: of(terms)[0]?.asked_at ?? null,
      hosts: of(hosts).map((h) => h.host),
      languages: of(siteLanguages)
        .map((l) => languages.find((x) => x.language_id === l.language_id)!)
        .toSorted(
          (a, b) => Number(b.language_id === row.default_lang_id) - Number(a.language_id === row.default_lang_id),
        ),
      brands: of(siteBrands).map((b) => brands.find((x) => x.brand_id === b.brand_id)!),
      revision: known?.revision ?? 0,
    }
    const site = known && isDeepStrictEqual(known, fresh) ? known : { ...fresh, revision: (revisions += 1) }
    byId.set(site.web_site_id, site)
    for (const host of site.hosts) byHost.set(host, site)
  }
  return { byId, byHost, languages, languageKeys: languageKeys(languages), themes }
}

type TextRow = { web_site_id: number; language_id: number; message_key: string; text: string }

/** Returns the changed texts of each site. */
function editedTexts(rows: readonly TextRow[], languages: readonly Language[]) {
  const tags = new Map(languages.map((l) => [l.language_id, l.language_code]))
  const bySite = new Map<number, Map<string, Map<string, string>>>()
  for (const { web_site_id, language_id, message_key, text } of rows) {
    const tag = tags.get(language_id)!
    const site = bySite.get(web_site_id) ?? new Map<string, Map<string, string>>()
    bySite.set(web_site_id, site.set(tag, (site.get(tag) ?? new Map<string, string>()).set(message_key, text)))
  }
  return bySite
}

/** Returns the public fields of a site, as the contract declares them, without hosts or settings. */
export function publicSite(site: Site): WebSite {
  const {
    hosts: _h,
    languages: _l,
    brands: _b,
    settings: _s,
    texts: _x,
    terms_asked_at: _a,
    out_of_service_at: _o,
    themeCss: _t,
    revision: _r,
    ...rest
  } = site
  return rest
}
