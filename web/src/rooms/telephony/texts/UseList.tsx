import { getSmsUse, type UseRow } from '@cutaway/contract/rooms/telephony/bundles.ts'
import { IconMessages } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, send } from '../../../core/api.ts'
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

const defaults = { sort: { by: 'at', descending: true }, sorts: ['at'], filters: { month: '' }, size: 5 }
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
  const { month } = list.filters
  const load = async (asked: { sort?: string; descending?: boolean }, signal?: AbortSignal) => {
    const { status, data, message, http, total } = await send(getSmsUse, {
      params: { user: user.user_id },
      body: { ...asked, sort: 'at', ...(month ? { month } : {}) },
      ...(signal ? { signal } : {}),
    })
    if (status !== 1 || !data) throw new CallFailed(message, http)
    return { rows: data, total }
  }
  const query = useQuery({
    queryKey: ['text message use', user.user_id, list.asked, month],
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
        <FilterMenu
          label={t('texts_month')}
          value={month}
          values={[
            { value: '', label: t('texts_all_months') },
            ...months.map((one) => ({ value: one.toISOString().slice(0, 7), label: name.format(one) })),
          ]}
          onChange={(to) => list.change({ filters: { month: to } })}
        />
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
      cell: (row) => (row.to === null ? what(row) : <bdi dir="ltr">{phone(row.to)}</bdi>),
      csv: what,
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
