import { login } from '@cutaway/contract/rooms/sessions.ts'
import { claimAccount } from '@cutaway/contract/rooms/signup/registration.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { signedIn } from '../../../core/session.ts'
import { minorOf } from '@cutaway/contract/rooms/signup/plan-price.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { CopyButton } from '../../../ui/form/CopyButton.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { OutboxHint } from '../../messaging/OutboxHint.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { currencyOf } from '../plans/plan-choice.ts'
import classes from './AccountReady.module.css'

/** A payment that has succeeded, as the calls tell it. */
export interface PaidFor {
  amount: string
  currency: string
  email: string
}

/**
 * The end of a sign-up. The password is made when the person asks for it, and shown once; a reloaded page leads to the
 * link in the mail.
 */
export function AccountReady({ paid }: { paid: PaidFor }) {
  const t = useTexts()
  const { money } = useFormat()
  const navigate = useNavigate()
  const claiming = useMutation({ mutationFn: () => call(claimAccount) })
  const entering = useMutation({
    mutationFn: ({ username, password }: { username: string; password: string }) =>
      call(login, { body: { username, password } }),
    onSuccess: (session) => {
      signedIn(session)
      void navigate(paths.home, { replace: true })
    },
  })
  const { data: user } = claiming
  const error = claiming.error ?? entering.error
  const minor = minorOf(paid.amount)
  const amount = money(minor, currencyOf(paid))
  return (
    <div className={classes.ready}>
      <div className={classes.head}>
        <span className={classes.mark}>
          <IconCircleCheck size={40} stroke={1.5} aria-hidden />
        </span>
        <div>
          <h1>{t('account_ready_title')}</h1>
          <p>
            {minor > 0 ? t('account_paid', { amount, email: paid.email }) : t('account_free', { email: paid.email })}{' '}
            <OutboxHint />
          </p>
        </div>
      </div>
      {error ? <FormErrorSummary text={refusalText(error, t) ?? ''} /> : null}
      {user ? (
        <>
          <Card>
            <div className={classes.words}>
              <h2>{t('account_login')}</h2>
              <p>{t('account_once')}</p>
            </div>
            <dl className={classes.rows}>
              <Row label={t('account_name_label')} text={user.username} copy={t('account_copy_name')} />
              <Row label={t('password')} text={user.password} copy={t('account_copy_password')} />
            </dl>
          </Card>
          <Button variant="filled" size="md" loading={entering.isPending} onClick={() => entering.mutate(user)}>
            {t('log_in')}
          </Button>
        </>
      ) : (
        <Button variant="filled" size="md" loading={claiming.isPending} onClick={() => claiming.mutate()}>
          {t('account_show_login')}
        </Button>
      )}
    </div>
  )
}

function Row({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <div className={classes.row}>
      <dt>{label}</dt>
      <dd dir="ltr">{text}</dd>
      <CopyButton size="xs" text={text} notices={{ done: 'account_text_copied', failed: 'account_not_copied' }}>
        {copy}
      </CopyButton>
    </div>
  )
}
