import { getUserData, type UserData } from '@cutaway/contract/rooms/users/users.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { UserFields } from './UserFields.tsx'
import type { UserLists } from './users.ts'

/** Adds a user, or changes one. */
export function UserDialog({
  id,
  lists,
  onPermissions,
  onClose,
}: {
  /** Undefined: a new user. */
  id: number | undefined
  lists: UserLists
  /** Opens the rights of the user; undefined if the caller may not set them. */
  onPermissions: ((user: UserData) => void) | undefined
  onClose: () => void
}) {
  if (id === undefined) return <UserFields key="new" lists={lists} onClose={onClose} />
  return <KnownUser id={id} lists={lists} onPermissions={onPermissions} onClose={onClose} />
}

/** Loads a user, and again if somebody else changed it meanwhile. */
function KnownUser({
  id,
  onClose,
  ...rest
}: {
  id: number
  lists: UserLists
  onPermissions: ((user: UserData) => void) | undefined
  onClose: () => void
}) {
  const t = useTexts()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['one user', id],
    queryFn: ({ signal }) => call(getUserData, { params: { id }, signal }),
    gcTime: 0,
    staleTime: Infinity,
  })
  if (data)
    return <UserFields key={data.version} old={data} onClose={onClose} onReload={() => void refetch()} {...rest} />
  return (
    <Dialog title={t('user_edit')} onClose={onClose}>
      {error ? (
        <ErrorState
          heading="h3"
          title={t('user_not_loaded')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonText lines={6} />
      )}
    </Dialog>
  )
}
