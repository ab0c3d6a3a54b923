import { getCaptcha } from '@cutaway/contract/rooms/sites/contact.ts'
import type { AltchaWidgetElement } from 'altcha'
import 'altcha/altcha.css'
import 'altcha/external'
import 'altcha/types/react'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import ShaWorker from 'altcha/workers/sha?worker'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { call } from '../../core/api.ts'
import { useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import classes from './Captcha.module.css'
import { FieldError } from './FieldError.tsx'

for (const bits of [256, 384, 512]) {
  $altcha.algorithms.set(`SHA-${bits}`, () => new ShaWorker())
  $altcha.algorithms.set(`PBKDF2/SHA-${bits}`, () => new Pbkdf2Worker())
}

$altcha.defaults.set({
  // The widget expects a plain challenge; the server returns it in the envelope.
  fetch: async () => Response.json((await call(getCaptcha)).challenge),
  hideFooter: true,
  hideLogo: true,
  humanInteractionSignature: false,
  minDuration: 300,
})

export interface CaptchaHandle {
  /** Returns the proof for the server, computing it now if the box is not ticked. Null if it fails. */
  solve: () => Promise<string | null>
  /** Resets the widget, because a proof is valid for one call only. */
  reset: () => void
}

/** Renders "I am not a robot": a proof of work, computed in the background when the visitor starts to type. */
export default function Captcha({ ref }: { ref: Ref<CaptchaHandle> }) {
  const t = useTexts()
  const { language_code } = useLanguage()
  const widget = useRef<AltchaWidgetElement>(null)
  const payload = useRef<string | null>(null)
  const isVerifying = useRef(false)
  const [failed, setFailed] = useState(false)

  const language = language_code.toLowerCase()
  useEffect(() => {
    $altcha.i18n.set(language, {
      ...$altcha.i18n.get('en'),
      label: t('captcha_label'),
      verifying: t('captcha_verifying'),
      verified: t('captcha_verified'),
      waitAlert: t('captcha_verifying'),
    })
  }, [language, t])

  useEffect(() => {
    const element = widget.current
    const onChange = (event: Event) => {
      const { state, payload: proof } = (event as CustomEvent<{ state: string; payload: string | null }>).detail
      payload.current = state === 'verified' ? proof : null
      isVerifying.current = state === 'verifying'
      if (state === 'verified') setFailed(false)
    }
    element?.addEventListener('statechange', onChange)
    return () => element?.removeEventListener('statechange', onChange)
  }, [])

  useImperativeHandle(ref, () => ({
    solve: async () => {
      // The widget starts by itself when the form gets the focus. A second start at the same time would end both.
      await until(() => !isVerifying.current)
      const proof = payload.current ?? (await widget.current?.verify())?.payload ?? null
      // A background failure is not shown: this call tries again.
      setFailed(proof === null)
      return proof
    },
    reset: () => {
      setFailed(false)
      widget.current?.reset()
    },
  }))

  return (
    <div className={classes.captcha}>
      <altcha-widget ref={widget} name="captcha" challenge="/captcha" auto="onfocus" language={language} />
      {failed ? (
        <span className={classes.error} role="alert">
          <FieldError>{t('captcha_failed')}</FieldError>
        </span>
      ) : null}
    </div>
  )
}

/** Waits until a condition holds, at most as long as the slowest device needs for a proof. */
async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 30_000
  while (!holds() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50))
}
