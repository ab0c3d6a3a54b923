import { sendContact } from '@cutaway/contract/rooms/sites/contact.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useCaptcha } from '../useCaptcha.ts'

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
  const { captcha, prove, reset } = useCaptcha()
  const sending = useMutation({
    mutationFn: async (message: ContactMessage) => {
      const proof = await prove()
      const filled = Object.entries(message).filter(([, value]) => value !== '')
      return call(sendContact, {
        body: { ...(Object.fromEntries(filled) as unknown as ContactMessage), captcha: proof },
      })
    },
    onError: reset,
  })
  return { captcha, ...sending }
}
