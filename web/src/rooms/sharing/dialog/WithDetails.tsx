import type { ShareDetails } from '@cutaway/contract/rooms/sharing/send.ts'
import type { ReactNode } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import classes from './Share.module.css'
import { useShareDetails } from './useShare.ts'

/** Renders a form of the dialog once its data has loaded. */
export function WithDetails({
  of,
  languageId,
  children,
}: {
  of: Parameters<typeof useShareDetails>[0]
  languageId: number
  children: (details: ShareDetails) => ReactNode
}) {
  const t = useTexts()
  const details = useShareDetails(of, languageId)
  if (details.data) return children(details.data)
  return (
    <div className={classes.waiting}>
      {details.error ? (
        <ErrorState
          title={t('share_not_loaded')}
          error={details.error}
          busy={details.isFetching}
          onRetry={() => void details.refetch()}
        />
      ) : (
        <SkeletonText lines={10} />
      )}
    </div>
  )
}
