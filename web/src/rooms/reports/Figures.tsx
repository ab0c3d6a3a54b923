import type { ReportData } from '@cutaway/contract/rooms/reports/reports.ts'
import type { ReactNode } from 'react'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import classes from './Reports.module.css'
import { signed } from './rows.ts'
import { useColumnNames } from './useColumnNames.ts'

/** The whole, the average of complete periods and the running period, each beside the time before. */
export function Figures({ data }: { data: ReportData }) {
  const t = useTexts()
  const { number, percent } = useFormat()
  const nameOf = useColumnNames()
  const changed = (now: number, before: number) =>
    before === 0
      ? t('report_before', { number: number(before) })
      : t('report_change_on', {
          change: signed((now - before) / before, percent),
          number: number(before),
        })
  const running = data.columns.find((column) => column.running)
  const { total } = data
  const figures = [
    { label: t('report_total'), value: number(total.total), note: changed(total.total, total.previous) },
    {
      label: t('report_average'),
      value: total.average === null ? '–' : number(total.average),
      note: t('report_complete', { count: total.complete }),
    },
    ...(running
      ? [
          {
            label: t('report_so_far', { period: nameOf(running, true) }),
            value: number(total.values[running.key] ?? 0),
            note: changed(total.values[running.key] ?? 0, total.previous_values[running.key] ?? 0),
          },
        ]
      : []),
    ...(data.people
      ? [
          {
            label: t('report_people_watched'),
            value: number(data.people.watched),
            note: t('report_of_team', { number: number(data.people.team) }),
          },
        ]
      : []),
  ]
  return <FigureList figures={figures} />
}

/** Numbers side by side, each with a label and a note. */
export function FigureList({ figures }: { figures: readonly { label: string; value: ReactNode; note: string }[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={classes.figure}>{value}</dd>
          <dd className={classes.quiet}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}
