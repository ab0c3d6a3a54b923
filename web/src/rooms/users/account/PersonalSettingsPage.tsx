import { getPersonalSettings, type PersonalSettings } from '@cutaway/contract/rooms/users/account.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { SecondStepCard } from '../../sessions/second-step/SecondStepCard.tsx'
import { RoleName } from '../RoleName.tsx'
import classes from './Account.module.css'
import { ChangePasswordDialog, ChangeUsernameDialog } from './ChangeLogin.tsx'
import { DetailsForm } from './DetailsForm.tsx'
import { Devices } from './Devices.tsx'
import { Preferences } from './Preferences.tsx'
import { settingsKey } from './settings-key.ts'

/** The user's own account: details, login, second step, preferences, devices. */
export default function PersonalSettingsPage() {
  const t = useTexts()
  const { user, acting } = useSignedIn()
  const settings = useQuery({
    queryKey: settingsKey(user.user_id),
    queryFn: ({ signal }) => call(getPersonalSettings, { signal }),
  })
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav_personal_settings')} subtitle={t('personal_settings_text')} />
      <QueryState query={settings} failed={t('personal_settings_not_loaded')} waiting={<SkeletonText lines={8} />}>
        {(now) => (
          <>
            <Card title={t('your_details')}>
              <DetailsForm now={now} />
            </Card>
            {acting ? null : <LoginCard now={now} />}
            {acting ? null : <SecondStepCard />}
            <Card title={t('your_preferences')}>
              <Preferences now={now} />
            </Card>
          </>
        )}
      </QueryState>
      <Devices />
      <Card title={t('nav_notifications')}>
        <div className={classes.row}>
          <span className={classes.hint}>{t('notifications_text')}</span>
          <Button component={Link} to={paths.noticeSettings}>
            {t('choose_notifications')}
          </Button>
        </div>
      </Card>
    </div>
  )
}

function LoginCard({ now }: { now: PersonalSettings }) {
  const t = useTexts()
  const [asked, setAsked] = useState<'name' | 'password' | null>(null)
  const close = () => setAsked(null)
  return (
    <Card title={t('your_login')}>
      <div className={classes.row}>
        <div className={classes.words}>
          <span className={classes.hint}>{t('user_name')}</span>
          <span className={classes.name}>
            <bdi>{now.username}</bdi>
          </span>
        </div>
        <Button onClick={() => setAsked('name')}>{t('change_user_name')}</Button>
      </div>
      <div className={classes.row}>
        <div className={classes.words}>
          <span className={classes.hint}>{t('password')}</span>
          <span className={classes.name} aria-hidden>
            ••••••••••
          </span>
        </div>
        <Button onClick={() => setAsked('password')}>{t('change_password')}</Button>
      </div>
      <div className={classes.row}>
        <div className={classes.words}>
          <span className={classes.hint}>{t('your_role')}</span>
          <span className={classes.name}>
            <RoleName accessId={now.user_access_id} />
          </span>
        </div>
      </div>
      {asked === 'name' ? <ChangeUsernameDialog now={now} onClose={close} /> : null}
      {asked === 'password' ? <ChangePasswordDialog now={now} onClose={close} /> : null}
    </Card>
  )
}
