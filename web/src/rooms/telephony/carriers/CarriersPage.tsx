import { type CarrierRow, getTextRegistrations } from '@cutaway/contract/rooms/telephony/carriers.ts'
import { IconDeviceMobileMessage } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { RowOpener } from '../../../ui/table/RowOpener.tsx'
import { useListState } from '../../../ui/table/useListState.ts'
import { useShownPhone } from '../../sites/form/usePhones.ts'
import classes from '../../sites/operator/inbox/Inbox.module.css'
import { SiteFilter } from '../../sites/operator/inbox/InboxFilters.tsx'
import { CarrierDrawer } from './CarrierDrawer.tsx'

const states = ['waiting', 'approved', 'refused'] as const
const defaults = {
  sort: { by: 'submitted', descending: false },
  sorts: ['submitted', 'business'],
  filters: { site: '', state: 'waiting' },
  size: 10,
}

/** /operator/text_registrations: registrations with US carriers. The operator submits each one to them and records what they decided. */
export default function CarriersPage() {
  const t = useTexts()
  const list = useListState(defaults)
  const [opened, setOpened] = useState<CarrierRow>()
  const { site } = list.filters
  const state = states.find((one) => one === list.filters.state) ?? 'waiting'
  const sort = list.asked.sort === 'business' ? ('business' as const) : ('submitted' as const)
  const filters = { state, ...(site ? { web_site_id: site } : {}) }
  const query = useQuery({
    queryKey: ['text-registrations', list.asked, filters],
    queryFn: ({ signal }) => call(getTextRegistrations, { body: { ...list.asked, sort, ...filters }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={classes.page}>
      <PageHeader title={t('operator_carriers')} subtitle={t('operator_carriers_text')} />
      <ListCard
        caption={t('operator_carriers')}
        list={list}
        query={query}
        columns={useColumns(setOpened)}
        rowId={({ businessentity_id }) => businessentity_id}
        searchLabel={t('operator_carriers_search')}
        filters={
          <>
            <FilterMenu
              label={t('inbox_state')}
              value={state}
              values={states.map((value) => ({ value, label: t(`operator_carriers_${value}`) }))}
              onChange={(to) => list.change({ filters: { state: to } })}
            />
            <SiteFilter value={site} onChange={(id) => list.change({ filters: { site: id } })} />
          </>
        }
        onOpen={setOpened}
        {...(opened ? { selected: opened.businessentity_id } : {})}
        empty={
          <EmptyState
            heading="h2"
            icon={IconDeviceMobileMessage}
            title={t(state === 'waiting' ? 'operator_carriers_none' : 'operator_carriers_none_decided')}
            text={t(state === 'waiting' ? 'operator_carriers_none_text' : 'operator_carriers_none_decided_text')}
          />
        }
        failed={t('operator_carriers_not_loaded')}
      />
      {opened ? <CarrierDrawer row={opened} onClose={() => setOpened(undefined)} /> : null}
    </div>
  )
}

function useColumns(onOpen: (row: CarrierRow) => void): Column<CarrierRow>[] {
  const t = useTexts()
  const { seen } = useFormat()
  const phone = useShownPhone()
  return [
    {
      id: 'business',
      label: t('operator_carriers_business'),
      sortable: true,
      cell: (row) => (
        <span className={classes.words}>
          <RowOpener onClick={() => onOpen(row)}>
            <bdi>{row.business_name}</bdi>
          </RowOpener>
          <bdi className={classes.hint}>{row.legal_name}</bdi>
        </span>
      ),
    },
    { id: 'site', label: t('operator_web_site'), cell: (row) => <bdi>{row.site_name}</bdi> },
    {
      id: 'numbers',
      label: t('operator_carriers_numbers'),
      cell: (row) =>
        row.numbers.length === 0 ? (
          <span className={classes.hint}>{t('operator_carriers_no_numbers')}</span>
        ) : (
          <bdi dir="ltr">{row.numbers.map((number) => phone(number)).join(', ')}</bdi>
        ),
    },
    {
      id: 'submitted',
      label: t('operator_carriers_submitted'),
      sortable: true,
      cell: (row) => (row.submitted_at === null ? '' : seen(row.submitted_at)),
    },
  ]
}
