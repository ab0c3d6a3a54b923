import { type RefObject, useRef } from 'react'
import { CallFailed } from '../../core/api.ts'
import type { CaptchaHandle } from './Captcha.tsx'

/** The captcha of a form: hand `captcha` to the component as its ref. */
export function useCaptcha(): {
  captcha: RefObject<CaptchaHandle | null>
  /** Returns the proof for one call. Throws captcha_not_solved when there is none. */
  prove: () => Promise<string>
  /** A proof is used up by its call, whatever the server returned. */
  reset: () => void
} {
  const captcha = useRef<CaptchaHandle>(null)
  return {
    captcha,
    prove: async () => {
      const proof = (await (await loaded(captcha))?.solve()) ?? null
      if (proof === null) throw new CallFailed('captcha_not_solved', 200)
      return proof
    },
    reset: () => captcha.current?.reset(),
  }
}

const loadLimit = 15_000

/** Waits for the captcha script, which may load after a quick visitor sends. Returns null if it does not load. */
async function loaded(captcha: RefObject<CaptchaHandle | null>): Promise<CaptchaHandle | null> {
  const until = performance.now() + loadLimit
  while (!captcha.current && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 100))
  return captcha.current
}
