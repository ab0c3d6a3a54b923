import {
  getSecondStep,
  makeRecoveryCodes,
  type Passkey,
  removeApp,
  removePasskey,
  requireSecondStep,
  type SecondStep,
} from '@cutaway/contract/rooms/sessions/second-step.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, send } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Switch } from '../../../ui/form/Choice.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { AppDialog, PasskeyDialog } from './AddDialogs.tsx'
import { CodesDialog } from './CodesDialog.tsx'
import { type Confirmed, PasswordDialog } from './PasswordDialog.tsx'
import classes from './SecondStep.module.css'
import { canUsePasskeys } from './webauthn.ts'

export const secondStepKey = (userId: number) => ['second-step', userId]

type Asked =
  { kind: 'authenticator' | 'passkey' } | { kind: 'confirm'; title: string; text: string; verb: string; run: Confirmed }

/** The second step of the user's login: authenticator app, passkeys, recovery codes, and the rule of the business. */
export function SecondStepCard({ onChanged }: { onChanged?: (now: SecondStep) => void }) {
  const t = useTexts()
  // Until a required second step is set up, nothing else is of use, and the server refuses the rule of the business.
  const { user, required_second_step: isFirst } = useSignedIn()
  const client = useQueryClient()
  const queryKey = secondStepKey(user.user_id)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getSecondStep, { params: { user: user.user_id }, signal }),
  })
  const changed = (now: SecondStep & { recovery?: string[] }) => {
    const { recovery = [], ...step } = now
    client.setQueryData(queryKey, step)
    setAsked(null)
    if (recovery.length > 0) setCodes(recovery)
    else onChanged?.(step)
  }
  const own = { user_id: user.user_id }
  return (
    <Card title={t('second_step')}>
      <QueryState query={query} failed={t('second_step_not_loaded')} waiting={<SkeletonText lines={4} />}>
        {(now) => (
          <>
            <p className={classes.intro}>{t('second_step_text')}</p>
            {now.is_required && !isFirst ? (
              <p className={classes.note}>{t('second_step_required_by_business')}</p>
            ) : null}
            <div className={classes.row}>
              <div className={classes.words}>
                <span className={classes.name}>
                  {t('authenticator_app')} {now.has_app ? <Tag kind="green">{t('switched_on')}</Tag> : null}
                </span>
                <span className={classes.hint}>{t('authenticator_app_text')}</span>
              </div>
              {now.has_app ? (
                <Button
                  variant="danger-subtle"
                  onClick={() =>
                    setAsked({
                      kind: 'confirm',
                      title: t('remove_app_title'),
                      text: t('remove_app_text'),
                      verb: t('remove_app'),
                      run: (current) => send(removeApp, { body: { ...own, ...current } }),
                    })
                  }
                >
                  {t('remove_app')}
                </Button>
              ) : (
                <Button onClick={() => setAsked({ kind: 'authenticator' })}>{t('set_up_app')}</Button>
              )}
            </div>
            <div className={classes.row}>
              <div className={classes.words}>
                <span className={classes.name}>{t('passkeys')}</span>
                <span className={classes.hint}>{canUsePasskeys() ? t('passkeys_text') : t('passkeys_not_here')}</span>
              </div>
              {canUsePasskeys() ? (
                <Button onClick={() => setAsked({ kind: 'passkey' })}>{t('add_passkey')}</Button>
              ) : null}
            </div>
            {now.passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRemove={() =>
                  setAsked({
                    kind: 'confirm',
                    title: t('remove_passkey_title', { name: passkey.name }),
                    text: t('remove_passkey_text'),
                    verb: t('remove_passkey'),
                    run: (current) => send(removePasskey, { body: { ...own, id: passkey.id, ...current } }),
                  })
                }
              />
            ))}
            {now.has_app || now.passkeys.length > 0 ? (
              <div className={classes.row}>
                <div className={classes.words}>
                  <span className={classes.name}>
                    {t('recovery_codes')} {now.codes_left < 3 ? <Tag kind="yellow">{t('few_codes_left')}</Tag> : null}
                  </span>
                  <span className={classes.hint}>{t('recovery_codes_left', { count: now.codes_left })}</span>
                </div>
                <Button
                  onClick={() =>
                    setAsked({
                      kind: 'confirm',
                      title: t('make_new_codes'),
                      text: t('make_new_codes_text'),
                      verb: t('make_new_codes'),
                      run: (current) => send(makeRecoveryCodes, { body: { ...own, ...current } }),
                    })
                  }
                >
                  {t('make_new_codes')}
                </Button>
              </div>
            ) : null}
            {now.may_require && !isFirst ? <Requirement now={now} onChanged={() => void query.refetch()} /> : null}
            {asked?.kind === 'authenticator' ? (
              <AppDialog isFresh={now.is_fresh} onDone={changed} onClose={() => setAsked(null)} />
            ) : null}
            {asked?.kind === 'passkey' ? (
              <PasskeyDialog isFresh={now.is_fresh} onDone={changed} onClose={() => setAsked(null)} />
            ) : null}
            {asked?.kind === 'confirm' ? (
              <PasswordDialog {...asked} isFresh={now.is_fresh} onDone={changed} onClose={() => setAsked(null)} />
            ) : null}
          </>
        )}
      </QueryState>
      {codes ? (
        <CodesDialog
          codes={codes}
          onClose={() => {
            setCodes(null)
            if (query.data) onChanged?.(query.data)
          }}
        />
      ) : null}
    </Card>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useTexts()
  const { date, seen } = useFormat()
  const { name, created_on, last_used_on } = passkey
  return (
    <div className={classes.row} data-inner>
      <div className={classes.words}>
        <span className={classes.name}>
          <bdi>{name}</bdi>
        </span>
        <span className={classes.hint}>
          {t('added_on', { date: date(created_on) })} ·{' '}
          {last_used_on ? t('last_used', { when: seen(last_used_on) }) : t('never_used')}
        </span>
      </div>
      <Button
        size="xs"
        variant="danger-subtle"
        aria-label={t('named_action', { action: t('remove_passkey'), name })}
        onClick={onRemove}
      >
        {t('remove_passkey')}
      </Button>
    </div>
  )
}

/** The choice of the business for its managers. */
function Requirement({ now, onChanged }: { now: SecondStep; onChanged: () => void }) {
  const t = useTexts()
  const [busy, setBusy] = useState(false)
  const hasOwn = now.has_app || now.passkeys.length > 0
  const save = async (is_required: boolean) => {
    setBusy(true)
    try {
      toast(await send(requireSecondStep, { body: { is_required } }))
      onChanged()
    } catch (error) {
      toast(error)
    }
    setBusy(false)
  }
  return (
    <div className={classes.below}>
      <Switch
        label={t('require_second_step')}
        description={hasOwn ? t('require_second_step_text') : t('require_second_step_first')}
        checked={now.is_required_of_managers}
        disabled={busy || (!hasOwn && !now.is_required_of_managers)}
        onChange={({ currentTarget: { checked } }) => void save(checked)}
      />
    </div>
  )
}
