import { useTexts } from '../../core/i18n/i18n.ts'
import classes from './Skeletons.module.css'

/**
 * Placeholders for loading content. Shown after 200 ms (by CSS), so that a quick response does not flash; pictures are
 * hatched.
 */
function Waiting({ children, className }: { children: React.ReactNode; className?: string }) {
  const t = useTexts()
  return (
    <output className={`${classes.late} ${className ?? ''}`} aria-label={t('loading')}>
      {children}
    </output>
  )
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)
const widths = ['72%', '54%', '83%', '61%', '77%', '48%']
const width = (i: number) => ({ width: widths[i % widths.length] })

/** Lines of text. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <Waiting className={classes.lines}>
      {upTo(lines).map((i) => (
        <i key={i} className={classes.bar} style={width(i)} />
      ))}
    </Waiting>
  )
}

/** Rows of a list with a picture, or of a table without one. */
export function SkeletonRows({ rows = 3, picture = true }: { rows?: number; picture?: boolean }) {
  return (
    <Waiting className={classes.rows}>
      {upTo(rows).map((i) => (
        <div key={i} className={classes.row}>
          {picture ? <i className={classes.thumb} /> : null}
          <span className={classes.words}>
            <i className={classes.bar} style={width(i)} />
            <i className={classes.thin} style={width(i + 2)} />
          </span>
          <i className={classes.end} />
        </div>
      ))}
    </Waiting>
  )
}

/** Film tiles; `dense` as the grid of the home page. */
export function SkeletonTiles({ tiles = 4, dense }: { tiles?: number; dense?: boolean }) {
  return (
    <Waiting className={dense ? classes.dense : classes.tiles}>
      {upTo(tiles).map((i) => (
        <div key={i} className={classes.tile}>
          <i className={classes.film} />
          <i className={classes.bar} style={width(i)} />
          <i className={classes.thin} style={width(i + 1)} />
        </div>
      ))}
    </Waiting>
  )
}
