import classes from './Logo.module.css'

/** Renders a tenant's logo: its picture (a URL), or one to three letters on its colour. */
export function Logo({ mark, logo, size = 26 }: { mark: string; logo?: string; size?: number }) {
  if (logo) return <img src={logo} width={size} height={size} alt="" />
  return (
    <svg className={classes.mark} width={size} height={size} viewBox="0 0 26 26" aria-hidden>
      <rect width="26" height="26" rx="7" />
      <text x="13" y="13" data-long={mark.length > 1 || undefined}>
        {mark.slice(0, 3)}
      </text>
    </svg>
  )
}
