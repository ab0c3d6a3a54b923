import { type BusinessData, resumeBusiness, suspendBusiness } from '@cutaway/contract/rooms/organisation/businesses.ts'
import { IconBuildingStore, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { ExportButton } from '../../../ui/table/ExportButton.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { useListState } from '../../../ui/table/useListState.ts'
import classes from '../../organisation/Places.module.css'
import { businessColumns, shownColumns } from './business-columns.tsx'
import {
  businessDefaults,
  businessStates,
  loadBusinesses,
  stateName,
  useBusinesses,
  useManagedSites,
} from './businesses.ts'

const BusinessDialog = lazy(() => import('./BusinessDialog.tsx'))
const InviteDialog = lazy(() => import('./InviteDialog.tsx'))

type Opened =
  | { kind: 'new' }
  | { kind: 'edit'; business: BusinessData }
  | { kind: 'invite'; business: BusinessData }
  | { kind: 'suspend'; business: BusinessData }

const rowId = ({ businessentity_id }: BusinessData) => businessentity_id
const idsOf = ({ web_site_id, businessentity_id }: BusinessData) => ({ web_site_id, businessentity_id })

/** Lists the businesses of the web sites that the operator manages: their limits, and whether they are active. */
export default function BusinessesPage() {
  const t = useTexts()
  const format = useFormat()
  const list = useListState(businessDefaults)
  const { filters } = list
  const query = useBusinesses(list)
  const sites = useManagedSites()
  const change = useChange('businesses')
  const [opened, open] = useState<Opened>()
  const close = () => open(undefined)
  const suspend = (business: BusinessData) => send(suspendBusiness, { body: idsOf(business) })
  const resume = (business: BusinessData) => send(resumeBusiness, { body: idsOf(business) })
  const columns = businessColumns(t, format, {
    onEdit: (business) => open({ kind: 'edit', business }),
    onInvite: (business) => open({ kind: 'invite', business }),
    onSuspend: (business) => open({ kind: 'suspend', business }),
    onResume: (business) => void change(resume(business), { detail: business.business_name }),
  })
  const addButton = (variant: 'filled' | 'default') => (
    <Button variant={variant} leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => open({ kind: 'new' })}>
      {t('business_add')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('operator_businesses')}
        subtitle={t('businesses_text')}
        actions={
          <>
            <ExportButton
              name="businesses"
              columns={columns}
              load={async () => {
                const { sort, descending, search } = list.asked
                return (await loadBusinesses({ sort, descending, search }, filters)).rows
              }}
            />
            {addButton('filled')}
          </>
        }
      />
      <ListCard
        caption={t('operator_businesses')}
        list={list}
        query={query}
        columns={shownColumns(columns)}
        rowId={rowId}
        searchLabel={t('businesses_search')}
        filters={
          <>
            <FilterMenu
              label={t('operator_web_site')}
              value={filters.site}
              values={[
                { value: '', label: t('filter_all') },
                ...sites.map(({ web_site_id, name }) => ({ value: String(web_site_id), label: name })),
              ]}
              onChange={(site) => list.change({ filters: { site } })}
            />
            <FilterMenu
              label={t('status')}
              value={filters.state}
              values={[
                { value: '', label: t('filter_all') },
                ...businessStates.map((value) => ({ value, label: t(stateName(value)) })),
              ]}
              onChange={(state) => list.change({ filters: { state } })}
            />
          </>
        }
        onOpen={(business) => open({ kind: 'edit', business })}
        isMuted={({ state }) => state !== 'active'}
        {...(opened && opened.kind !== 'new' ? { selected: opened.business.businessentity_id } : {})}
        empty={
          <EmptyState
            heading="h2"
            icon={IconBuildingStore}
            title={t('businesses_none')}
            text={t('businesses_none_text')}
            action={addButton('default')}
          />
        }
        failed={t('businesses_not_loaded')}
      />
      <Suspense fallback={null}>
        {opened?.kind === 'new' ? (
          <BusinessDialog
            webSiteId={Number(filters.site) || undefined}
            onInvite={(business) => open({ kind: 'invite', business })}
            onClose={close}
          />
        ) : null}
        {opened?.kind === 'edit' ? <BusinessDialog business={opened.business} onClose={close} /> : null}
        {opened?.kind === 'invite' ? <InviteDialog business={opened.business} onClose={close} /> : null}
      </Suspense>
      {opened?.kind === 'suspend' ? (
        <ConfirmDialog
          title={t('business_suspend_title', { name: opened.business.business_name })}
          text={t('business_suspend_text', {
            count: opened.business.people,
            signed_in: format.number(opened.business.signed_in),
          })}
          verb={t('business_suspend')}
          onConfirm={() =>
            change(suspend(opened.business), {
              detail: opened.business.business_name,
              undo: () => resume(opened.business),
            })
          }
          onClose={close}
        />
      ) : null}
    </div>
  )
}
