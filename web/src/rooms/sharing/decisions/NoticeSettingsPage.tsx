import {
  getNoticeSettings,
  noticeKinds,
  saveNoticeSettings,
  type NoticeSettings,
} from '@cutaway/contract/rooms/sharing/decisions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Switch } from '../../../ui/form/Choice.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import classes from './NoticeSettingsPage.module.css'

/** Selects the kinds of customer activity that a user is told of by mail. Each switch saves at once. */
export default function NoticeSettingsPage() {
  const t = useTexts()
  const { user } = useSignedIn()
  const client = useQueryClient()
  const queryKey = ['notice-settings', user.user_id]
  const settings = useQuery({ queryKey, queryFn: ({ signal }) => call(getNoticeSettings, { signal }) })
  const save = useMutation({
    mutationFn: (change: Partial<NoticeSettings>) =>
      call(saveNoticeSettings, { body: { user_id: user.user_id, ...change } }),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved)
      toast('notices_saved')
    },
    onError: (error) => toast(error),
  })
  return (
    <>
      <PageHeader title={t('nav_notifications')} subtitle={t('notices_subtitle')} />
      <Card>
        <QueryState query={settings} failed={t('notices_not_loaded')} waiting={<SkeletonText lines={4} />}>
          {(now) => (
            <div className={classes.kinds}>
              {noticeKinds.map((kind) => (
                <Switch
                  key={kind}
                  label={t(`notices_${kind}`)}
                  checked={(save.isPending ? (save.variables[kind] ?? now[kind]) : now[kind]) === 1}
                  onChange={(event) => save.mutate({ [kind]: event.currentTarget.checked ? 1 : 0 })}
                />
              ))}
            </div>
          )}
        </QueryState>
      </Card>
    </>
  )
}
