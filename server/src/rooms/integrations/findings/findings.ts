import type * as contract from '@cutaway/contract/rooms/integrations/findings.ts'
import type { PartFilm } from '@cutaway/contract/rooms/integrations/findings.ts'
import type { AnyCall, Handlers } from '../../../core/http/endpoints.ts'
import { notFound } from '../../../core/http/errors.ts'
import { brandOf } from '../../catalogue/brands.ts'
import { searchFor } from '../../catalogue/catalogue.ts'
import { textFor, type Film } from '../../catalogue/library/library.ts'
import type { Query } from '../../catalogue/search/search.ts'
import { existingMediaUrl, isShownFor } from '../../catalogue/tiles.ts'
import { fitFinding } from './fit.ts'

/** The library for other programs: its parts, and films for the findings of an inspection. */

/** The longest time in milliseconds for which findings are looked up before other requests get a turn. */
const turn = 8
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

export const findings: Handlers<typeof contract> = {
  getParts: async (call) => {
    const { search, page, size } = call.params.json
    const view = viewOf(call, call.params.json)
    const films = search.trim() === '' ? inOrder(view) : await found(call, view, search)
    const first = (page - 1) * size
    return { rows: films.slice(first, first + size).map((film) => partFilm(film, view)), total: films.length }
  },

  findFilms: async (call) => {
    const { body, services } = call
    const view = viewOf(call, body)
    // Nothing else is read from the database: the transaction must not wait for the search.
    await call.endTransaction()
    const find = (keyword: string) => searchFor(services.library).find(queryOf(call, view, keyword))
    const results = []
    let began = performance.now()
    for (const finding of body.findings) {
      const fit = await fitFinding(finding, find, services.library.troubleCodes)
      results.push({
        reference: finding.reference ?? null,
        rating: finding.rating ?? null,
        unknown_codes: fit.unknownCodes,
        films: fit.films.slice(0, body.most).flatMap(({ partId, because }) => {
          const film = services.library.film(partId)
          return film ? [{ ...partFilm(film, view), because }] : []
        }),
      })
      if (performance.now() - began > turn) {
        await nextTurn()
        began = performance.now()
      }
    }
    return { findings: results }
  },
}

interface Asked {
  lang?: string | undefined
  brand_id?: number | undefined
  driverside: 'left' | 'right'
}

type Asking = Pick<AnyCall, 'site' | 'services' | 'caller' | 'origin'>

function viewOf({ site, services, caller, origin }: Asking, { lang, brand_id, driverside }: Asked) {
  const language =
    services.sites.language(lang ?? String(caller.user.language_id ?? site.default_lang_id)) ?? notFound()
  const { vehicle_kind: kind } = brandOf(site, brand_id ?? 0)
  const shown = services.library.films.filter((f) => f.kind === 'narrated' && isShownFor(f, kind, driverside))
  return { language, kind, side: driverside, shown, origin }
}
type View = ReturnType<typeof viewOf>

/** A program may write in any language of the library, whatever the site's languages are. */
const queryOf = ({ services }: Asking, { language, kind, side }: View, keyword: string): Query => ({
  keyword,
  language,
  kind,
  side,
  type: 'narrated',
  mayInteractive: false,
  others: services.sites.languages().filter(({ language_id }) => language_id !== language.language_id),
  now: services.clock.now(),
})

async function found(call: Asking, view: View, search: string): Promise<Film[]> {
  const tiles = await searchFor(call.services.library).find(queryOf(call, view, search))
  return tiles.flatMap(({ part_id }) => call.services.library.film(part_id) ?? [])
}

function inOrder({ shown, language: { language_code: tag } }: View): Film[] {
  const nameOf = ({ of }: Film) => textFor(of.texts, tag).name
  return shown.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), tag))
}

function partFilm({ of, kind, partId }: Film, { language: { language_code: tag }, origin }: View): PartFilm {
  const name = (names: Record<string, string>) => textFor(new Map(Object.entries(names)), tag)
  const footage = kind === 'narrated' ? of.part.film! : of.part.interactive_film!
  const poster = existingMediaUrl(of, footage.poster)
  return {
    part_id: partId,
    part_name: textFor(of.texts, tag).name,
    system_name: name(of.system.name),
    sub_system_name: name(of.subSystem.name),
    video_type: kind,
    duration: footage.duration,
    narrations: kind === 'narrated' ? (of.streams?.audio ?? []).map(({ language }) => language) : [],
    trouble_codes: of.part.trouble_codes,
    poster: poster === null ? '' : `${origin}${poster}`,
  }
}
