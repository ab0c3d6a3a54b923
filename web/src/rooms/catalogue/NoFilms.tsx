import { Link } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SystemIllustration } from '../../ui/illustrations/SystemIllustration.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { useShownType } from './VideoTypeSwitch.tsx'

/** Shown when there is no film of the type. Offers the other type, if it has films. */
export function NoFilms({ slug }: { slug?: string }) {
  const t = useTexts()
  const { type, choose } = useShownType()
  const other = type === 'narrated' ? 'interactive' : 'narrated'
  return (
    <EmptyState
      drawing={<SystemIllustration name={slug ?? ''} width={96} />}
      heading="h2"
      title={t('no_records_found')}
      text={t(`no_${type}_films`)}
      action={
        choose ? (
          <Button onClick={() => choose(other)}>{t(`show_${other}_films`)}</Button>
        ) : (
          <Button component={Link} to={paths.home}>
            {t('all_systems')}
          </Button>
        )
      }
    />
  )
}
