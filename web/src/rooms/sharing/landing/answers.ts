import type { CustomerData } from '@cutaway/contract/customer-page.ts'
import { post, postLast } from './calls.ts'
import { byId, uuid } from './elements.ts'

/** Handles approval, call requests and their withdrawal, and the shop's own button. */

type Given = 'approve' | 'call' | 'withdraw'

interface Reply {
  answered: { answer: string; at: string } | null
}

export function startAnswers({ token, texts, time }: CustomerData): void {
  const { body } = document
  body.dataset['ready'] = ''
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-answers]')]
  const troubles = [byId('trouble', HTMLElement), byId('trouble-done', HTMLElement)]
  const news = byId('news', HTMLElement)
  /** Retries of one press use the same idempotency key. */
  let trying: { answer: Given; key: string } | null = null

  const trouble = (text: string) => {
    for (const place of troubles) {
      if (!place) continue
      place.textContent = text
      place.hidden = text === ''
    }
  }

  async function give(button: HTMLButtonElement, answer: Given) {
    if (buttons.some((b) => b.getAttribute('aria-busy') === 'true')) return
    trying = trying?.answer === answer ? trying : { answer, key: uuid() }
    button.setAttribute('aria-busy', 'true')
    trouble('')
    const reply = await post<Reply>('answerLink', { randomNumber: token, answer, request_key: trying.key })
    button.removeAttribute('aria-busy')
    if (reply?.status !== 1) {
      trouble(texts[reply?.message ?? ''] ?? texts['link_page_failed'] ?? '')
      return
    }
    trying = null
    show(reply.data?.answered ?? null)
  }

  function show(answered: Reply['answered']) {
    body.dataset['answer'] = answered?.answer ?? ''
    body.dataset['view'] = 'answer'
    const when = byId('when', HTMLElement)
    if (when && answered) when.textContent = written(answered.at, time)
    if (news) news.textContent = answered ? '' : (texts['link_page_taken_back'] ?? '')
    for (const film of document.querySelectorAll('video')) film.pause()
    scrollTo(0, 0)
    const place = answered
      ? document.querySelector<HTMLElement>(`.done h1.when-${answered.answer}`)
      : document.querySelector<HTMLElement>('[data-answers="approve"]')
    place?.focus({ preventScroll: answered !== null })
  }

  for (const button of buttons)
    button.addEventListener('click', () => void give(button, button.dataset['answers'] as Given))
  byId('again', HTMLElement)?.addEventListener('click', (event) => {
    event.preventDefault()
    body.dataset['view'] = 'film'
    scrollTo(0, 0)
    const start = byId('start', HTMLElement)
    ;(start && !start.hidden ? start : byId('play', HTMLElement))?.focus()
  })
  byId('action', HTMLElement)?.addEventListener('click', () => {
    postLast('answerLink', { randomNumber: token, answer: 'action', request_key: uuid() })
  })
}

/** Formats a time as the server does: in the customer's language and the shop's time zone. */
const written = (iso: string, { tag, zone }: CustomerData['time']) =>
  new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(new Date(iso))
