import { useTexts } from '../../../core/i18n/i18n.ts'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import type { NamedSite } from './useChosenSite.ts'

/** Chooses the web site whose content is shown; nothing for a user with one web site. */
export function SiteFilter({
  site,
  sites,
  onChoose,
}: {
  site: NamedSite
  sites: readonly NamedSite[]
  onChoose: (webSiteId: string) => void
}) {
  const t = useTexts()
  if (sites.length < 2) return null
  return (
    <FilterMenu
      label={t('content_web_site')}
      value={String(site.web_site_id)}
      values={sites.map(({ web_site_id, name }) => ({ value: String(web_site_id), label: name }))}
      onChange={onChoose}
    />
  )
}
