import { IconMessageOff, IconPhoneOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { CallFailed } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'

/** Returns whether a call was refused because the web site takes no payments: trying again is of no use. */
export const isNotSold = (error: unknown): boolean =>
  error instanceof CallFailed && error.message === 'Something went wrong. Please try again'

/** The page of a web site that sells no text messages, or no numbers: whom to ask. */
export function NotSold({ what }: { what: 'texts' | 'numbers' }) {
  const t = useTexts()
  return (
    <Card>
      <EmptyState
        heading="h2"
        icon={what === 'texts' ? IconMessageOff : IconPhoneOff}
        title={t(`${what}_not_sold`)}
        text={t(`${what}_not_sold_text`)}
        action={
          <Button component={Link} to={paths.contact}>
            {t('telephony_ask_us')}
          </Button>
        }
      />
    </Card>
  )
}
