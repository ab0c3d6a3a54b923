import { createHash } from 'node:crypto'
import { oncePer } from '../../core/concurrency/once-per.ts'
import type { Site } from '../../core/tenancy.ts'
import type { Library } from '../catalogue/library/library.ts'
import type { PlaceOfWall } from './plan.queries.ts'

/**
 * The version of what a wall plays. Walls ask for it every few seconds, so it is made without the plan: of one row of the
 * database, of the web site and of the library. All nodes make the same one. The time of day is no part of it: a plan
 * holds the day parts of all its items, and the wall evaluates them by the clock.
 */
export const versionOf = (site: Site, library: Library, place: PlaceOfWall, interactive: boolean): string =>
  hashOf([partsOf(site), versionOfLibrary(library), place, interactive])

/** What plans take of a web site. */
const partsOf = ({
  brand_id,
  brands,
  currency,
  default_lang_id,
  driverside,
  languages,
  logo,
  name,
  time_zone,
}: Site) => [
  [brand_id, brands, currency, default_lang_id, driverside],
  [languages, logo, name, time_zone],
]

/** A library does not change; a new one is another object. */
const versionOfLibrary = oncePer((library: Library) =>
  hashOf(
    library.films.map(({ partId, kind, of }) => [
      [partId, kind, of.version, of.part.driver_sides, of.part.vehicle_kinds],
      [...of.texts].map(([tag, { name }]) => [tag, name]),
    ]),
  ),
)

const hashOf = (what: unknown): string =>
  createHash('sha256').update(JSON.stringify(what)).digest('base64url').slice(0, 22)
