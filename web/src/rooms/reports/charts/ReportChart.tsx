import { BarChart, CompositeChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import { Mantine } from '../../../ui/form/Mantine.tsx'

/** Bars of a report. The table below it has the same numbers, so that it is hidden from screen readers. */
export interface ChartProps {
  /** `running`: 1 for the period that is not over, whose bars are striped. */
  data: Record<string, string | number>[]
  bars: { name: string; label: string }[]
  /** The bars of a period are parts of a whole; otherwise they stand side by side. */
  areParts?: boolean
  /** A dashed line: the time before. */
  line?: { name: string; label: string } | undefined
  /** Where the scale ends, so that several charts have the same; else a little above the highest bar. */
  top?: number
  height: number
  format: (value: number) => string
}

const colours = ['var(--brand)', 'var(--teal-6, #12868f)', 'var(--gray-5)', 'var(--gray-7)']

interface DrawnBar {
  x?: number
  y?: number
  width?: number
  height?: number
  fill?: string
  payload?: { running?: number }
}

function Bar({ x = 0, y = 0, width = 0, height = 0, fill = '', payload }: DrawnBar) {
  if (height <= 0) return <g />
  const stripes = payload?.running === 1 ? colours.indexOf(fill) : -1
  return <rect {...{ x, y, width, height }} fill={stripes < 0 ? fill : `url(#report-stripes-${stripes})`} />
}

const Stripes = ({ count }: { count: number }) => (
  <defs>
    {colours.slice(0, count).map((colour, i) => (
      <pattern
        key={colour}
        id={`report-stripes-${i}`}
        width={6}
        height={6}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width={6} height={6} fill={colour} fillOpacity={0.45} />
        <rect width={3} height={6} fill={colour} />
      </pattern>
    ))}
  </defs>
)

export default function ReportChart(props: ChartProps) {
  return (
    <Mantine>
      <Chart {...props} />
    </Mantine>
  )
}

/** For pages that have Mantine around several charts. */
export function Chart({ data, bars, areParts = false, line, top, height, format }: ChartProps) {
  const isRtl = useLanguage().direction === 'rtl'
  const common = {
    h: height,
    data,
    dataKey: 'label',
    withLegend: bars.length > 1 || line !== undefined,
    valueFormatter: format,
    tickLine: 'none' as const,
    gridAxis: 'x' as const,
    // Takes no focus: the keyboard reaches the numbers in the table.
    accessibilityLayer: false,
    barProps: { shape: Bar },
    // In the order of the bars, not of the alphabet.
    legendProps: { itemSorter: null },
    // Time runs the way people read.
    xAxisProps: { reversed: isRtl },
    yAxisProps: {
      orientation: isRtl ? ('right' as const) : ('left' as const),
      width: 48,
      allowDecimals: false,
      ...(top === undefined ? {} : { domain: [0, top] as [number, number] }),
      // Numbers on the right begin at the plot.
      ...(isRtl ? { tickMargin: 12 } : {}),
    },
  }
  return (
    <div aria-hidden dir="ltr">
      {line ? (
        <CompositeChart
          {...common}
          series={[
            ...bars.map(({ name, label }, i) => ({ name, label, color: colours[i]!, type: 'bar' as const })),
            {
              name: line.name,
              label: line.label,
              color: 'var(--gray-7)',
              type: 'line' as const,
              strokeDasharray: '4 4',
            },
          ]}
          maxBarWidth={36}
        >
          <Stripes count={bars.length} />
        </CompositeChart>
      ) : (
        <BarChart
          {...common}
          type={areParts ? 'stacked' : 'default'}
          series={bars.map(({ name, label }, i) => ({ name, label, color: colours[i % colours.length]! }))}
          maxBarWidth={36}
        >
          <Stripes count={bars.length} />
        </BarChart>
      )}
    </div>
  )
}
