import type {
  CardAction,
  CardField,
  CardFrameData,
  FromCardFrame,
  ToCardFrame,
} from '@cutaway/contract/rooms/billing/card-frame.ts'
import { showFields, type ProviderFields } from './provider-fields.ts'

/** The script of the card frame: it loads the provider's fields and speaks with the page around it, on our own origin only. */

/** Milliseconds after which a script that has not loaded counts as blocked. */
const patience = 9000

const element = document.getElementById('card-data')
if (element) start(JSON.parse(element.textContent) as CardFrameData)

type Message = FromCardFrame extends infer One ? (One extends FromCardFrame ? Omit<One, 'from'> : never) : never

function start(data: CardFrameData): void {
  const { origin } = window.location
  const tell = (message: Message) => window.parent.postMessage({ from: 'card-frame', ...message }, origin)
  const byId = (id: string) => document.getElementById(id)
  const name = byId('card-name') as HTMLInputElement
  const expiry = byId('card-expiry') as HTMLElement
  let fields: ProviderFields | undefined
  let isBusy = false

  const block = () => {
    if (fields) return
    byId('fields')!.hidden = true
    const notice = byId('notice')!
    notice.hidden = false
    notice.textContent = data.texts['card_frame_blocked'] ?? ''
    tell({ kind: 'blocked' })
  }
  const script = document.createElement('script')
  script.src = data.script.url
  if (data.script.integrity) {
    script.integrity = data.script.integrity
    script.crossOrigin = 'anonymous'
  }
  const late = setTimeout(block, patience)
  script.addEventListener('error', block)
  script.addEventListener('load', () => {
    clearTimeout(late)
    fields = showFields(data, {
      focus: (field, isIn) => hostOf(field)?.classList.toggle('has-focus', isIn),
      enter: () => tell({ kind: 'enter' }),
    })
    if (!fields) return block()
    tell({ kind: 'ready' })
  })
  document.head.append(script)

  for (const input of document.querySelectorAll('input'))
    input.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') tell({ kind: 'enter' })
    })
  if (expiry instanceof HTMLInputElement)
    expiry.addEventListener('input', () => {
      const digits = expiry.value.replaceAll(/\D/g, '')
      if (digits.length > 2 && !expiry.value.includes('/')) expiry.value = `${digits.slice(0, 2)}/${digits.slice(2)}`
    })

  function hostOf(field: CardField) {
    return document.querySelector(`[data-field="${field}"]`)
  }
  const problems: Record<CardField, string> = {
    number: 'card_frame_number_wrong',
    name: 'card_frame_name_missing',
    expiry: 'card_frame_expiry_wrong',
    code: 'card_frame_code_wrong',
  }
  const order: CardField[] = ['number', 'expiry', 'code', 'name']

  /** Marks the fields that are wrong, and none other. The first gets the focus. */
  function mark(wrong: readonly CardField[]) {
    for (const field of order) {
      const isWrong = wrong.includes(field)
      hostOf(field)?.classList.toggle('is-wrong', isWrong)
      byId(`card-${field}-error`)!.textContent = isWrong ? (data.texts[problems[field]] ?? '') : ''
      const own = byId(`card-${field}`)
      if (own instanceof HTMLInputElement) own.setAttribute('aria-invalid', String(isWrong))
    }
    const first = order.find((field) => wrong.includes(field))
    if (!first) return
    const own = byId(`card-${first}`)
    if (own instanceof HTMLInputElement) own.focus()
    else fields?.focus(first)
    tell({ kind: 'incomplete', field: first })
  }

  async function submit() {
    if (!fields || isBusy) return
    isBusy = true
    const ends = expiry instanceof HTMLInputElement ? expiryIn(expiry.value) : { month: '', year: '' }
    const missing: CardField[] = [
      ...(name.value.trim() === '' ? (['name'] as const) : []),
      ...(ends ? [] : (['expiry'] as const)),
    ]
    // The provider's fields are asked too, so that all mistakes are shown at once.
    const saved = await fields.save(ends ?? { month: '01', year: String(new Date().getFullYear() + 1) })
    isBusy = false
    const wrong = [...missing, ...('wrong' in saved ? saved.wrong : [])]
    if (wrong.length > 0) return mark(wrong)
    if (!('token' in saved)) {
      fields = undefined
      return block()
    }
    mark([])
    const shown = ends && ends.month !== '' ? `${ends.month}/${ends.year.slice(-2)}` : null
    tell({
      kind: 'token',
      payment_token: saved.token,
      brand: saved.brand,
      last4: saved.last4,
      expiry: shown,
      name_on_card: name.value.trim(),
    })
  }

  /** Shows a page of the bank, which was asked for by a form. */
  function show({ url, post, isHidden }: CardAction) {
    const frame = document.createElement('iframe')
    frame.name = `bank-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
    frame.title = data.texts['card_frame_bank'] ?? ''
    frame.className = isHidden ? 'is-hidden' : ''
    byId('bank')!.replaceChildren(frame)
    byId('fields')!.hidden = !isHidden
    const done = () => {
      stop.abort()
      byId('bank')!.replaceChildren()
      byId('fields')!.hidden = false
      tell({ kind: 'action', state: 'done' })
    }
    const stop = new AbortController()
    window.addEventListener(
      'message',
      ({ data: said, origin: from, source }) => {
        if (source !== frame.contentWindow) return
        const isBack = from === origin && (said as { from?: string } | null)?.from === 'card-return'
        // The page that inspects the device reports its end as JSON.
        const isLooked = isHidden && from === new URL(url).origin && String(said).includes('profile.completed')
        if (isBack || isLooked) done()
      },
      { signal: stop.signal },
    )
    // Without that inspection the bank still decides, but asks for a challenge more often.
    if (isHidden) setTimeout(() => stop.signal.aborted || done(), patience)
    if (Object.keys(post).length === 0) {
      frame.src = url
      return
    }
    const form = document.createElement('form')
    form.method = 'post'
    form.action = url
    form.target = frame.name
    for (const [key, value] of Object.entries(post)) {
      const input = document.createElement('input')
      input.type = 'hidden'
      input.name = key
      input.value = value
      form.append(input)
    }
    document.body.append(form)
    form.submit()
    form.remove()
  }

  window.addEventListener('message', ({ data: said, origin: from, source }) => {
    const message = said as ToCardFrame | null
    if (from !== origin || source !== window.parent || message?.to !== 'card-frame') return
    if (message.act === 'submit') void submit()
    if (message.act === 'action') show(message.action)
    if (message.act === 'clear-code') fields?.clearCode()
  })
  new ResizeObserver(() => tell({ kind: 'height', height: Math.ceil(document.documentElement.scrollHeight) })).observe(
    document.body,
  )
}

/** Reads 'MM/YY' or 'MM/YYYY' from this month to twenty years on. */
function expiryIn(text: string): { month: string; year: string } | undefined {
  const [, month = '', years = ''] = /^\s*(0?[1-9]|1[0-2])\s*\/?\s*(\d{4}|\d{2})\s*$/.exec(text) ?? []
  if (month === '') return undefined
  const year = Number(years.length === 2 ? `20${years}` : years)
  const now = new Date()
  const isPast = year < now.getFullYear() || (year === now.getFullYear() && Number(month) < now.getMonth() + 1)
  return isPast || year > now.getFullYear() + 20 ? undefined : { month: month.padStart(2, '0'), year: String(year) }
}
