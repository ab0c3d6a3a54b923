import type { Caller } from '../../core/auth/caller.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'

/** Returns the web sites that the caller reaches; with an id only that one, and none if it is out of reach. */
export const reachedSites = (caller: Caller, { sites }: Pick<Services, 'sites'>, only?: number): Site[] =>
  sites
    .all()
    .filter((site) => caller.reachesSite(site.web_site_id) && (only === undefined || site.web_site_id === only))
