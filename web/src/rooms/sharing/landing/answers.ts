import type { AnswerRow, CustomerData } from '@cutaway/contract/pages/customer-page.ts'
import { post, postLast } from './calls.ts'
import { byId, filled, uuid } from '../../player/small/elements.ts'
import { openSheet, type Question } from './sheet.ts'

/**
 * Handles the customer's decision. Row answers are marked first and sent together, as one request; the server renders
 * the receipt. Also handles withdrawal and the shop's own button.
 */

type Mark = Pick<AnswerRow, 'answer' | 'question' | 'reply_by'>
type All = 'approve' | 'not_now' | 'ask' | 'withdraw'
type Gesture = 'pointer' | 'key'

interface Proof {
  view_key: string
  /** Resolves when the server knows that this browser has decoded a frame. */
  prove: () => Promise<boolean>
}

export interface Answers {
  /** The customer's answer in words; empty before there is one. */
  inWords: () => string
}

export function startAnswers(data: CustomerData, { view_key, prove }: Proof): Answers {
  const { body } = document
  const { token, texts, proof } = data
  const say = (key: string, values: Record<string, string> = {}) => filled(texts[key] ?? key, values)
  const money = moneyIn(data)
  const place = byId('trouble', HTMLElement)
  const send = byId('send', HTMLButtonElement)
  const isMany = document.querySelector('[data-many]') !== null
  const marks = new Map<string, Mark>(
    data.rows.filter(({ answer }) => answer !== null).map((row) => [row.part_id, row]),
  )
  for (const [part, mark] of keptMarks(token)) if (data.rows.some((row) => row.part_id === part)) marks.set(part, mark)
  body.dataset['ready'] = ''

  /** Retries of the same answer use the same idempotency key. */
  let trying: { what: string; key: string } | null = null
  let isBusy = false

  const trouble = (text: string) => {
    if (!place) return
    place.textContent = text
    place.hidden = text === ''
  }

  async function give(button: HTMLElement, gesture: Gesture, answer: object, back: 'answered' | 'taken_back') {
    if (isBusy) return
    isBusy = true
    const what = JSON.stringify(answer)
    trying = trying?.what === what ? trying : { what, key: uuid() }
    button.setAttribute('aria-busy', 'true')
    trouble('')
    await prove()
    const request = { randomNumber: token, request_key: trying.key, view_key, proof, gesture, ...answer }
    const reply = await post<object>('answerLink', request)
    isBusy = false
    button.removeAttribute('aria-busy')
    if (reply?.status !== 1) return trouble(texts[reply?.message ?? ''] ?? say('link_page_failed'))
    forgetMarks(token)
    openWith(back)
  }

  function setMark(part: string, to: Mark | null) {
    if (to) marks.set(part, to)
    else marks.delete(part)
    keepMarks(token, marks)
    draw()
  }

  function draw() {
    for (const row of document.querySelectorAll<HTMLElement>('.finding')) {
      const now = marks.get(row.dataset['part'] ?? '')
      for (const button of row.querySelectorAll<HTMLElement>('[data-mark]'))
        button.setAttribute('aria-pressed', String(button.dataset['mark'] === now?.answer))
      const asked = row.querySelector<HTMLElement>('.you-asked')
      const words = asked?.querySelector('bdi')
      if (words) words.textContent = now?.question ?? ''
      if (asked) asked.hidden = !now?.question
    }
    if (!isMany || !send) return
    const isMarked = marks.size > 0
    const left = data.rows.length - marks.size
    send.dataset['all'] = isMarked ? '' : 'approve'
    send.dataset['words'] ??= send.querySelector('span')?.textContent ?? ''
    const label = send.querySelector('span')
    if (label) label.textContent = isMarked ? say('decision_send') : send.dataset['words']
    send.querySelector('.icon')?.toggleAttribute('hidden', isMarked)
    drawSum(isMarked)
    const rest = byId('open-rows', HTMLElement)
    if (!rest) return
    rest.hidden = !isMarked || left === 0
    rest.textContent = filled(say('decision_open_rows'), { count: String(left) })
  }

  function drawSum(isMarked: boolean) {
    const [label, sum, soFar] = [
      byId('sum-label', HTMLElement),
      byId('sum', HTMLElement),
      byId('approved-so-far', HTMLElement),
    ]
    if (!label || !sum) return
    label.dataset['words'] ??= label.textContent ?? ''
    sum.dataset['words'] ??= sum.textContent ?? ''
    const approved = money(approvedSum())
    label.textContent = isMarked ? say('decision_approved_sum') : label.dataset['words']
    sum.textContent = isMarked ? approved : sum.dataset['words']
    const value = soFar?.querySelector('strong')
    if (!soFar || !value) return
    soFar.hidden = !isMarked
    value.textContent = approved
  }

  const approvedSum = () =>
    data.rows.reduce(
      (total, { part_id, price }) => total + (marks.get(part_id)?.answer === 'approve' ? (price ?? 0) : 0),
      0,
    )

  const asked = (button: HTMLElement, then: (question: Question, gesture: Gesture) => void) =>
    openSheet(button, texts, (question, event) => then(question, gestureOf(event)))

  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-mark]'))
    button.addEventListener('click', () => {
      const part = button.closest<HTMLElement>('.finding')?.dataset['part'] ?? ''
      const answer = button.dataset['mark'] as 'approve' | 'not_now' | 'ask'
      const stored = data.rows.find((row) => row.part_id === part)
      if (answer === 'ask')
        return asked(button, ({ question, reply_by, contact }) => {
          number = contact || number
          setMark(part, { answer, question, reply_by })
        })
      const isOff = marks.get(part)?.answer === answer && stored?.answer === null
      setMark(part, isOff ? null : { answer, question: '', reply_by: null })
    })

  /** The number that the customer entered with a question. */
  let number = ''
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-all]'))
    button.addEventListener('click', (event) => {
      if (!event.isTrusted) return
      const gesture = gestureOf(event)
      const all = button.dataset['all'] as All | ''
      if (all === 'ask')
        return asked(button, (question, from) => void give(button, from, { answer: 'ask', ...question }, 'answered'))
      if (all !== '') return void give(button, gesture, { answer: all }, 'answered')
      const rows = [...marks].map(([part_id, { answer, question, reply_by }]) => ({
        part_id,
        answer,
        ...(question ? { question } : {}),
        ...(reply_by ? { reply_by } : {}),
      }))
      void give(button, gesture, { rows, ...(number ? { contact: number } : {}) }, 'answered')
    })

  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-answers="withdraw"]'))
    button.addEventListener('click', (event) => {
      if (event.isTrusted) void give(button, gestureOf(event), { answer: 'withdraw' }, 'taken_back')
    })
  byId('action', HTMLElement)?.addEventListener('click', (event) => {
    if (!event.isTrusted) return
    const gesture = gestureOf(event)
    postLast('answerLink', { randomNumber: token, answer: 'action', request_key: uuid(), view_key, proof, gesture })
  })
  startReceipt(say('link_page_taken_back'))
  draw()
  return {
    inWords: () => {
      if (![...marks.values()].some(({ answer }) => answer === 'approve')) return ''
      const sum = approvedSum()
      return sum > 0 ? `${say('decision_approved_sum')} ${money(sum)}` : say('decision_approved_sum')
    },
  }
}

