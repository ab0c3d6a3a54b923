import type { FoundFilm, SearchMatch } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { IconBookmark, IconEar, IconEngine, IconListTree } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { duration } from '../../../core/i18n/format.ts'
import { languages, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import type { Translate } from '../../../core/i18n/texts.ts'
import { reasonOf } from './answers.ts'
import { Marked } from './Marked.tsx'
import classes from './Search.module.css'

const SystemIllustration = lazy(async () => ({
  default: (await import('../../../ui/illustrations/SystemIllustration.tsx')).SystemIllustration,
}))

const icons = { symptom: IconEar, code: IconEngine, keyword: IconBookmark, system: IconListTree, name: IconBookmark }

const lengthOf = (t: Translate, { video_type, steps, duration: seconds }: FoundFilm): string =>
  video_type === 'interactive' ? t('steps_count', { count: steps }) : duration(seconds)

/** Shows the picture of a found film, or an illustration. A large picture also shows the length. */
export function Picture({ film, drawing, large = false }: { film: FoundFilm; drawing?: string; large?: boolean }) {
  const t = useTexts()
  return (
    <span className={classes.picture}>
      {film.poster_url ? (
        <img src={film.poster_url} alt="" width={72} height={40} loading="lazy" decoding="async" />
      ) : (
        <Suspense fallback={null}>
          <SystemIllustration name={drawing ?? ''} width={48} />
        </Suspense>
      )}
      {large ? <span className={classes.length}>{lengthOf(t, film)}</span> : null}
    </span>
  )
}

/** "Brakes · Narrated 0:25"; without the length where the picture shows it. */
export function Meta({ film, brief = false }: { film: FoundFilm; brief?: boolean }) {
  const t = useTexts()
  const separator = film.video_type === 'interactive' ? ', ' : ' '
  const kind = t(film.video_type) + (brief ? '' : separator + lengthOf(t, film))
  return <span className={classes.meta}>{`${film.system_name} · ${kind}`}</span>
}

/** Shows why the film was found, unless its name shows it, and the language of the text if it is another one. */
export function Why({ film }: { film: FoundFilm }) {
  const t = useTexts()
  const reason = reasonOf(film, useLanguage().language_id)
  const other = useOtherLanguage(reason)
  if (!reason) return null
  const Icon = icons[reason.kind]
  return (
    <span className={classes.why}>
      <Icon size={14} stroke={1.75} aria-hidden />
      <span className="visually-hidden">{`${t(`search_by_${reason.kind}`)}: `}</span>
      <span className={classes.reason} lang={other?.language_code} dir="auto">
        <Marked text={reason.text} marks={reason.marks} />
      </span>
      <LanguageName language={other} />
    </span>
  )
}

/** Returns the language of a match, if it is not that of the page. */
export function useOtherLanguage(match: SearchMatch | undefined): Language | undefined {
  const own = useLanguage().language_id
  return languages.find(({ language_id: id }) => id === match?.language_id && id !== own)
}

/** Marks a text in another language with the language's own name. */
export function LanguageName({ language }: { language: Language | undefined }) {
  return language ? (
    <span className={classes.language} lang={language.language_code}>
      {language.name}
    </span>
  ) : null
}
