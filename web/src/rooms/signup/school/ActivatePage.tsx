import { checkEducationAccount, updateEducationAccount } from '@cutaway/contract/rooms/signup/education.ts'
import { IconCircleCheck, IconLinkOff, IconSchool } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { call, CallFailed } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { useOneAtATime } from '../../../ui/form/useOneAtATime.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { OutboxHint } from '../../messaging/OutboxHint.tsx'
import classes from './School.module.css'

const isGone = (error: unknown) =>
  error instanceof CallFailed && (error.http === 404 || error.http === 400 || error.key === 'Invalid URL')

/**
 * /educationAccountActivate: activates the account of a school, or completes its set-up, by a button. Opening the page
 * changes nothing, because mail scanners open links too.
 */
export default function ActivatePage() {
  const t = useTexts()
  const client = useQueryClient()
  const { businessentity_id = '', status = '' } = useParams()
  const [query] = useSearchParams()
  const sig = query.get('sig') ?? undefined
  const entity = /^\d{1,9}$/.test(businessentity_id) ? Number(businessentity_id) : null
  const wanted = status === 'Active' || status === 'Complete' ? status : null
  usePage(t('school_title'))
  const queryKey = ['education account', entity, sig]
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(checkEducationAccount, { params: { entity: entity ?? 0 }, ...(sig ? { query: { sig } } : {}), signal }),
    enabled: entity !== null && wanted !== null,
    retry: false,
  })
  const changing = useMutation({
    mutationFn: useOneAtATime(() =>
      call(updateEducationAccount, {
        body: { businessentity_id: entity ?? 0, accountActiveStatus: wanted ?? 'Active', sig },
      }),
    ),
    onSuccess: (account) => client.setQueryData(queryKey, account),
  })

  const failed = changing.error ?? error
  if (entity === null || wanted === null || isGone(failed))
    return (
      <div className={classes.page}>
        <EmptyState heading="h1" icon={IconLinkOff} title={t('Invalid URL')} text={t('school_bad_link')} />
      </div>
    )
  if (failed)
    return (
      <div className={classes.page}>
        <ErrorState
          heading="h1"
          title={t('page_broken')}
          error={failed}
          busy={isFetching || changing.isPending}
          onRetry={() => (changing.error ? changing.mutate() : void refetch())}
        />
      </div>
    )
  if (!data)
    return (
      <div className={classes.page}>
        <SkeletonText lines={4} />
      </div>
    )
  const name = data.business_name
  const isDone = data.accountActiveStatus === 'Complete' || data.accountActiveStatus === wanted
  return (
    <div className={classes.page} aria-live="polite">
      {isDone ? (
        <EmptyState
          heading="h1"
          icon={IconCircleCheck}
          title={t(wanted === 'Active' ? 'school_active' : 'school_complete', { name })}
          text={t(wanted === 'Active' ? 'school_active_text' : 'school_complete_text')}
          action={
            <>
              <Button component={Link} to={paths.login} variant="filled">
                {t('log_in')}
              </Button>
              <OutboxHint />
            </>
          }
        />
      ) : (
        <EmptyState
          heading="h1"
          icon={IconSchool}
          title={t(wanted === 'Active' ? 'school_activate_title' : 'school_complete_title', { name })}
          text={t(wanted === 'Active' ? 'school_activate_text' : 'school_complete_ask')}
          action={
            <Button variant="filled" loading={changing.isPending} onClick={() => changing.mutate()}>
              {t(wanted === 'Active' ? 'school_activate' : 'school_complete_button')}
            </Button>
          }
        />
      )}
    </div>
  )
}
