import type { Site } from '../../core/tenancy.ts'
import type { Film, Library } from '../catalogue/library/library.ts'
import { canPlay } from '../catalogue/library/own-films.ts'
import { isShownFor } from '../catalogue/tiles.ts'
import type { EmbedRow } from './embeds.queries.ts'

/** Which films an embed shows. Pure. */

export type Chosen = Pick<EmbedRow, 'embed_type' | 'part_id' | 'sub_system_ids' | 'brand_id'>

/** Returns the films of an embed in the order of the systems. A part that the library no longer has is left out. */
export function filmsOfEmbed(library: Library, site: Site, chosen: Chosen): Film[] {
  if (chosen.embed_type === 'single') {
    const film = library.film(chosen.part_id)
    return film && canPlay(film) ? [film] : []
  }
  const narrated = filmsOfBrand(library, site, chosen.brand_id)
  if (chosen.embed_type === 'menu') return narrated
  const wanted = new Set(chosen.sub_system_ids)
  return narrated.filter(({ of }) => wanted.has(of.subSystem.id))
}

/** Returns the narrated films for the vehicles of a brand. */
export function filmsOfBrand(library: Library, site: Site, brandId: number): Film[] {
  const brand = site.brands.find(({ brand_id }) => brand_id === brandId) ?? site.brands[0]
  return library.films.filter(
    (film) => film.kind === 'narrated' && isShownFor(film, brand?.vehicle_kind ?? 'car', site.driverside),
  )
}
