import { endOtherSessions, endSession, getSessions, type UserSession } from '@cutaway/contract/rooms/users/account.ts'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useFormat, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import classes from './Account.module.css'
import { deviceName, isPhone } from './device-name.ts'

/** The devices on which the user is logged in. */
export function Devices() {
  const t = useTexts()
  const { user } = useSignedIn()
  const queryKey = ['sessions', user.user_id]
  const change = useChange('sessions')
  const [busy, setBusy] = useState<string | null>(null)
  const sessions = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getSessions, { params: { user: user.user_id }, signal }),
  })
  const others = sessions.data?.filter(({ is_current }) => !is_current) ?? []
  const run = async (what: string, work: Parameters<typeof change>[0]) => {
    setBusy(what)
    await change(work)
    setBusy(null)
  }
  return (
    <Card
      title={t('your_devices')}
      actions={
        others.length > 0 ? (
          <Button
            size="xs"
            loading={busy === 'all'}
            onClick={() => void run('all', send(endOtherSessions, { body: { user_id: user.user_id } }))}
          >
            {t('log_out_other_devices')}
          </Button>
        ) : null
      }
    >
      <QueryState query={sessions} failed={t('devices_not_loaded')} waiting={<SkeletonText lines={3} />}>
        {(list) => (
          <ul className={classes.list}>
            {list.map((one) => (
              <li key={one.session} className={classes.row}>
                <Device session={one} />
                {one.is_current ? null : (
                  <Button
                    size="xs"
                    loading={busy === one.session}
                    aria-label={t('named_action', { action: t('log_out'), name: deviceName(one.user_agent) ?? '' })}
                    onClick={() => void run(one.session, send(endSession, { params: { session: one.session } }))}
                  >
                    {t('log_out')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Card>
  )
}

function Device({ session }: { session: UserSession }) {
  const t = useTexts()
  const { seen } = useFormat()
  const { language_code } = useLanguage()
  const { user_agent, country_code, last_seen_at, is_current, acting } = session
  const country = country_code
    ? new Intl.DisplayNames(language_code, { type: 'region' }).of(country_code.toUpperCase())
    : undefined
  const Icon = isPhone(user_agent) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <div className={classes.words}>
      <span className={classes.name}>
        <Icon size={18} stroke={1.75} aria-hidden />
        <bdi>{deviceName(user_agent) ?? t('unknown_device')}</bdi>
        {is_current ? <Tag kind="green">{t('this_device')}</Tag> : null}
        {acting ? <Tag kind="yellow">{t('session_acting', { name: acting })}</Tag> : null}
      </span>
      <span className={classes.hint}>
        {[country, t('last_seen', { when: seen(last_seen_at) })].filter(Boolean).join(' · ')}
      </span>
    </div>
  )
}
