import type { ReportData } from '@cutaway/contract/rooms/reports/reports.ts'
import { readableMost } from '@cutaway/contract/rooms/reports/scale.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Mantine } from '../../../ui/form/Mantine.tsx'
import classes from './ManagerCharts.module.css'
import { Chart } from './ReportChart.tsx'
import { changeOf, nameOfRow, signed } from '../rows.ts'
import { useColumnNames } from '../useColumnNames.ts'

const height = 220
/** More charts than these say less than the table. */
const mostCharts = 12

/** A chart for each regional manager, on one scale, so that their bars can be compared. Those with most views come first. */
export default function ManagerCharts({ data }: { data: ReportData }) {
  const t = useTexts()
  const { number, percent } = useFormat()
  const columnName = useColumnNames()
  const managers = data.rows
    .filter(({ parent }) => parent === null)
    .toSorted((a, b) => b.total - a.total)
    .slice(0, mostCharts)
  const top = readableMost(
    Math.max(0, ...managers.flatMap(({ values }) => data.columns.map(({ key }) => values[key] ?? 0))),
  )
  const places = Map.groupBy(data.rows, ({ parent }) => parent)
  return (
    <Mantine>
      <ul className={classes.charts}>
        {managers.map((row) => {
          const change = changeOf(row)
          return (
            <li key={row.id}>
              <div className={classes.head}>
                <h2>
                  <bdi>{nameOfRow(row, t)}</bdi>
                </h2>
                <b>{number(row.total)}</b>
                <p>{t('report_locations', { count: places.get(row.id)?.length ?? 0 })}</p>
                {change === null ? null : <p>{signed(change, percent)}</p>}
              </div>
              <Chart
                data={data.columns.map((column) => ({
                  label: columnName(column),
                  ...(column.running ? { running: 1 } : {}),
                  now: row.values[column.key] ?? 0,
                }))}
                bars={[{ name: 'now', label: t('report_number') }]}
                top={top}
                height={height}
                format={number}
              />
            </li>
          )
        })}
      </ul>
    </Mantine>
  )
}
