import { getPhoneNumberUsage, type UsageRow } from '@cutaway/contract/rooms/telephony/numbers.ts'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { CallFailed, send } from '../../../core/api.ts'
import { useFormat, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useMay, useSignedIn } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Pagination } from '../../../ui/table/Pagination.tsx'
import { useBillingFormat } from '../../billing/useBillingFormat.ts'
import { useShownPhone } from '../../sites/form/usePhones.ts'
import classes from '../Telephony.module.css'
import { isNotSold, NotSold } from '../NotSold.tsx'
import { useNumberCountries } from './AddNumber.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'

const pageSize = 10

/** /phone_number_usage: the messages of the numbers by month, and giving a number back. */
export default function UsagePage() {
  const t = useTexts()
  const { user } = useSignedIn()
  const client = useQueryClient()
  const isAllowed = useMay('manage_phone_numbers') && user.is_employee === 0
  const entity = user.businessentity_id ?? 0
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(pageSize)
  const [released, setReleased] = useState<UsageRow | null>(null)
  const key = ['use of phone numbers', entity]
  const usage = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const { status, data, message, http } = await send(getPhoneNumberUsage, { params: { entity }, signal })
      if (message === 'no_records_found') return []
      if (status !== 1 || !data) throw new CallFailed(message, http)
      return data
    },
    enabled: isAllowed,
    staleTime: 0,
    retry: false,
  })
  const countries = useNumberCountries(isAllowed && usage.data?.length === 0)
  const columns = useColumns(setReleased)
  if (!isAllowed) return <Navigate to={paths.home} replace />
  // Who has no number, and can buy none, is not told to wait for its use.
  if (isNotSold(usage.error) || isNotSold(countries.error))
    return (
      <div className={classes.page}>
        <PageHeader title={t('usage_title')} />
        <NotSold what="numbers" />
      </div>
    )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('usage_title')}
        actions={
          <Button component={Link} to={paths.phoneNumbers}>
            {t('numbers_title')}
          </Button>
        }
      />
      <Card>
        <QueryState query={usage} failed={t('numbers_not_loaded')} waiting={<SkeletonText lines={6} />}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState heading="h2" icon={IconChartBar} title={t('usage_none')} text={t('usage_none_text')} />
            ) : (
              <>
                <DataTable
                  caption={t('usage_title')}
                  columns={columns}
                  rows={rows.slice((page - 1) * size, page * size)}
                  rowId={({ phone_number_id, month }) => `${phone_number_id} ${month}`}
                  empty={null}
                />
                <div className={classes.pager}>
                  <Pagination
                    page={page}
                    size={size}
                    total={rows.length}
                    onPage={setPage}
                    onSize={(to) => {
                      setSize(to)
                      setPage(1)
                    }}
                  />
                </div>
              </>
            )
          }
        </QueryState>
      </Card>
      {released ? (
        <ReleaseDialog
          of={released}
          onClose={() => setReleased(null)}
          onReleased={() => client.invalidateQueries({ queryKey: key })}
        />
      ) : null}
    </div>
  )
}

function useColumns(release: (row: UsageRow) => void): Column<UsageRow>[] {
  const t = useTexts()
  const format = useBillingFormat()
  const { number } = useFormat()
  const phone = useShownPhone()
  const { language_code } = useLanguage()
  const name = new Intl.DateTimeFormat(language_code, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const counts = ['sent', 'delivered', 'failed', 'received'] as const
  return [
    {
      id: 'number',
      label: t('numbers_number'),
      cell: ({ phone_number }) => (
        <bdi dir="ltr" className={classes.number}>
          {phone(phone_number)}
        </bdi>
      ),
    },
    { id: 'month', label: t('texts_month'), cell: ({ month }) => name.format(new Date(`${month}-01T12:00:00Z`)) },
    ...counts.map((id): Column<UsageRow> => ({
      id,
      label: t(`usage_${id}`),
      number: true,
      cell: (row) => number(row[id]),
    })),
    { id: 'segments', label: t('texts_segments'), number: true, cell: ({ segments }) => number(segments) },
    {
      id: 'cost',
      label: t('numbers_a_month'),
      number: true,
      cell: ({ cost, currency }) => <bdi>{format.amount(cost, currency)}</bdi>,
    },
    {
      id: 'release',
      label: '',
      cell: (row) =>
        row.state === 'owned' ? (
          <Button size="xs" variant="danger-subtle" onClick={() => release(row)}>
            {t('numbers_release')}
          </Button>
        ) : (
          <Tag kind="plain">{t(`numbers_state_${row.state}`)}</Tag>
        ),
    },
  ]
}
