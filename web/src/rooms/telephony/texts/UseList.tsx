import { getSmsUse, getSmsUseFilters, type UseRow } from '@cutaway/contract/rooms/telephony/bundles.ts'
import { IconMessages } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailed, send } from '../../../core/api.ts'
import { useFormat, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import { Tag, type TagKind } from '../../../ui/layout/Tag.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { ExportButton } from '../../../ui/table/ExportButton.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { useListState } from '../../../ui/table/useListState.ts'
import { useBillingFormat } from '../../billing/useBillingFormat.ts'
import { useShownPhone } from '../../sites/form/usePhones.ts'
import classes from '../Telephony.module.css'

const defaults = {
  sort: { by: 'at', descending: true },
  sorts: ['at'],
  filters: { location: '', sender: '', film: '', month: '' },
  size: 5,
}
const monthsShown = 12

/** Returns the first days of the last months, the present one first. */
function lastMonths(): Date[] {
  const now = new Date()
  return Array.from(
    { length: monthsShown },
    (_, n) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n, 1)),
  )
}

/** What the text messages were used for: each with its state, its cost, and the balance after it. */
export function UseList() {
  const t = useTexts()
  const { user } = useSignedIn()
  const { language_code } = useLanguage()
  const list = useListState(defaults)
  const { location, sender, film, month } = list.filters
  const filters = {
    ...(month ? { month } : {}),
    ...(location ? { location_id: Number(location) } : {}),
    ...(sender ? { sender_id: Number(sender) } : {}),
    ...(film ? { part_id: film } : {}),
  }
  const choices = useQuery({
    queryKey: ['text message filters', user.user_id, language_code],
    queryFn: ({ signal }) => call(getSmsUseFilters, { params: { user: user.user_id }, signal }),
  })
  const load = async (asked: { sort?: string; descending?: boolean }, signal?: AbortSignal) => {
    const { status, data, message, http, total } = await send(getSmsUse, {
      params: { user: user.user_id },
      body: { ...asked, sort: 'at', ...filters },
      ...(signal ? { signal } : {}),
    })
    if (status !== 1 || !data) throw new CallFailed(message, http)
    return { rows: data, total }
  }
  const query = useQuery({
    queryKey: ['text message use', user.user_id, language_code, list.asked, filters],
    queryFn: ({ signal }) => load(list.asked, signal),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns()
  const name = new Intl.DateTimeFormat(language_code, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const [months] = useState(lastMonths)
  return (
    <ListCard
      caption={t('texts_use')}
      list={list}
      query={query}
      columns={columns}
      rowId={({ entry_id }) => entry_id}
      searchLabel={t('texts_search')}
      filters={
        <>
          <Filter
            label={t('texts_location')}
            value={location}
            values={(choices.data?.locations ?? []).map((one) => [String(one.location_id), one.name])}
            onChange={(to) => list.change({ filters: { location: to } })}
          />
          <Filter
            label={t('texts_sent_by')}
            value={sender}
            values={(choices.data?.senders ?? []).map((one) => [String(one.sender_id), one.name])}
            onChange={(to) => list.change({ filters: { sender: to } })}
          />
          <Filter
            label={t('texts_film')}
            value={film}
            values={(choices.data?.films ?? []).map((one) => [one.part_id, one.name])}
            onChange={(to) => list.change({ filters: { film: to } })}
          />
          <Filter
            label={t('texts_month')}
            value={month}
            values={months.map((one) => [one.toISOString().slice(0, 7), name.format(one)])}
            onChange={(to) => list.change({ filters: { month: to } })}
          />
        </>
      }
      end={
        <ExportButton
          name={t('texts_title')}
          columns={columns}
          load={async () => (await load({ descending: true })).rows}
        />
      }
      empty={<EmptyState heading="h2" icon={IconMessages} title={t('texts_no_use')} text={t('texts_no_use_text')} />}
      failed={t('texts_use_not_loaded')}
    />
  )
}

/** A filter that is there once there is something to choose between, or something was chosen. */
function Filter({
  label,
  value,
  values,
  onChange,
}: {
  label: string
  value: string
  values: readonly (readonly [value: string, name: string])[]
  onChange: (to: string) => void
}) {
  const t = useTexts()
  if (values.length < 2 && value === '') return null
  const all = { value: '', label: t('texts_all_months') }
  const named = values.map(([one, name]) => ({ value: one, label: name }))
  return <FilterMenu label={label} value={value} values={[all, ...named]} onChange={onChange} />
}

const kinds: Record<NonNullable<UseRow['state']>, TagKind> = {
  pending: 'plain',
  sent: 'plain',
  delivered: 'green',
  failed: 'red',
  outcome_unknown: 'yellow',
  withdrawn: 'plain',
}
const words = { purchase: 'texts_purchase', grant: 'texts_grant', reversal: 'texts_reversal' } as const

function useColumns(): Column<UseRow>[] {
  const t = useTexts()
  const format = useBillingFormat()
  const { number, dateTime } = useFormat()
  const phone = useShownPhone()
  const what = ({ reason, to }: UseRow) => (reason === 'send' ? (to ?? t('texts_withdrawn_message')) : t(words[reason]))
  const signed = (count: number) => (count > 0 ? `+${number(count)}` : number(count).replace('-', '−'))
  return [
    {
      id: 'at',
      label: t('texts_time'),
      sortable: true,
      cell: ({ at }) => dateTime(at),
      csv: ({ at }) => at,
    },
    {
      id: 'what',
      label: t('texts_what'),
      cell: (row) =>
        row.to === null ? (
          what(row)
        ) : (
          <span className={classes.figure}>
            <bdi dir="ltr">{phone(row.to)}</bdi>
            {row.films.length === 0 ? null : <span className={classes.hint}>{row.films.join(', ')}</span>}
          </span>
        ),
      csv: (row) => [what(row), ...row.films].join(', '),
    },
    {
      id: 'sent_by',
      label: t('texts_sent_by'),
      cell: (row) =>
        row.reason === 'send' ? (
          <span className={classes.figure}>
            <bdi>{row.sent_by || t('texts_automatic')}</bdi>
            {row.location_name === '' ? null : <bdi className={classes.hint}>{row.location_name}</bdi>}
          </span>
        ) : null,
      csv: ({ sent_by, location_name }) => [sent_by, location_name].filter(Boolean).join(', '),
    },
    {
      id: 'state',
      label: t('texts_state'),
      cell: ({ state }) => (state === null ? null : <Tag kind={kinds[state]}>{t(`texts_state_${state}`)}</Tag>),
      csv: ({ state }) => (state === null ? '' : t(`texts_state_${state}`)),
    },
    {
      id: 'segments',
      label: t('texts_segments'),
      number: true,
      cell: ({ segments }) => (segments === 0 ? '' : number(segments)),
      csv: ({ segments }) => String(segments),
    },
    {
      id: 'messages',
      label: t('texts_messages'),
      number: true,
      cell: ({ messages }) => <bdi dir="ltr">{signed(messages)}</bdi>,
      csv: ({ messages }) => String(messages),
    },
    {
      id: 'cost',
      label: t('texts_cost'),
      number: true,
      cell: ({ cost, currency }) =>
        cost === null || currency === null ? '' : <bdi>{format.amount(Number(cost).toFixed(2), currency)}</bdi>,
      csv: ({ cost }) => cost ?? '',
    },
    {
      id: 'balance',
      label: t('texts_balance'),
      number: true,
      cell: ({ balance }) => <span className={classes.strong}>{number(balance)}</span>,
      csv: ({ balance }) => String(balance),
    },
  ]
}
