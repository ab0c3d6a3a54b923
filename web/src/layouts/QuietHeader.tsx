import { useSite } from '../core/session.ts'
import { Logo } from '../ui/illustrations/Logo.tsx'
import { LanguageMenu } from '../ui/overlay/LanguageMenu.tsx'
import classes from './QuietHeader.module.css'

/** Renders the header of pages that are about one thing and sell nothing: who it is from, and the language. */
export function QuietHeader() {
  const site = useSite()
  return (
    <header className={classes.header}>
      <span className={classes.shop}>
        <Logo mark={site.mark} logo={site.logo} size={28} />
        <span>{site.name}</span>
      </span>
      <LanguageMenu />
    </header>
  )
}
