import { deleteIPAutoLogin, getAutoLogin, type IpRange } from '@cutaway/contract/rooms/organisation/ip-ranges.ts'
import { firstRoleWithoutPassword } from '@cutaway/contract/roles.ts'
import { IconPlus, IconWorld } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { CallFailed, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { useFeature, useSignedIn } from '../../../core/session.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { ListCard, type Page } from '../../../ui/table/ListCard.tsx'
import { RowOpener } from '../../../ui/table/RowOpener.tsx'
import { useListState } from '../../../ui/table/useListState.ts'
import { BusinessFilter } from '../../organisation/PlaceFilters.tsx'
import { rangeText } from '../../organisation/ip-ranges/range-text.ts'
import { useBusinesses } from '../../organisation/useBusinesses.ts'
import classes from './IpRanges.module.css'

const RangeDialog = lazy(() => import('./RangeDialog.tsx'))

const defaults = {
  sort: { by: 'from', descending: false },
  sorts: ['from', 'addresses', 'asked'],
  filters: { business: '' },
}
const rowId = ({ id }: IpRange) => id
const kinds = { active: 'green', waiting: 'yellow', refused: 'red' } as const

type Asked = { kind: 'add' } | { kind: 'edit' | 'delete'; range: IpRange }

/** Manages the ranges of IP addresses from which people of the business are logged in without a password. */
export default function IpRangesPage() {
  const t = useTexts()
  const { user, web_site } = useSignedIn()
  const isOn = useFeature('ip_auto_login')
  const businesses = useBusinesses()
  const change = useChange('ip-ranges')
  const list = useListState(defaults)
  const [open, setOpen] = useState<Asked>()
  const { asked, filters } = list
  const business = Number(filters.business) || user.businessentity_id || businesses[0]?.id || 0
  const query = useQuery({
    queryKey: ['ip-ranges', business, asked],
    enabled: business !== 0,
    queryFn: async ({ signal }): Promise<Page<IpRange>> => {
      const sort = asked.sort === 'addresses' || asked.sort === 'asked' ? asked.sort : 'from'
      const answer = await send(getAutoLogin, {
        params: { site: web_site.web_site_id, entity: business, json: { ...asked, sort } },
        signal,
      })
      if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
      return { rows: answer.data, total: answer.total }
    },
    placeholderData: keepPreviousData,
  })
  const add = (variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => setOpen({ kind: 'add' })}
    >
      {t('ip_range_add')}
    </Button>
  )
  const close = () => setOpen(undefined)
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav_auto_login')} subtitle={t('ip_ranges_text')} actions={add('filled')} />
      {isOn ? null : <p className={classes.note}>{t('ip_ranges_site_off')}</p>}
      <ListCard
        caption={t('nav_auto_login')}
        list={list}
        query={query}
        columns={useColumns(
          (range) => setOpen({ kind: 'edit', range }),
          (range) => setOpen({ kind: 'delete', range }),
        )}
        rowId={rowId}
        searchLabel={t('ip_ranges_search')}
        filters={
          <BusinessFilter value={filters.business} onChange={(id) => list.change({ filters: { business: id } })} />
        }
        onOpen={(range) => setOpen({ kind: 'edit', range })}
        isMuted={({ state }) => state === 'refused'}
        empty={
          <EmptyState
            heading="h2"
            icon={IconWorld}
            title={t('ip_ranges_none')}
            text={t('ip_ranges_none_text')}
            action={add('default')}
          />
        }
        failed={t('ip_ranges_not_loaded')}
      />
      <Suspense fallback={null}>
        {open?.kind === 'add' ? <RangeDialog business={business} onClose={close} /> : null}
        {open?.kind === 'edit' ? <RangeDialog business={business} range={open.range} onClose={close} /> : null}
      </Suspense>
      {open?.kind === 'delete' ? (
        <ConfirmDialog
          title={t('ip_range_delete_title', { range: rangeText(open.range) })}
          text={t('ip_range_delete_text')}
          verb={t('ip_range_delete')}
          onConfirm={() => change(send(deleteIPAutoLogin, { params: { id: open.range.id } }))}
          onClose={close}
        />
      ) : null}
    </div>
  )
}

function useColumns(onEdit: (range: IpRange) => void, onDelete: (range: IpRange) => void): Column<IpRange>[] {
  const t = useTexts()
  const { seen, number } = useFormat()
  return [
    {
      id: 'from',
      label: t('ip_range_addresses_of'),
      sortable: true,
      cell: (row) => (
        <RowOpener onClick={() => onEdit(row)}>
          <bdi dir="ltr">{rangeText(row)}</bdi>
        </RowOpener>
      ),
    },
    {
      id: 'addresses',
      label: t('ip_range_number'),
      number: true,
      sortable: true,
      cell: ({ addresses }) => number(addresses),
    },
    {
      id: 'offers',
      label: t('ip_range_offers'),
      cell: (row) => (
        <span className={classes.words}>
          <span>{t(`ip_login_type_${row.login_type}`)}</span>
          {row.login_type === 2 ? null : <bdi className={classes.hint}>{row.user_name}</bdi>}
          {row.user_access_id < firstRoleWithoutPassword && (row.login_type === 13 || row.login_type === 12) ? (
            <span>
              <Tag kind="yellow">{t('ip_range_of_manager')}</Tag>
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: 'state',
      label: t('status'),
      cell: (row) => (
        <span className={classes.words}>
          <span>
            <Tag kind={kinds[row.state]}>{t(`ip_range_state_${row.state}`)}</Tag>
          </span>
          {row.reason === '' ? null : (
            <span className={classes.hint} dir="auto">
              {row.reason}
            </span>
          )}
        </span>
      ),
    },
    { id: 'asked', label: t('ip_range_since'), sortable: true, cell: ({ asked_at }) => seen(asked_at) },
    {
      id: 'actions',
      label: '',
      cell: (row) => (
        <Button
          size="xs"
          variant="danger-subtle"
          aria-label={t('action_on_row', { action: t('ip_range_delete'), name: rangeText(row) })}
          onClick={() => onDelete(row)}
        >
          {t('ip_range_delete')}
        </Button>
      ),
    },
  ]
}
