import {
  addPasskey,
  beginApp,
  beginPasskey,
  confirmApp,
  type SecondStep,
} from '@cutaway/contract/rooms/sessions/second-step.ts'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { useCurrentPassword } from './PasswordDialog.tsx'
import classes from './SecondStep.module.css'
import { makePasskey } from './webauthn.ts'

interface Props {
  isFresh: boolean
  onDone: (now: SecondStep & { recovery?: string[] }) => void
  onClose: () => void
}

/** Sets up an authenticator app: the QR code, then a first code. */
export function AppDialog({ isFresh, onDone, onClose }: Props) {
  const t = useTexts()
  const { user } = useSignedIn()
  const { current, isMissing, field, onRefused } = useCurrentPassword(isFresh)
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const begin = useMutation({
    mutationFn: () => call(beginApp, { body: { user_id: user.user_id, ...current } }),
    onError: onRefused,
  })
  const confirm = useMutation({
    mutationFn: () => call(confirmApp, { body: { user_id: user.user_id, code } }),
    onSuccess: (now) => {
      // The recovery codes follow, which a notice would cover on a phone.
      if (!now.recovery) toast('second_step_app_on')
      onDone(now)
    },
    onError: () => input.current?.select(),
  })
  // Without a password to ask for, the QR code comes at once.
  const { mutate } = begin
  useEffect(() => {
    if (isFresh) mutate()
  }, [isFresh, mutate])
  useEffect(() => {
    if (begin.data) input.current?.focus()
  }, [begin.data])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!begin.data) {
      if (!isMissing) begin.mutate()
    } else if (code.trim() === '') input.current?.focus()
    else confirm.mutate()
  }
  return (
    <Dialog
      title={t('set_up_app')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            type="submit"
            form="set-up-app"
            variant="filled"
            disabled={!begin.data && isMissing}
            loading={begin.isPending || confirm.isPending}
          >
            {t(begin.data ? 'switch_on' : 'second_step_continue')}
          </Button>
        </>
      }
    >
      <form id="set-up-app" className={classes.stack} noValidate onSubmit={submit}>
        <FormErrorSummary text={refusalText(confirm.error ?? begin.error, t)} />
        {begin.data ? (
          <>
            <p>{t('scan_the_code')}</p>
            <div className={classes.qr}>
              <img
                src={`data:image/svg+xml,${encodeURIComponent(begin.data.qr)}`}
                alt={t('qr_of_app')}
                width={196}
                height={196}
              />
              <span className={classes.hint}>{t('or_type_the_key')}</span>
              <bdi dir="ltr" className={classes.secret}>
                {begin.data.typed}
              </bdi>
            </div>
            <TextInput
              ref={input}
              id="app-code"
              label={t('code_of_app')}
              description={t('code_of_app_hint')}
              dir="ltr"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              required
              value={code}
              onChange={({ currentTarget: { value } }) => setCode(value)}
            />
          </>
        ) : (
          (field ?? <div className={classes.qrComing} aria-hidden />)
        )}
      </form>
    </Dialog>
  )
}

/** Adds a passkey of this device, or of a key that is plugged in. */
export function PasskeyDialog({ isFresh, onDone, onClose }: Props) {
  const t = useTexts()
  const { user } = useSignedIn()
  const { current, isMissing, field, onRefused } = useCurrentPassword(isFresh)
  const [name, setName] = useState('')
  const adding = useMutation({
    mutationFn: async () => {
      const { options } = await call(beginPasskey, { body: { user_id: user.user_id, ...current } })
      const passkey = await makePasskey(options)
      return call(addPasskey, {
        body: { user_id: user.user_id, passkey, name: name.trim() || t('passkey_name_usual') },
      })
    },
    onSuccess: (now) => {
      toast('passkey_added')
      onDone(now)
    },
    onError: onRefused,
  })
  return (
    <Dialog
      title={t('add_passkey')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form="add-passkey" variant="filled" disabled={isMissing} loading={adding.isPending}>
            {t('add_passkey')}
          </Button>
        </>
      }
    >
      <form
        id="add-passkey"
        className={classes.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isMissing) adding.mutate()
        }}
      >
        <FormErrorSummary text={refusalText(adding.error, t)} />
        <p>{t('add_passkey_text')}</p>
        {field}
        <TextInput
          id="passkey-name"
          data-autofocus={field === null || undefined}
          label={t('passkey_name')}
          description={t('passkey_name_hint')}
          order={['label', 'input', 'description', 'error']}
          maxLength={60}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
      </form>
    </Dialog>
  )
}
