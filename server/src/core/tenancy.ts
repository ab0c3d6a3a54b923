import type { Language, Theme, WebSite } from '@cutaway/contract/rooms/sites/sites.ts'
import { themeCss, deriveTheme } from './brand.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from './db/database.ts'

/**
 * The web sites (tenants) with their features, languages and brands, held in memory. They change seldom: notices of the
 * database make every node read them again within a second (start.ts).
 */

export interface Site extends WebSite {
  /** Host names under which the site is reached, the primary one first. */
  hosts: string[]
  languages: Language[]
  brands: { brand_id: number; name: string; vehicle_kind: 'car' | 'motorcycle' }[]
  settings: Record<string, unknown>
  themeCss: string
  /** Differs after each change of the site; what is made from a site is stored under it. */
  revision: number
}

export interface SiteDirectory {
  /** The site of a Host header (port ignored); an unknown host is the default site. */
  byHost(host: string | undefined): Site
  byId(webSiteId: number): Site | undefined
  all(): Site[]
  languages(): Language[]
  /** A language by id, tag ('es-ES', 'es_ES') or its first part ('es'). */
  language(key: string | number): Language | undefined
  refresh(): Promise<void>
  stop(): void
}

/** Only a safety net, for a notice that went missing in a way that no check finds. */
const refreshEvery = 10 * 60_000

/** Reads all sites. Throws when the default site is not among them. */
export async function siteDirectory(
  database: Database,
  defaultWebSiteId: number,
  onError: (e: unknown) => void,
): Promise<SiteDirectory> {
  let state = await read(database)
  if (!state.byId.has(defaultWebSiteId))
    throw new Error(`DEFAULT_WEB_SITE_ID: there is no web site ${defaultWebSiteId} in the database`)
  let reading = Promise.resolve()
  // One after another: an older reading never replaces a newer one.
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

/** Languages by every way of writing their key; the first language wins where a first part is shared. */
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
  /** By the colour that a site gives; deriving one takes milliseconds. */
  themes: Map<string, Theme>
}

let revisions = 0

/** Reads all sites. One that did not change stays the same object. */
async function read({ system }: Database, former?: Pick<State, 'byId' | 'themes'>): Promise<State> {
  const [sites, hosts, features, siteLanguages, siteBrands, languages, brands] = await Promise.all([
    system.selectFrom('web_sites').selectAll().orderBy('web_site_id').execute(),
    system.selectFrom('web_site_hosts').selectAll().orderBy('is_primary', 'desc').orderBy('host').execute(),
    system.selectFrom('web_site_features').selectAll().orderBy('feature').execute(),
    system.selectFrom('web_site_languages').selectAll().orderBy('position').execute(),
    system.selectFrom('web_site_brands').selectAll().orderBy('position').execute(),
    system.selectFrom('languages').selectAll().execute(),
    system.selectFrom('brands').selectAll().execute(),
  ])
  const byId = new Map<number, Site>()
  const byHost = new Map<string, Site>()
  const themes = new Map<string, Theme>()
  for (const { brand_colour, settings, updated_at: _, ...row } of sites) {
    const of = <T extends { web_site_id: number }>(rows: T[]) => rows.filter((r) => r.web_site_id === row.web_site_id)
    const own = of(features).map((f) => f.feature)
    const known = former?.byId.get(row.web_site_id)
    const theme = themes.get(brand_colour) ?? former?.themes.get(brand_colour) ?? deriveTheme(brand_colour)
    themes.set(brand_colour, theme)
    const fresh: Site = {
      ...row,
      show_free_trial: own.includes('free_trial') ? 1 : 0,
      features: own,
      theme,
      themeCss: themeCss(theme),
      settings,
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

/** The site as the contract shows it: nothing of hosts or settings. */
export function publicSite(site: Site): WebSite {
  const { hosts: _h, languages: _l, brands: _b, settings: _s, themeCss: _t, revision: _r, ...rest } = site
  return rest
}
