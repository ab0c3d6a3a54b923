import { SiteFilter } from '../../sites/content/SiteFilter.tsx'
import { useChosenSite } from '../../sites/content/useChosenSite.ts'
import { AuditLog } from './AuditLogPage.tsx'

/** The audit log in the operator's console: of each web site that the operator manages. */
export default function OperatorAuditPage() {
  const { site, sites, choose } = useChosenSite()
  return (
    <AuditLog webSiteId={site.web_site_id} siteFilter={<SiteFilter site={site} sites={sites} onChoose={choose} />} />
  )
}
