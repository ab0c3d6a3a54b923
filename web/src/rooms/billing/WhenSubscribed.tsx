import { IconReceiptOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallFailed } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSite } from '../../core/session.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../ui/feedback/Skeletons.tsx'

/** Draws a page about the subscription once it is loaded; a business without one is told so. */
export function WhenSubscribed<T>({
  query,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>
  children: (data: T) => ReactNode
}) {
  const t = useTexts()
  const { contact_email: email } = useSite()
  const { data, error } = query
  if (data === undefined && error instanceof CallFailed && error.key === 'Subscription Details Not Found.')
    return (
      <EmptyState
        heading="h2"
        icon={IconReceiptOff}
        title={t('subscription_none')}
        text={t('subscription_none_text', { email })}
      />
    )
  return (
    <QueryState query={query} failed={t('billing_not_loaded')} heading="h2" waiting={<SkeletonText lines={8} />}>
      {children}
    </QueryState>
  )
}
