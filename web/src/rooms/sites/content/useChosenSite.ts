import { getAllWebsites } from '@cutaway/contract/rooms/sites/sites.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '../../../core/api.ts'
import { useSite } from '../../../core/session.ts'

export interface NamedSite {
  web_site_id: number
  name: string
}

/** Returns the web sites that the user reaches, and the one in the address, else the own one. */
export function useChosenSite(): {
  site: NamedSite
  sites: readonly NamedSite[]
  choose: (webSiteId: string) => void
} {
  const own = useSite()
  const [params, setParams] = useSearchParams()
  const { data: sites = [] } = useQuery({
    queryKey: ['all-web-sites'],
    queryFn: ({ signal }) => call(getAllWebsites, { signal }),
    staleTime: 60_000,
  })
  const asked = params.get('site')
  return {
    site: sites.find(({ web_site_id }) => String(web_site_id) === asked) ?? own,
    sites,
    // Another web site has other languages and records, so the rest of the address goes.
    choose: (webSiteId) => setParams({ site: webSiteId }, { replace: true }),
  }
}
