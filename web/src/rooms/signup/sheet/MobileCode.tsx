import { applyMobileOtp, checkMobileNumber } from '@cutaway/contract/rooms/signup/plans.ts'
import { useMutation } from '@tanstack/react-query'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { call, CallFailed } from '../../../core/api.ts'
import { duration } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useOneAtATime } from '../../../ui/form/useOneAtATime.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { CodeField } from '../form/CodeField.tsx'
import { useSeconds } from '../form/useSeconds.ts'
import classes from './Sheet.module.css'

export interface MobileProof {
  mobile_otp: string
  cybersource_otp_id: string
  cybersource_mobile: string
}
export interface MobileCodeHandle {
  /** Returns the code; undefined where it is missing, which is shown. */
  read: () => MobileProof | undefined
  /** Empties the code; `isUsed` if a payment has used it up. */
  clear: (isUsed: boolean) => void
}

/** Codes that were sent in this visit, so that a reload or a step back does not send another one. */
const sentKey = 'signup_code'
interface Sent {
  userId: number
  mobile: string
  codeId: string
  /** Until which another code cannot be sent; milliseconds of Date.now(). */
  until: number
  /** A payment has used it up. */
  isUsed: boolean
}
function storeSent(sent: Sent): void {
  try {
    sessionStorage.setItem(sentKey, JSON.stringify(sent))
  } catch {
    // The code is known as long as the page is open.
  }
}
function readSent(userId: number): Sent | null {
  try {
    const sent = JSON.parse(sessionStorage.getItem(sentKey) ?? 'null') as Sent | null
    return sent?.userId === userId ? sent : null
  } catch {
    return null
  }
}

/** The code of a text message: it is sent when the step opens, to the number of the first step or another one. */
export function MobileCode({
  ref,
  userId,
  phone,
  error,
}: {
  ref: Ref<MobileCodeHandle>
  userId: number
  /** Of the first step. */
  phone: string
  /** The message key of the server's refusal of a code. */
  error: string | null
}) {
  const t = useTexts()
  const [sent, setSent] = useState(() => readSent(userId))
  const [mobile, setMobile] = useState(sent?.mobile ?? phone)
  const [other, setOther] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const [usedId, setUsedId] = useState(sent?.isUsed ? sent.codeId : null)
  const [wrong, setWrong] = useState<string | null>(sent?.isUsed ? 'signup_code_used' : null)
  const again = useSeconds()
  const field = useRef<HTMLInputElement>(null)
  const { start } = again
  const sendTo = useOneAtATime(async (to: string) => {
    // A new number has to be another one.
    if (other !== null && mobile === phone) await call(checkMobileNumber, { params: { mobile: to } })
    return call(applyMobileOtp, { body: { user_id: userId, cybersource_mobile: to } })
  })
  const sending = useMutation({
    mutationFn: (to: string) => sendTo(to),
    onSuccess: ({ seconds, cybersource_otp_id }, to) => {
      const until = Date.now() + seconds * 1000
      const now: Sent = { userId, mobile: to, codeId: cybersource_otp_id, until, isUsed: false }
      storeSent(now)
      setSent(now)
      setMobile(to)
      setOther(null)
      setCode('')
      setWrong(null)
      start(seconds)
      field.current?.focus()
    },
  })
  const { mutate, isIdle } = sending
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current || !isIdle) return
    hasBegun.current = true
    const known = readSent(userId)
    if (known) start(Math.max(0, Math.ceil((known.until - Date.now()) / 1000)))
    else mutate(phone.trim())
  }, [isIdle, mutate, phone, start, userId])

  useImperativeHandle(ref, () => ({
    read: () => {
      if (sent && sent.codeId === usedId) {
        setWrong('signup_code_used')
        document.getElementById('code')?.focus()
        return undefined
      }
      if (!sent || code.length < 6) {
        setWrong(sent ? 'enter_six_digits' : 'signup_code_first')
        document.getElementById(sent && other === null ? 'code' : 'mobile')?.focus()
        return undefined
      }
      setWrong(null)
      // A page that is left while the bank asks knows it.
      storeSent({ ...sent, isUsed: true })
      return { mobile_otp: code, cybersource_otp_id: sent.codeId, cybersource_mobile: sent.mobile }
    },
    clear: (isUsed) => {
      setCode('')
      if (sent) storeSent({ ...sent, isUsed })
      if (isUsed) {
        setUsedId(sent?.codeId ?? null)
        setWrong('signup_code_used')
      }
    },
  }))

  const refused = sending.error ? refusalText(sending.error, t) : undefined
  const isWaiting = sending.error instanceof CallFailed && sending.error.key === 'code_wait'
  // The server's refusal belongs to the code that was sent to it, which is emptied.
  const codeError = wrong ?? (error !== null && code === '' ? error : null)
  const isEditing = other !== null || !sent
  return (
    <section className={classes.part}>
      <h3>{t('signup_mobile_title')}</h3>
      {isEditing ? (
        <div className={classes.mobile}>
          <TextInput
            size="md"
            id="mobile"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            dir="ltr"
            label={t('mobile_phone')}
            error={refused ?? (wrong === 'signup_code_first' ? t(wrong) : undefined)}
            value={other ?? mobile}
            onChange={({ currentTarget }) => setOther(currentTarget.value)}
          />
          <Button
            size="md"
            disabled={again.left > 0}
            loading={sending.isPending}
            onClick={() => sending.mutate((other ?? mobile).trim())}
          >
            {again.left > 0 ? t('code_again_in', { time: duration(again.left) }) : t('send_code')}
          </Button>
        </div>
      ) : (
        <>
          <CodeField
            ref={field}
            id="code"
            label={t('one_time_code')}
            description={<AddressText text={t('code_sent_to', { address: '\u0000' })} address={mobile} />}
            error={codeError === null ? undefined : t(codeError)}
            value={code}
            onChange={(typed) => {
              setCode(typed)
              setWrong(null)
            }}
          />
          <div className={classes.row}>
            {again.left > 0 ? (
              <span>{t('code_again_in', { time: duration(again.left) })}</span>
            ) : (
              <Button
                variant="subtle"
                size="xs"
                className={classes.add}
                loading={sending.isPending}
                onClick={() => sending.mutate(mobile)}
              >
                {t('code_again')}
              </Button>
            )}
            <Button
              variant="subtle"
              size="xs"
              className={classes.add}
              onClick={() => {
                sending.reset()
                setOther('')
              }}
            >
              {t('change_number')}
            </Button>
            {refused !== undefined && !isWaiting ? <span role="alert">{refused}</span> : null}
          </div>
        </>
      )}
    </section>
  )
}

/** A sentence with a phone number in it, which runs left to right in every language. */
function AddressText({ text, address }: { text: string; address: string }) {
  const [before, after] = text.split('\u0000')
  return (
    <>
      {before}
      <strong>
        <bdi dir="ltr">{address}</bdi>
      </strong>
      {after}
    </>
  )
}
