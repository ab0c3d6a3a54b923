import { IconMapPinOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTexts } from '../core/i18n/i18n.ts'
import { usePage } from '../core/page.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Button } from '../ui/form/Button.tsx'

/** Shown for a URL that matches a page but has no subject, such as /accountAccess/ without a user. */
export default function NotFoundPage() {
  const t = useTexts()
  usePage(t('page_not_found'))
  return (
    <div style={{ display: 'grid', placeItems: 'center', paddingBlock: 'var(--s16)' }}>
      <EmptyState
        heading="h1"
        icon={IconMapPinOff}
        title={t('page_not_found')}
        text={t('page_not_found_text')}
        action={
          <Button component={Link} to={paths.publicHome}>
            {t('go_to_home')}
          </Button>
        }
      />
    </div>
  )
}