/** Opens the page with the stored answer, which the server renders. */
function openWith(back: 'answered' | 'taken_back') {
  const url = new URL(location.href)
  for (const name of ['view', 'film', 'answered', 'taken_back']) url.searchParams.delete(name)
  url.searchParams.set(back, '1')
  if (url.href === location.href) location.reload()
  else location.assign(url)
}

/** After an answer the receipt has the focus; after a withdrawal the page says so. */
function startReceipt(takenBack: string) {
  const query = new URLSearchParams(location.search)
  const print = byId('print', HTMLButtonElement)
  if (print) print.hidden = false
  print?.addEventListener('click', () => window.print())
  const news = byId('news', HTMLElement)
  if (query.has('answered')) document.querySelector<HTMLElement>('.receipt h1')?.focus()
  if (!query.has('taken_back')) return
  if (news) news.textContent = takenBack
  document.querySelector<HTMLElement>('#send')?.focus({ preventScroll: true })
}

/** A keyboard presses a button without pointing at it. */
const gestureOf = (event: MouseEvent): Gesture => (event.detail === 0 ? 'key' : 'pointer')

function moneyIn({ money: { tag, currency } }: CustomerData): (minor: number) => string {
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return (minor) => format.format(minor / 10 ** digits)
}

// Marks that are not sent yet survive the change to another film or language of the page.

const nameOf = (token: string) => `cutaway.marks.${token}`

function keptMarks(token: string): [string, Mark][] {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(token)) ?? '[]') as [string, Mark][]
  } catch {
    return []
  }
}

function keepMarks(token: string, marks: ReadonlyMap<string, Mark>) {
  try {
    sessionStorage.setItem(
      nameOf(token),
      JSON.stringify(
        [...marks].map(([part, { answer, question, reply_by }]) => [part, { answer, question, reply_by }]),
      ),
    )
  } catch {
    // The browser may refuse storage: then marks last as long as the page.
  }
}

function forgetMarks(token: string) {
  try {
    sessionStorage.removeItem(nameOf(token))
  } catch {
    // As above.
  }
}
