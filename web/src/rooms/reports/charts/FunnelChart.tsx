import type { ReportData } from '@cutaway/contract/rooms/reports/reports.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import classes from './FunnelChart.module.css'
import type { ChangeReport } from '../report-state.ts'

/** The steps of the funnel as bars. Each number, and what was lost before it, opens its rows. */
export function FunnelChart({ data, change }: { data: ReportData; change: ChangeReport }) {
  const t = useTexts()
  const { number, percent } = useFormat()
  const steps = data.columns.filter(({ key }) => key !== 'rate')
  const count = (key: string) => data.total.values[key] ?? 0
  const sent = count('sent')
  const open = (column: string) => change({ cell: `|${column}`, rows: 1 }, 'push')
  const button = (column: string, label: string, words: string, className?: string) => (
    <button type="button" className={className} aria-label={label} aria-haspopup="dialog" onClick={() => open(column)}>
      {words}
    </button>
  )
  return (
    <ol className={classes.funnel}>
      {steps.map(({ key, label_key }, i) => {
        const before = i === 0 ? undefined : steps[i - 1]!.key
        const label = t(label_key)
        const now = count(key)
        // Who answered need not have watched half: what is lost is not always the difference of the two numbers.
        const isLossShown = before !== undefined && now < count(before)
        return (
          <li key={key}>
            <div className={classes.words}>
              <span className={classes.label}>{label}</span>
              {now === 0 ? (
                <span className={classes.figure}>{number(0)}</span>
              ) : (
                button(key, `${label}: ${number(now)}`, number(now), classes.figure)
              )}
              <span className={classes.note}>
                {before === undefined
                  ? t('report_before', { number: number(data.total.previous) })
                  : count(before) === 0
                    ? '–'
                    : t('report_of_step_before', { percent: percent(now / count(before)) })}
              </span>
            </div>
            <div className={classes.plot} aria-hidden>
              <div className={classes.bar} style={{ '--share': sent === 0 ? 0 : now / sent } as React.CSSProperties} />
            </div>
            <div className={classes.note}>
              {isLossShown
                ? button(
                    `lost_${key}`,
                    `${label}: ${t('report_lost', { number: number(count(before) - now) })}`,
                    t('report_lost', { number: number(count(before) - now) }),
                    classes.lost,
                  )
                : null}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
