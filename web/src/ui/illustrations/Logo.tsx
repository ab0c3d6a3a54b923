import classes from './Logo.module.css'

/** Renders a tenant's logo: one to three letters on its colour. */
export function Logo({ mark, size = 26 }: { mark: string; size?: number }) {
  return (
    <svg className={classes.mark} width={size} height={size} viewBox="0 0 26 26" aria-hidden>
      <rect width="26" height="26" rx="7" />
      <text x="13" y="13" data-long={mark.length > 1 || undefined}>
        {mark.slice(0, 3)}
      </text>
    </svg>
  )
}
