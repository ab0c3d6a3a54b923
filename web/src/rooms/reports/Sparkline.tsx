import classes from './Reports.module.css'

const [bar, gap, height] = [4, 2, 26]

/** Small bars of the periods of a row. The numbers are behind its total. */
export function Sparkline({
  values,
  running,
}: {
  values: readonly number[]
  /** Position of the period that is not over; -1: none. */
  running: number
}) {
  const most = Math.max(1, ...values)
  return (
    <svg className={classes.bars} width={values.length * (bar + gap)} height={height} aria-hidden>
      {values.map((value, i) => {
        const tall = value === 0 ? 1 : Math.max(2, (value / most) * height)
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- periods have a fixed order
            key={i}
            x={i * (bar + gap)}
            y={height - tall}
            width={bar}
            height={tall}
            rx={1}
            data-running={i === running || undefined}
          />
        )
      })}
    </svg>
  )
}
