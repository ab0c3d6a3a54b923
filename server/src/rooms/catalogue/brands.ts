import { notFound } from '../../core/http/errors.ts'
import type { Site } from '../../core/tenancy.ts'

/** Returns a brand of the site; 0 or less is the site's own. Another site's brand returns 404. */
export function brandOf(site: Site, brandId: number): Site['brands'][number] {
  const wanted = brandId <= 0 ? site.brand_id : brandId
  return site.brands.find((b) => b.brand_id === wanted) ?? notFound()
}
