import type { WebSiteRow } from '@cutaway/contract/rooms/sites/operator.ts'
import { IconPlus, IconWorld } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { paths, toOperatorSite } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { ExportButton } from '../../../ui/table/ExportButton.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { useListState } from '../../../ui/table/useListState.ts'
import classes from './Operator.module.css'
import { TakeOutDialog, useService } from './ServiceSwitch.tsx'
import { shownColumns, webSiteColumns } from './web-site-columns.tsx'
import { loadWebSites, sellsByKeys, useWebSites, webSiteDefaults, type WebSitePage } from './web-sites.ts'
import { stateKeys } from './SiteStateTag.tsx'
import { useWords } from './words.ts'

const rowId = ({ web_site_id }: WebSiteRow) => web_site_id

/** Lists the web sites that the operator manages. */
export default function WebSitesPage() {
  const t = useTexts()
  const format = useFormat()
  const { list: joined } = useWords()
  const navigate = useNavigate()
  const list = useListState(webSiteDefaults)
  const { filters } = list
  const query = useWebSites(list)
  const { data } = query
  const { take, putBack } = useService()
  const [taking, setTaking] = useState<WebSiteRow>()
  const columns = webSiteColumns(t, format, {
    onBusinesses: ({ web_site_id }) => void navigate(`${paths.operatorBusinesses}?site=${web_site_id}`),
    onSeller: ({ web_site_id }) => void navigate(`${paths.operatorSeller}?site=${web_site_id}`),
    onTakeOut: setTaking,
    onPutBack: (site) => void putBack(site),
  })
  /** '34 live, 2 drafts'; a state without web sites is left out. */
  const summaryOf = ({ live, draft, unreachable, out_of_service }: WebSitePage) =>
    joined(
      [
        t('web_sites_live', { count: live }),
        draft > 0 ? t('web_sites_draft', { count: draft }) : '',
        unreachable > 0 ? t('web_sites_unreachable', { count: unreachable }) : '',
        out_of_service > 0 ? t('web_sites_out', { count: out_of_service }) : '',
      ].filter(Boolean),
    )
  const totalsOf = ({ total, totals }: WebSitePage) => ({
    name: t('web_sites_all', { count: total }),
    businesses: format.number(totals.businesses),
    people: format.number(totals.people),
    sends: format.number(totals.sends),
    waiting: format.number(totals.waiting),
  })
  const addButton = (variant: 'filled' | 'default') => (
    <Button component={Link} to={toOperatorSite()} variant={variant} leftSection={<IconPlus size={16} stroke={1.75} />}>
      {t('site_add')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('operator_web_sites')}
        {...(data
          ? {
              subtitle: summaryOf(data),
            }
          : {})}
        actions={
          <>
            <ExportButton
              name="web_sites"
              columns={columns}
              load={async () => {
                const { sort, descending, search } = list.asked
                return (await loadWebSites({ sort, descending, search }, filters)).rows
              }}
            />
            {addButton('filled')}
          </>
        }
      />
      <ListCard
        caption={t('operator_web_sites')}
        list={list}
        query={query}
        columns={shownColumns(columns)}
        {...(data && data.total > 1 ? { totals: totalsOf(data) } : {})}
        rowId={rowId}
        searchLabel={t('web_sites_search')}
        filters={
          <>
            <FilterMenu
              label={t('status')}
              value={filters.state}
              values={[
                { value: '', label: t('filter_all') },
                ...Object.entries(stateKeys).map(([value, key]) => ({ value, label: t(key) })),
              ]}
              onChange={(state) => list.change({ filters: { state } })}
            />
            <FilterMenu
              label={t('postal_country')}
              value={filters.country}
              values={[
                { value: '', label: t('filter_all') },
                ...(data?.countries ?? []).map((code) => ({ value: code, label: code.toUpperCase() })),
              ]}
              onChange={(country) => list.change({ filters: { country } })}
            />
            <FilterMenu
              label={t('web_sites_sells_by')}
              value={filters.sells}
              values={[
                { value: '', label: t('filter_all') },
                ...Object.entries(sellsByKeys).map(([value, key]) => ({ value, label: t(key) })),
              ]}
              onChange={(sells) => list.change({ filters: { sells } })}
            />
          </>
        }
        onOpen={({ web_site_id }) => void navigate(toOperatorSite(web_site_id))}
        isMuted={({ state }) => state === 'out_of_service'}
        empty={
          <EmptyState
            heading="h2"
            icon={IconWorld}
            title={t('web_sites_none')}
            text={t('web_sites_none_text')}
            action={addButton('default')}
          />
        }
        failed={t('web_sites_not_loaded')}
      />
      {taking ? (
        <TakeOutDialog site={taking} onConfirm={() => take(taking)} onClose={() => setTaking(undefined)} />
      ) : null}
    </div>
  )
}
