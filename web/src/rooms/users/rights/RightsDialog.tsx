import type { PermissionName } from '@cutaway/contract/permissions.ts'
import type { PermissionItem } from '@cutaway/contract/rooms/users/permissions.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../../core/change.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { usersKey } from '../manage/users.ts'
import { type Differences, PermissionList } from './PermissionList.tsx'
import classes from './Rights.module.css'

interface Rights {
  items: readonly PermissionItem[]
  chosen: readonly PermissionName[]
}

/** A dialog of rights: loads them, lets them be chosen, and saves at least one. */
export function RightsDialog({
  title,
  query: { data, error, isFetching, refetch },
  of,
  differences,
  note,
  renderChoice,
  save,
  onClose,
}: {
  title: string
  query: Pick<UseQueryResult<Rights>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Whose rights they are. */
  of: string
  differences: Differences
  /** In the footer, instead of "Takes effect at once". */
  note?: string
  /** Fields above the list. */
  renderChoice?: (isUnsaved: boolean) => ReactNode
  save: (chosen: PermissionName[]) => Promise<{ status: 0 | 1; message: string }>
  onClose: () => void
}) {
  const t = useTexts()
  const change = useChange(usersKey)
  const [picked, setPicked] = useState<ReadonlySet<PermissionName>>()
  const [isSaving, setSaving] = useState(false)
  const [asks, setAsks] = useState(false)
  const before = new Set(data?.chosen)
  const chosen = picked ?? before
  const isUnsaved = picked !== undefined && [...picked].toSorted().join() !== [...before].toSorted().join()
  const close = () => (isUnsaved ? setAsks(true) : onClose())
  const submit = async () => {
    if (chosen.size === 0) {
      toast('Please choose an option', { kind: 'warning' })
      return
    }
    setSaving(true)
    const isDone = await change(save([...chosen]))
    setSaving(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={close}
      footer={
        <>
          <FooterNote>
            {data ? (chosen.size === 0 ? t('permissions_at_least_one') : (note ?? t('permissions_at_once'))) : ''}
          </FooterNote>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button variant="filled" loading={isSaving} disabled={!data} onClick={() => void submit()}>
            {t('permissions_save')}
          </Button>
        </>
      }
    >
      <div className={classes.content}>
        {renderChoice ? <div className={classes.choice}>{renderChoice(isUnsaved)}</div> : null}
        {data ? (
          <PermissionList
            items={data.items}
            before={before}
            chosen={chosen}
            onChange={setPicked}
            title={of}
            differences={differences}
          />
        ) : null}
        {error && !data ? (
          <ErrorState
            heading="h3"
            title={t('permissions_not_loaded')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : null}
        {!data && !error ? <SkeletonText lines={8} /> : null}
      </div>
      <LeaveGuard unsaved={isUnsaved} />
      {asks ? (
        <ConfirmDialog
          title={t('form_discard_title')}
          text={t('form_discard_text')}
          verb={t('form_discard')}
          onClose={() => setAsks(false)}
          onConfirm={() => {
            onClose()
            return Promise.resolve()
          }}
        />
      ) : null}
    </Dialog>
  )
}
