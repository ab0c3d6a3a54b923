import { byId } from '../../player/small/elements.ts'

/** The sheet in which a customer asks something, and chooses to be called or written to. */

export interface Question {
  question: string
  reply_by: 'call' | 'text'
  /** The number to call, if the shop does not know it. */
  contact?: string
}

/** Opens the sheet; `then` gets the question when the customer chooses how to be reached. */
export function openSheet(
  from: HTMLElement,
  texts: Record<string, string>,
  then: (question: Question, event: MouseEvent) => void,
): void {
  const sheet = byId('sheet', HTMLDialogElement)
  const question = byId('question', HTMLTextAreaElement)
  if (!sheet || !question) return
  const number = byId('number', HTMLInputElement)
  const missing = byId('number-trouble', HTMLElement)
  const over = new AbortController()
  const { signal } = over
  const close = () => {
    over.abort()
    sheet.close()
    from.focus()
  }
  for (const button of sheet.querySelectorAll<HTMLButtonElement>('[data-reply]'))
    button.addEventListener(
      'click',
      (event) => {
        if (!event.isTrusted) return
        const reply_by = button.dataset['reply'] as Question['reply_by']
        const contact = number?.value.trim() ?? ''
        if (number && missing && reply_by === 'call' && contact.replaceAll(/\D/g, '').length < 5) {
          missing.textContent = texts['decision_number_needed'] ?? ''
          missing.hidden = false
          number.setAttribute('aria-invalid', 'true')
          number.focus()
          return
        }
        const words = question.value.trim()
        question.value = ''
        close()
        then({ question: words, reply_by, ...(contact ? { contact } : {}) }, event)
      },
      { signal },
    )
  byId('sheet-close', HTMLButtonElement)?.addEventListener('click', close, { signal })
  sheet.addEventListener('cancel', () => over.abort(), { signal })
  sheet.addEventListener('submit', (event) => event.preventDefault(), { signal })
  // The film pauses while a dialog is over it.
  for (const film of document.querySelectorAll('video')) film.pause()
  sheet.showModal()
}
