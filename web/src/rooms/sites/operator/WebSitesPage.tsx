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
import { loadWebSites, useWebSites, webSiteDefaults } from './web-sites.ts'

const rowId = ({ web_site_id }: WebSiteRow) => web_site_id

/** Lists the web sites that the operator manages. */
export default function WebSitesPage() {
  const t = useTexts()
  const format = useFormat()
  const navigate = useNavigate()
  const list = useListState(webSiteDefaults)
  const { filters } = list
  const query = useWebSites(list)
  const { data } = query
  const { take, putBack } = useService()
  const [taking, setTaking] = useState<WebSiteRow>()
  const columns = webSiteColumns(t, format, {
    onBusinesses: ({ web_site_id }) => void navigate(`${paths.operatorBusinesses}?site=${web_site_id}`),
    onTakeOut: setTaking,
    onPutBack: (site) => void putBack(site),
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
              subtitle: t('web_sites_subtitle', {
                live: format.number(data.live),
                out: format.number(data.out_of_service),
              }),
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
        rowId={rowId}
        searchLabel={t('web_sites_search')}
        filters={
          <>
            <FilterMenu
              label={t('status')}
              value={filters.state}
              values={[
                { value: '', label: t('filter_all') },
                { value: 'live', label: t('web_site_live') },
                { value: 'out_of_service', label: t('web_site_out') },
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
