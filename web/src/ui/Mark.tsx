import classes from './Mark.module.css'

/** The sign of a tenant, on its colour: one to three letters, or the name of one of the built-in drawings. */
const drawings: Record<string, string> = {
  ridge: 'm6.8 14.6 4-4.4 2.6 2.8 2.2-2.4 3.6 4',
  bolt: 'M14.5 5.5 8 14.5h4.5l-1 6 6.5-9h-4.5z',
  gauge: 'M7 17a7 7 0 1 1 12 0M13 14l3-4.5',
  wheel: 'M13 6.5a6.5 6.5 0 1 0 .01 0zM13 10.5a2.5 2.5 0 1 0 .01 0z',
}

export function Mark({ mark, size = 26 }: { mark: string; size?: number }) {
  const drawing = drawings[mark]
  return (
    <svg className={classes.mark} width={size} height={size} viewBox="0 0 26 26" aria-hidden>
      <rect width="26" height="26" rx="7" />
      {drawing ? (
        <path d={drawing} className={classes.line} />
      ) : (
        <text x="13" y="13" data-long={mark.length > 1 || undefined}>
          {mark.slice(0, 3)}
        </text>
      )}
    </svg>
  )
}
