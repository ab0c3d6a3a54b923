import { IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTexts } from '../core/i18n/i18n.ts'
import { usePage } from '../core/page.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Button } from '../ui/form/Button.tsx'
import classes from './Refused.module.css'

/** Replaces a page for which the user has no right. Its name stays the title of the window. */
export function Refused({ page, text }: { page: string; text: string }) {
  const t = useTexts()
  usePage(page)
  return (
    <div className={classes.refused}>
      <EmptyState
        heading="h1"
        icon={IconLock}
        title={t('permission_denied')}
        text={text}
        action={
          <Button component={Link} to={paths.home}>
            {t('go_to_home')}
          </Button>
        }
      />
    </div>
  )
}
