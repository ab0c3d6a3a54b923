import { IconChevronLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { usePageState } from '../../core/page.ts'
import { useMay } from '../../core/session.ts'
import { SearchButton } from '../../rooms/catalogue/search/SearchBox.tsx'
import classes from './PhoneHeader.module.css'

/** Renders the phone header of a page with one action at the bottom: the back link and the title. */
export function PhoneHeader({ back, subtitle }: { back: string; subtitle?: string }) {
  const t = useTexts()
  const { title } = usePageState()
  const searches = useMay('allow_view_animations')
  return (
    <header className={classes.header}>
      <Link className={classes.back} to={back} aria-label={t('back')}>
        <IconChevronLeft className="flip" size={24} stroke={1.75} aria-hidden />
      </Link>
      <div className={classes.words}>
        <div className={classes.title} aria-hidden>
          {title}
        </div>
        {subtitle ? <div className={classes.subtitle}>{subtitle}</div> : null}
      </div>
      {searches ? <SearchButton /> : null}
    </header>
  )
}
