import { logout } from '@cutaway/contract/rooms/sessions.ts'
import {
  handleIAccept,
  handleTermsAndConditionsForupgradedMembers,
  handleUpgradeMessageSeen,
  type UpgradeState,
} from '@cutaway/contract/rooms/signup/upgrade.ts'
import { getTermsAndCondition } from '@cutaway/contract/rooms/sites/sites.ts'
import { IconCalendarRepeat, IconCircleCheck, IconFileText, IconLock } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, send } from '../../../core/api.ts'
import { isOnTrial } from '../../../core/guard.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { queries } from '../../../core/query.ts'
import { signedOut, useSignedIn, useSite } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { useOneAtATime } from '../../../ui/form/useOneAtATime.ts'
import { Prose } from '../../../ui/layout/Prose.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { DetailsStep } from './DetailsStep.tsx'
import { PayStep } from './PayStep.tsx'
import { PlanStep } from './PlanStep.tsx'
import classes from './Upgrade.module.css'
import { upgradeKey } from './upgrade-key.ts'

/** The steps that a person takes, in their order. */
const steps = ['details', 'terms', 'plan', 'confirm'] as const

export interface StepProps {
  state: UpgradeState
  /** Takes over what the server says after a step. */
  onState: (state: UpgradeState) => void
  /** Shows the step before; undefined in the first one. */
  onBack: (() => void) | undefined
  onClose: () => void
  title: string
  /** 'Step 2 of 4'. */
  count: string
}

/** The way to a paid account, one dialog for each step. */
export default function UpgradeDialog({ state, onClose }: { state: UpgradeState; onClose: () => void }) {
  const t = useTexts()
  // A step before the server's, which the person looks at again.
  const [back, setBack] = useState<UpgradeState['step'] | null>(null)
  const onState = (next: UpgradeState) => {
    setBack(null)
    queries.setQueryData<UpgradeState>(upgradeKey, next)
  }
  const shown = back ?? state.step
  const at = (steps as readonly string[]).indexOf(shown)
  const props: StepProps = {
    state,
    onState,
    onClose,
    onBack: at > 0 ? () => setBack(steps[at - 1]!) : undefined,
    title: t(`upgrade_${shown}_title`),
    count: t('upgrade_step', { step: at + 1, steps: steps.length }),
  }
  switch (shown) {
    case 'details':
      return <DetailsStep {...props} />
    case 'terms':
      return <TermsStep {...props} />
    case 'plan':
      return <PlanStep {...props} />
    case 'confirm':
      return <PayStep {...props} />
    case 'paying':
      return (
        <Dialog title={props.title} onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
          <p className={classes.text} role="status">
            {t('payment_being_checked')}
          </p>
        </Dialog>
      )
    case 'done':
      return <DoneStep title={props.title} />
    case 'message':
    case 'none':
      return <MessageStep {...props} />
  }
}

/** What the paid account is, with the way out. */
function MessageStep({ state, onState, onClose, title }: StepProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const { mutate: markSeen } = useMutation({
    mutationFn: () => call(handleUpgradeMessageSeen),
    // The page must not open it again; the dialog itself stays as it is.
    onSuccess: (next) => queries.setQueryData<UpgradeState>(upgradeKey, next),
  })
  useEffect(() => {
    if (!state.seen) markSeen()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, [])
  const answerOnce = useOneAtATime((accept: 0 | 1) => call(handleIAccept, { body: { accept } }))
  const answer = useMutation({
    mutationFn: (accept: 0 | 1) => answerOnce(accept),
    onSuccess: async ({ state: next, leads_to }, accept) => {
      if (accept === 1) return onState(next)
      if (leads_to) return location.assign(leads_to)
      onClose()
      await send(logout).catch(() => undefined)
      signedOut()
      return navigate(paths.publicHome)
    },
  })
  const points = [
    { Icon: IconFileText, text: t(state.is_new_business ? 'upgrade_point_account' : 'upgrade_point_data') },
    { Icon: IconCalendarRepeat, text: t('upgrade_point_renews') },
    { Icon: IconLock, text: t('upgrade_point_paid') },
  ]
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <FooterNote>{t('upgrade_message_note')}</FooterNote>
          <Button disabled={answer.isPending} onClick={() => answer.mutate(0)}>
            {t('upgrade_decline')}
          </Button>
          <Button variant="filled" loading={answer.isPending} onClick={() => answer.mutate(1)}>
            {t('upgrade_accept')}
          </Button>
        </>
      }
    >
      <div className={classes.step}>
        {answer.error ? <FormErrorSummary text={refusalText(answer.error, t) ?? ''} /> : null}
        <p className={classes.text}>{t('upgrade_message_text')}</p>
        <ul className={classes.points}>
          {points.map(({ Icon, text }) => (
            <li key={text}>
              <Icon size={20} stroke={1.75} aria-hidden />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function TermsStep({ onState, onBack, onClose, title, count }: StepProps) {
  const t = useTexts()
  const { web_site_id } = useSite()
  const { language_id } = useLanguage()
  const text = useQuery({
    queryKey: ['legal', 'terms', web_site_id, language_id],
    queryFn: ({ signal }) =>
      call(getTermsAndCondition, {
        params: { web_site: web_site_id, lang: String(language_id), key: 'terms_and_condition' },
        signal,
      }),
    staleTime: Infinity,
  })
  const accept = useMutation({
    mutationFn: useOneAtATime(() => call(handleTermsAndConditionsForupgradedMembers, { body: { iaccept: true } })),
    onSuccess: onState,
  })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <FooterNote>{count}</FooterNote>
          <Button onClick={onBack}>{t('back')}</Button>
          <Button variant="filled" loading={accept.isPending} disabled={!text.data} onClick={() => accept.mutate()}>
            {t('upgrade_accept_terms')}
          </Button>
        </>
      }
    >
      {accept.error ? <FormErrorSummary text={refusalText(accept.error, t) ?? ''} /> : null}
      <QueryState query={text} failed={t('text_not_loaded')} waiting={<SkeletonText lines={8} />}>
        {({ html }) => <Prose html={html} />}
      </QueryState>
    </Dialog>
  )
}

/** The account is paid: the page is loaded again with its rights. */
function DoneStep({ title }: { title: string }) {
  const t = useTexts()
  // The session of this page is still that of the trial, whose user name is no longer one.
  const session = useSignedIn()
  const reload = () => location.reload()
  return (
    <Dialog
      title={title}
      onClose={reload}
      footer={
        <Button variant="filled" onClick={reload}>
          {t('upgrade_done_button')}
        </Button>
      }
    >
      <div className={classes.done} role="status">
        <IconCircleCheck size={40} stroke={1.5} aria-hidden />
        <p>{t('upgrade_success')}</p>
        <p className={classes.text}>{t('upgrade_done_text')}</p>
        {isOnTrial(session) ? <p className={classes.text}>{t('upgrade_done_login')}</p> : null}
      </div>
    </Dialog>
  )
}
