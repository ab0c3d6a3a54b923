import { sendContact } from '@cutaway/contract/rooms/sites/contact.ts'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { call, CallFailed } from '../../../core/api.ts'
import type { CaptchaHandle } from '../Captcha.tsx'

export interface ContactMessage {
  name: string
  email: string
  message: string
  country_code?: string
  state?: string
  city?: string
  zip?: string
  business_name?: string
}

/** Sends a message to the site, with the proof of the captcha whose `ref` it hands out. */
export function useSendContact() {
  const captcha = useRef<CaptchaHandle>(null)
  const sending = useMutation({
    mutationFn: async (message: ContactMessage) => {
      const proof = (await (await arrived(captcha))?.solve()) ?? null
      if (proof === null) throw new CallFailed('captcha_not_solved', 200)
      const filled = Object.entries(message).filter(([, value]) => value !== '')
      return call(sendContact, {
        body: { ...(Object.fromEntries(filled) as unknown as ContactMessage), captcha: proof },
      })
    },
    // The proof is spent, whatever the server said.
    onError: () => captcha.current?.reset(),
  })
  return { captcha, ...sending }
}

const arrivalLimit = 15_000

/** The captcha loads with the form, but a quick visitor may send before it has come. Null when it does not come at all. */
async function arrived(captcha: RefObject<CaptchaHandle | null>): Promise<CaptchaHandle | null> {
  const until = performance.now() + arrivalLimit
  while (!captcha.current && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 100))
  return captcha.current
}
