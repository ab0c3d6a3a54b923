import { IconHandFinger } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { duration } from '../../core/i18n/format.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import classes from './Tile.module.css'

// A film without a picture is rare: its drawing is fetched when one comes.
const SystemIllustration = lazy(async () => ({
  default: (await import('../illustrations/SystemIllustration.tsx')).SystemIllustration,
}))

/**
 * A film: picture of 16:9 with its length, or the number of its steps with the sign of the hand; title and a second line.
 * Without a picture the drawing of its system stands on the grey of the films.
 */
export function Tile({
  to,
  onOpen,
  title,
  line,
  poster,
  drawing,
  seconds,
  steps = 0,
  isNew,
  eager,
  corner,
}: {
  /** Where the tile leads. */
  to?: string
  /** In place of an address: what pressing it does. */
  onOpen?: () => void
  title: string
  line?: string
  poster: string | null
  /** Slug of the system. */
  drawing?: string
  /** Null where it is not known. */
  seconds: number | null
  /** More than 0 makes it an interactive film. */
  steps?: number
  isNew?: boolean
  /** Among the first that are seen: fetched at once. */
  eager?: boolean
  /** A button at the end of the words; beside the link, not in it. */
  corner?: ReactNode
}) {
  const t = useTexts()
  const content = (
    <>
      <span className={classes.film}>
        {poster ? (
          <img src={poster} alt="" width={320} height={180} loading={eager ? 'eager' : 'lazy'} decoding="async" />
        ) : (
          <span className={classes.art}>
            <Suspense fallback={null}>
              <SystemIllustration name={drawing ?? ''} width={116} />
            </Suspense>
          </span>
        )}
        {steps > 0 || seconds !== null ? (
          <span className={classes.length}>
            {steps > 0 ? (
              <>
                <IconHandFinger size={12} stroke={1.75} aria-hidden />
                {t('steps_count', { count: steps })}
              </>
            ) : (
              duration(seconds ?? 0)
            )}
          </span>
        ) : null}
      </span>
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        {line || isNew ? (
          <span className={classes.line}>
            {line} {isNew ? <span className={classes.new}>{t('new')}</span> : null}
          </span>
        ) : null}
      </span>
    </>
  )
  return (
    <div className={classes.tile} data-corner={corner ? true : undefined}>
      {to === undefined ? (
        <button type="button" className={classes.link} onClick={onOpen}>
          {content}
        </button>
      ) : (
        <Link className={classes.link} to={to}>
          {content}
        </Link>
      )}
      {corner ? <div className={classes.corner}>{corner}</div> : null}
    </div>
  )
}

/** As many tiles in a row as fit; two on a phone. */
export function TileGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>
}
