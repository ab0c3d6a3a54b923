import { checkLastLoginFreeTrial } from '@cutaway/contract/rooms/signup/trial.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { logout } from '@cutaway/contract/rooms/sessions.ts'
import { call, send } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { signedOut } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { paths } from '../../../paths.ts'
import { useSeconds } from '../form/useSeconds.ts'
import classes from './Trial.module.css'

/** The time that is left of a free trial, by the server's clock. At zero the visitor is logged out. */
export default function TrialCountdown() {
  const t = useTexts()
  const navigate = useNavigate()
  const { left, start } = useSeconds()
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['free trial countdown'],
    queryFn: () => call(checkLastLoginFreeTrial),
    staleTime: 0,
    refetchInterval: 5 * 60_000,
  })
  const ending = useMutation({
    mutationFn: () => send(logout),
    onSettled: () => {
      signedOut()
      toast('free_trial_over', { kind: 'warning' })
      void navigate(paths.publicHome)
    },
  })
  useEffect(() => {
    if (data) start(data.seconds_left)
  }, [data, dataUpdatedAt, start])
  const { mutate } = ending
  const isOver = data !== undefined && (data.seconds_left === 0 || left === 0) && dataUpdatedAt > 0
  const hasStarted = left > 0
  useEffect(() => {
    if (isOver && !hasStarted) {
      // The first count is drawn a moment after the answer arrives.
      const timer = setTimeout(() => mutate(), 1200)
      return () => clearTimeout(timer)
    }
    return undefined
  }, [isOver, hasStarted, mutate])
  if (!data || left === 0) return null
  const minutes = Math.floor(left / 60)
  const seconds = String(left % 60).padStart(2, '0')
  return (
    <div className={classes.countdown} role="timer" aria-label={t('start_free_trial')}>
      <span>{t('free_trial_remaining', { minutes, seconds })}</span>
    </div>
  )
}
