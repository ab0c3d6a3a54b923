import type { Language, WebSite } from '@cutaway/contract/rooms/sites/sites.ts'
import { themeCss, deriveTheme } from './brand.ts'
import type { Database } from './db/database.ts'

/**
 * The web sites (tenants) with their features, languages and brands, held in memory. They change seldom: a change in the
 * database is seen by every node within half a minute, and at once by the node that made it (`refresh`).
 */

export interface Site extends WebSite {
  /** Host names under which the site is reached, the primary one first. */
  hosts: string[]
  languages: Language[]
  brands: { brand_id: number; name: string; vehicle_kind: 'car' | 'motorcycle' }[]
  settings: Record<string, unknown>
  themeCss: string
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

const refreshEvery = 30_000

/** Reads all sites. Throws when the default site is not among them. */
export async function siteDirectory(
  database: Database,
  defaultWebSiteId: number,
  onError: (e: unknown) => void,
): Promise<SiteDirectory> {
  let state = await read(database)
  if (!state.byId.has(defaultWebSiteId))
    throw new Error(`DEFAULT_WEB_SITE_ID: there is no web site ${defaultWebSiteId} in the database`)
  const refresh = async () => {
    state = await read(database)
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

async function read({ system }: Database) {
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
  for (const { brand_colour, settings, updated_at: _, ...row } of sites) {
    const of = <T extends { web_site_id: number }>(rows: T[]) => rows.filter((r) => r.web_site_id === row.web_site_id)
    const own = of(features).map((f) => f.feature)
    const theme = deriveTheme(brand_colour)
    const site: Site = {
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
    }
    byId.set(site.web_site_id, site)
    for (const host of site.hosts) byHost.set(host, site)
  }
  return { byId, byHost, languages, languageKeys: languageKeys(languages) }
}

/** The site as the contract shows it: nothing of hosts or settings. */
export function publicSite(site: Site): WebSite {
  const { hosts: _h, languages: _l, brands: _b, settings: _s, themeCss: _t, ...rest } = site
  return rest
}
