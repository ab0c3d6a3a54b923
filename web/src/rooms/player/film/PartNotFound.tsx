import { IconMovieOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'

/** Shown when the part does not exist, or this user may see nothing of it. */
export default function PartNotFound() {
  const t = useTexts()
  return (
    <EmptyState
      heading="h1"
      icon={IconMovieOff}
      title={t('Part no found')}
      text={t('part_not_found')}
      action={
        <Button component={Link} to={paths.home}>
          {t('go_to_home')}
        </Button>
      }
    />
  )
}
