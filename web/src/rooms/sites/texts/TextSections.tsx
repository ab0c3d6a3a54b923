import { IconHistory, IconLanguage, IconListSearch } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { useFormat, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import nav from '../../../layouts/SideNav.module.css'
import { chosenLanguage, textDefaults, useTextCounts } from './texts.ts'
import classes from './Translations.module.css'

/** The parts of the translations in the navigation of the console: the user's changes, and what each language lacks. */
export default function TextSections({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const t = useTexts()
  const { number } = useFormat()
  const { language_code } = useLanguage()
  const [search] = useSearchParams()
  const own = useSite()
  const { data } = useTextCounts(Number(search.get('site')) || own.web_site_id)
  const languages = data?.languages ?? []
  const chosen = chosenLanguage(languages, search.get('language') ?? '', language_code)
  if (!chosen) return null
  const state = search.get('state') ?? textDefaults.filters.state
  /** The same list with another filter, from its first page. */
  const to = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    next.delete('page')
    next.set(name, value)
    return `?${next.toString()}`
  }
  return (
    <>
      <div>
        <h2 className={nav.heading}>{t('translations_title')}</h2>
        <Link
          className={nav.link}
          to={to('state', 'all')}
          aria-current={state === 'all' ? 'page' : undefined}
          onClick={onNavigate}
        >
          <IconListSearch size={17} stroke={1.75} aria-hidden />
          {t('text_nav_all')}
        </Link>
        <Link
          className={nav.link}
          to={to('state', 'mine')}
          aria-current={state === 'mine' ? 'page' : undefined}
          onClick={onNavigate}
        >
          <IconHistory size={17} stroke={1.75} aria-hidden />
          {t('text_nav_mine')}
          <span className={classes.navCount}>{number(chosen.mine)}</span>
        </Link>
      </div>
      <div>
        <h2 className={nav.heading}>{t('text_nav_missing')}</h2>
        {languages.map((one) => (
          <Link
            key={one.language_id}
            className={nav.link}
            to={to('language', String(one.language_id))}
            aria-current={one.language_id === chosen.language_id ? 'true' : undefined}
            onClick={onNavigate}
          >
            <IconLanguage size={17} stroke={1.75} aria-hidden />
            <bdi lang={one.language_code}>{one.name}</bdi>
            <span className={classes.navCount}>
              {number(one.missing)} <span className="visually-hidden">{t('text_is_missing')}</span>
            </span>
          </Link>
        ))}
      </div>
    </>
  )
}
