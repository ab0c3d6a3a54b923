import { dateFilters } from '@cutaway/contract/rooms/reports/filters.ts'
import { getOtherBrand, type Accessible } from '@cutaway/contract/rooms/reports/lookups.ts'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { call } from '../../core/api.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Switch } from '../../ui/form/Choice.tsx'
import { FilterMenu } from '../../ui/form/FilterMenu.tsx'
import { SegmentedControl } from '../../ui/form/SegmentedControl.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import type { ReportKind } from './kinds.ts'
import type { ChangeReport, ReportState } from './report-state.ts'
import classes from './Reports.module.css'

/**
 * The filters of a report. Who sees one location only has no choice of places, and is told which one it is. On a phone
 * they are a sheet, which a button with the number of filters in use opens; what is chosen there counts at once.
 */
export function FilterBar({
  kind,
  state,
  change,
  choices,
}: {
  kind: ReportKind
  state: ReportState
  change: ChangeReport
  choices: Accessible | undefined
}) {
  const t = useTexts()
  const { number } = useFormat()
  const chosen = choices?.businessentity_id ?? null
  const brands = useQuery({
    queryKey: ['report-brands', chosen],
    queryFn: ({ signal }) => call(getOtherBrand, { params: { businessentity_id: chosen! }, signal }),
    enabled: chosen !== null,
    staleTime: Infinity,
  })
  const choosable = brands.data ?? []
  const all = { value: '', label: t('report_all') }
  const list = <T extends { id: number }>(items: readonly T[] | undefined, nameOf: (item: T) => string) => [
    all,
    ...(items ?? []).map((item) => ({ value: String(item.id), label: nameOf(item) })),
  ]
  const users = (choices?.users ?? []).filter(
    ({ location_id }) => state.location === '' || String(location_id) === state.location,
  )
  const businesses = choices?.businessentities ?? []
  const isPhone = useMediaQuery('(max-width: 50em)', undefined, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const units =
    kind.name === 'funnel' ? null : (
      <SegmentedControl
        label={t('report_columns')}
        value={state.unit}
        segments={dateFilters.map((value) => ({ value, label: t(`report_unit_${value}`) }))}
        onChange={(unit) => change({ unit })}
      />
    )
  const filters = (
    <>
      {kind.ranges ? (
        <FilterMenu
          label={t('report_range')}
          value={state.range}
          values={kind.ranges.map((value) => ({ value, label: t(value === '' ? 'report_usual_range' : value) }))}
          onChange={(range) => change({ range })}
        />
      ) : null}
      {kind.types.length > 1 ? (
        <FilterMenu
          label={t('report_type')}
          value={state.type}
          values={kind.types.map((value) => ({ value, label: t(`report_type_${value}`) }))}
          onChange={(type) => change({ type })}
        />
      ) : null}
      {businesses.length > 1 ? (
        <FilterMenu
          label={t('report_business')}
          value={state.business || String(choices?.businessentity_id ?? '')}
          values={businesses.map(({ id, business_name }) => ({ value: String(id), label: business_name }))}
          onChange={(business) => change({ business, region: '', location: '', user: '' })}
        />
      ) : null}
      {choices?.may_choose_place ? (
        <>
          <FilterMenu
            label={t('report_region')}
            value={state.region}
            values={list(choices.regions, ({ class_name }) => class_name)}
            onChange={(region) => change({ region, location: '' })}
          />
          <FilterMenu
            label={t('report_location')}
            value={state.location}
            values={list(choices.locations, ({ businessentity_location_name: name }) => name)}
            onChange={(location) => change({ location, user: '' })}
          />
        </>
      ) : choices?.locations[0] ? (
        <span className={classes.pinned}>
          {t('report_location')}: <b>{choices.locations[0].businessentity_location_name}</b>
        </span>
      ) : null}
      {users.length > 1 ? (
        <FilterMenu
          label={t('report_user')}
          value={state.user}
          values={list(users, ({ name }) => name)}
          onChange={(user) => change({ user })}
        />
      ) : null}
      {kind.name === 'logins' || choosable.length < 3 ? null : (
        <FilterMenu
          label={t('report_brand')}
          value={state.brand}
          values={choosable.map(({ brand_id, name, label_key }) => ({
            value: brand_id < 0 ? '' : String(brand_id),
            label: label_key === null ? name : t(label_key),
          }))}
          onChange={(brand) => change({ brand })}
        />
      )}
      {kind.groups && kind.name !== 'funnel' ? (
        <FilterMenu
          label={t('report_rows')}
          value={state.group}
          values={[
            { value: 'place', label: t('report_by_place') },
            { value: 'film', label: t('report_by_film') },
          ]}
          onChange={(group) => change({ group })}
        />
      ) : null}
      {['usage', 'sent', 'links', 'logins'].includes(kind.name) && state.group === 'place' ? (
        <Switch
          label={t('report_include_zero')}
          checked={state.zero}
          onChange={(event) => change({ zero: event.currentTarget.checked })}
        />
      ) : null}
    </>
  )
  if (!isPhone)
    return (
      <div className={classes.filters} role="group" aria-label={t('report_filters')}>
        {units}
        {filters}
      </div>
    )
  const used = usedFilters(kind, state)
  return (
    <div className={classes.phoneFilters} role="group" aria-label={t('report_filters')}>
      {units}
      <Button
        leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('report_filters')}
        {used > 0 ? <span className={classes.used}>{number(used)}</span> : null}
      </Button>
      {isOpen ? (
        <Dialog
          title={t('report_filters')}
          onClose={() => setOpen(false)}
          footer={
            <Button variant="filled" onClick={() => setOpen(false)}>
              {t('report_show')}
            </Button>
          }
        >
          <div className={classes.sheet}>{filters}</div>
        </Dialog>
      ) : null}
    </div>
  )
}

/** Returns how many filters are set otherwise than a report without any. */
const usedFilters = (kind: ReportKind, state: ReportState): number =>
  [
    state.region,
    state.location,
    state.user,
    state.brand,
    kind.ranges && state.range !== kind.ranges[0],
    kind.types.length > 1 && state.type !== kind.types[0],
    kind.groups && kind.name !== 'funnel' && state.group !== kind.groups[0],
    state.zero,
  ].filter(Boolean).length
