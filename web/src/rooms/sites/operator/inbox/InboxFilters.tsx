import { getAllWebsites } from '@cutaway/contract/rooms/sites/sites.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../../core/api.ts'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../../core/session.ts'
import { FilterMenu } from '../../../../ui/form/FilterMenu.tsx'

/** A filter by web site, for lists of several. Shown to users who reach more than one. */
export function SiteFilter({ value, onChange }: { value: string; onChange: (webSiteId: string) => void }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const { data = [] } = useQuery({
    queryKey: ['web-site-names', user.user_id],
    queryFn: ({ signal }) => call(getAllWebsites, { signal }),
    staleTime: 60_000,
  })
  if (data.length < 2) return null
  return (
    <FilterMenu
      label={t('operator_web_site')}
      value={value}
      values={[
        { value: '', label: t('filter_all') },
        ...data.map(({ web_site_id, name }) => ({ value: String(web_site_id), label: name })),
      ]}
      onChange={onChange}
    />
  )
}

/** A filter by state: what waits, or what is done. */
export function StateFilter({ value, onChange }: { value: string; onChange: (state: string) => void }) {
  const t = useTexts()
  return (
    <FilterMenu
      label={t('inbox_state')}
      value={value}
      values={[
        { value: 'open', label: t('inbox_open') },
        { value: 'done', label: t('inbox_done') },
      ]}
      onChange={onChange}
    />
  )
}
