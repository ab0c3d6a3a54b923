import type { AskData } from '@cutaway/contract/pages/customer-page.ts'
import { post } from './calls.ts'
import { byId } from '../../player/small/elements.ts'

/** Handles the form that requests a new link from the shop. */
export function startForm({ token, texts }: AskData): void {
  const form = byId('ask', HTMLFormElement)
  const contact = byId('contact', HTMLInputElement)
  const message = byId('message', HTMLTextAreaElement)
  const missing = byId('contact-trouble', HTMLElement)
  const trouble = byId('trouble', HTMLElement)
  const asked = byId('asked', HTMLElement)
  if (!form || !contact || !message || !missing || !trouble || !asked) return
  form.hidden = false

  const say = (place: HTMLElement, text: string) => {
    place.textContent = text
    place.hidden = text === ''
  }
  let busy = false
  async function send(to: string) {
    busy = true
    const reply = await post('askShop', { randomNumber: token, contact: to, message: message!.value.trim() })
    busy = false
    if (reply?.status !== 1) return say(trouble!, texts[reply?.message ?? ''] ?? texts['link_page_failed'] ?? '')
    form!.hidden = true
    const words = asked!.querySelector('p')
    // The server marks the position of the contact.
    if (words) words.textContent = words.textContent.replace('\u2063', to)
    asked!.hidden = false
    asked!.focus()
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const to = contact.value.trim()
    const isGood = to.length >= 3
    contact.setAttribute('aria-invalid', String(!isGood))
    say(missing, isGood ? '' : (texts['link_page_contact_needed'] ?? ''))
    say(trouble, '')
    if (!isGood) contact.focus()
    else if (!busy) void send(to)
  })
}
