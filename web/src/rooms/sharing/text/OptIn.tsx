import { checkFirstTimeViewSmsMsg, updateFirstTimeViewSmsMsg } from '@cutaway/contract/rooms/sharing/send.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, send } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { reportError } from '../../../core/errors.ts'
import { useMay, useSignedIn } from '../../../core/session.ts'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import { today } from './date.ts'
import type { DraftOf } from '../dialog/draft.ts'
import classes from './OptIn.module.css'
import share from '../dialog/Share.module.css'
import { firstOptInDay } from './text.ts'

/** Records the customer's consent: a check box and the date. */
export function OptIn({ about, error }: { about: DraftOf; error?: string | undefined }) {
  const t = useTexts()
  const { draft, change } = about
  return (
    <div className={classes.optIn}>
      <Checkbox
        id="share-optIn"
        label={t('share_opt_in')}
        checked={draft.optIn}
        aria-describedby="share-optIn-more"
        error={error ? <FieldError>{error}</FieldError> : undefined}
        onChange={(event) => change({ optIn: event.currentTarget.checked })}
      />
      <div id="share-optIn-more" className={classes.more}>
        <label htmlFor="share-optIn-date">{t('share_opt_in_on')}</label>{' '}
        <input
          id="share-optIn-date"
          className={classes.date}
          type="date"
          required
          min={firstOptInDay}
          max={today()}
          value={draft.optInDate}
          onChange={(event) => change({ optInDate: event.currentTarget.value })}
        />{' '}
        <span>{t('share_opt_in_kept')}</span>
      </div>
    </div>
  )
}

/** As specified: the explanation counts as seen after the tab has stayed open for this long. */
const seenAfter = 5000

/** Explains consent, until the user has had the time to read it once. */
export function OptInExplained() {
  const t = useTexts()
  const { user } = useSignedIn()
  const may = useMay('allow_share_sms')
  const { data } = useQuery({
    queryKey: ['share-opt-in-seen', user.user_id],
    queryFn: ({ signal }) => call(checkFirstTimeViewSmsMsg, { params: { user: user.user_id }, signal }),
    enabled: may,
    // Requested with each opening; the response applies as long as the tab is open.
    gcTime: 0,
    staleTime: Infinity,
  })
  const first = data?.first_time === 1
  useEffect(() => {
    if (!first) return undefined
    const timer = setTimeout(() => {
      send(updateFirstTimeViewSmsMsg, { body: { user_id: user.user_id } }).catch((error: unknown) =>
        // The explanation is shown once more, which does no harm.
        reportError(error, 'opt-in seen'),
      )
    }, seenAfter)
    return () => clearTimeout(timer)
  }, [first, user.user_id])
  if (!first) return null
  return (
    <div className={share.notice} role="note">
      <IconInfoCircle size={18} stroke={1.75} aria-hidden />
      <span>{t('share_opt_in_explained')}</span>
    </div>
  )
}
