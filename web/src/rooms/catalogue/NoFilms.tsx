import { Link } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SystemIllustration } from '../../ui/illustrations/SystemIllustration.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { other } from './hierarchy.ts'
import { useShownType } from './VideoTypeSwitch.tsx'

/** Shown when there is no film of the type. Offers the other type only if it has films here. */
export function NoFilms({ slug, name, hasOther }: { slug?: string; name?: string; hasOther: boolean }) {
  const t = useTexts()
  const { type, choose } = useShownType()
  const next = other(type)
  return (
    <EmptyState
      drawing={<SystemIllustration name={slug ?? ''} width={96} />}
      heading="h2"
      title={name === undefined ? t(`no_${type}_films`) : t(`no_${type}_films_in`, { name })}
      action={
        <>
          {choose && hasOther ? <Button onClick={() => choose(next)}>{t(`show_${next}_films`)}</Button> : null}
          {name === undefined ? null : (
            <Button component={Link} to={paths.home}>
              {t('show_all_films')}
            </Button>
          )}
        </>
      }
    />
  )
}
