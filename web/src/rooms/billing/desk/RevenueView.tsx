import { getRevenue, type Revenue } from '@cutaway/contract/rooms/billing/desk.ts'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '../../../core/api.ts'
import { useFormat, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { SiteFilter } from '../../sites/operator/inbox/InboxFilters.tsx'
import classes from './Desk.module.css'

/** The recurring revenue of a web site: the last twelve months, plans and countries. */
export function RevenueView() {
  const t = useTexts()
  const { web_site } = useSignedIn()
  const [params, setParams] = useSearchParams()
  const site = Number(params.get('site')) || web_site.web_site_id
  const query = useQuery({
    queryKey: ['revenue', site],
    queryFn: ({ signal }) => call(getRevenue, { params: { web_site_id: site }, signal }),
  })
  const change = (name: string, value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.set(name, value)
      return next
    })
  const shown = query.data?.find(({ currency }) => currency === params.get('currency')) ?? query.data?.[0]
  return (
    <>
      <div className={classes['bar-line']}>
        <SiteFilter value={String(site)} onChange={(id) => change('site', id)} />
        {query.data && query.data.length > 1 && shown ? (
          <FilterMenu
            label={t('revenue_currency')}
            value={shown.currency}
            values={query.data.map(({ currency }) => ({ value: currency, label: currency }))}
            onChange={(currency) => change('currency', currency)}
          />
        ) : null}
      </div>
      <QueryState
        query={query}
        heading="h2"
        failed={t('revenue_not_loaded')}
        waiting={<SkeletonRows rows={6} picture={false} />}
        empty={<EmptyState heading="h2" icon={IconChartBar} title={t('revenue_none')} text={t('revenue_none_text')} />}
      >
        {() => (shown ? <Overview revenue={shown} /> : null)}
      </QueryState>
    </>
  )
}

function Overview({ revenue: { currency, months, past_due, plans, countries } }: { revenue: Revenue }) {
  const t = useTexts()
  const { money, number } = useFormat()
  const { language_code } = useLanguage()
  const monthName = (month: string, length: 'short' | 'long') =>
    new Intl.DateTimeFormat(language_code, {
      month: length,
      ...(length === 'long' ? { year: 'numeric' } : {}),
      timeZone: 'UTC',
    }).format(new Date(`${month}-01T00:00:00Z`))
  const country = new Intl.DisplayNames([language_code], { type: 'region' })
  const now = months.at(-1)!
  const most = Math.max(1, ...months.map(({ mrr_minor }) => mrr_minor))
  const of = (minor: number) => money(minor, currency)
  const figures = [
    {
      label: t('revenue_mrr'),
      value: of(now.mrr_minor),
      more: t('revenue_subscriptions', { number: now.subscriptions }),
    },
    { label: t('revenue_started'), value: number(now.started), more: of(now.started_minor) },
    { label: t('revenue_churned'), value: number(now.churned), more: of(now.churned_minor) },
    { label: t('revenue_past_due'), value: number(past_due.subscriptions), more: of(past_due.open_minor) },
  ]
  return (
    <>
      <Card>
        <dl className={classes.figures}>
          {figures.map(({ label, value, more }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
                <span className={classes.more}>
                  <bdi>{more}</bdi>
                </span>
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title={t('revenue_chart')}>
        {/* The table below says the same in figures. */}
        <ol className={classes.bars} aria-hidden>
          {months.map(({ month, mrr_minor }) => (
            <li key={month} title={`${monthName(month, 'long')}: ${of(mrr_minor)}`}>
              <span className={classes.bar} style={{ height: `${(100 * mrr_minor) / most}%` }} />
              <span className={classes.month}>{monthName(month, 'short')}</span>
            </li>
          ))}
        </ol>
      </Card>
      <Card padded={false}>
        <DataTable
          caption={t('revenue_chart')}
          columns={useMonthColumns(of, (month) => monthName(month, 'long'))}
          rows={months.toReversed()}
          rowId={({ month }) => month}
          empty={null}
        />
      </Card>
      <div className={classes.tables}>
        <Groups
          title={t('revenue_plans')}
          column={t('billing_plan_part')}
          rows={plans}
          nameOf={(name) => name || t('revenue_other_plan')}
          of={of}
        />
        <Groups
          title={t('revenue_countries')}
          column={t('country')}
          rows={countries}
          nameOf={(code) => (/^[A-Z]{2}$/.test(code) ? (country.of(code) ?? code) : code)}
          of={of}
        />
      </div>
    </>
  )
}

function Groups({
  title,
  column,
  rows,
  nameOf,
  of,
}: {
  title: string
  column: string
  rows: Revenue['plans']
  nameOf: (name: string) => string
  of: (minor: number) => string
}) {
  const t = useTexts()
  return (
    <Card title={title} padded={false}>
      <DataTable
        caption={title}
        columns={useGroupColumns(column, nameOf, of)}
        rows={rows}
        rowId={({ name }) => name}
        empty={t('revenue_none')}
      />
    </Card>
  )
}

function useMonthColumns(
  of: (minor: number) => string,
  nameOf: (month: string) => string,
): Column<Revenue['months'][number]>[] {
  const t = useTexts()
  const { number } = useFormat()
  return [
    { id: 'month', label: t('revenue_month'), cell: ({ month }) => nameOf(month) },
    { id: 'mrr', label: t('revenue_mrr'), number: true, cell: ({ mrr_minor }) => <bdi>{of(mrr_minor)}</bdi> },
    {
      id: 'subscriptions',
      label: t('revenue_subscribers'),
      number: true,
      cell: ({ subscriptions }) => number(subscriptions),
    },
    { id: 'started', label: t('revenue_started'), number: true, cell: ({ started }) => number(started) },
    { id: 'churned', label: t('revenue_churned'), number: true, cell: ({ churned }) => number(churned) },
  ]
}

function useGroupColumns(
  label: string,
  nameOf: (name: string) => string,
  of: (minor: number) => string,
): Column<Revenue['plans'][number]>[] {
  const t = useTexts()
  const { number } = useFormat()
  return [
    { id: 'name', label, cell: ({ name }) => <bdi>{nameOf(name)}</bdi> },
    {
      id: 'subscriptions',
      label: t('revenue_subscribers'),
      number: true,
      cell: ({ subscriptions }) => number(subscriptions),
    },
    { id: 'mrr', label: t('revenue_mrr'), number: true, cell: ({ mrr_minor }) => <bdi>{of(mrr_minor)}</bdi> },
  ]
}
