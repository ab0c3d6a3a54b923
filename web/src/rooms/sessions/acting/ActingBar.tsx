import { stopActing } from '@cutaway/contract/rooms/sessions/acting.ts'
import { IconUserExclamation } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { fetchSession, signedIn, useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import classes from './Acting.module.css'
import { takePlace } from './place.ts'

/** Says on every page that a manager acts for the user of this session, until when, and ends it. */
export default function ActingBar() {
  const t = useTexts()
  const { dateTime } = useFormat()
  const navigate = useNavigate()
  const { user, acting, expires_at } = useSignedIn()
  const stopping = useMutation({
    mutationFn: () => call(stopActing),
    onSuccess: (session) => {
      signedIn(session)
      toast('acting_ended')
      void navigate(takePlace())
    },
    onError: (error) => toast(error),
  })
  // When the time has run out, the server gives the own session back, and a notice says so.
  const isActing = acting !== null
  useEffect(() => {
    if (!isActing) return undefined
    const left = Date.parse(expires_at) - Date.now()
    const timer = setTimeout(() => void fetchSession().then(() => navigate(takePlace())), Math.max(0, left) + 500)
    return () => clearTimeout(timer)
  }, [isActing, expires_at, navigate])
  const name = `${user.first_name} ${user.last_name}`.trim() || user.username
  return (
    <section className={classes.bar} aria-label={t('acting_bar')}>
      <IconUserExclamation size={22} stroke={1.75} aria-hidden />
      <p className={classes.words}>
        <strong>{t('acting_for', { name })}</strong>{' '}
        {t('acting_recorded', { manager: acting?.name ?? '', when: dateTime(expires_at) })}
      </p>
      <Button size="xs" loading={stopping.isPending} onClick={() => stopping.mutate()}>
        {t('stop_acting')}
      </Button>
    </section>
  )
}
