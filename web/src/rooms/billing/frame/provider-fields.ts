import type { CardField, CardFrameData } from '@cutaway/contract/rooms/billing/card-frame.ts'

/** The fields of the two providers behind one interface. Their scripts are typed as far as they are used. */

/**
 * Returns a colour of the frame's own style. An import of the tokens would make this script load the application, which
 * does not run here.
 */
const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()

export interface ProviderFields {
  focus(field: CardField): void
  clearCode(): void
  /** Sends the card to the provider. Returns its token, or the fields that are wrong. */
  save(card: {
    month: string
    year: string
  }): Promise<{ token: string; brand: string | null; last4: string | null } | { wrong: CardField[] } | { failed: true }>
}

export interface FieldEvents {
  focus(field: CardField, isIn: boolean): void
  enter(): void
}

interface FlexField {
  load(place: string): void
  focus(): void
  clear(): void
  on(event: string, handler: () => void): void
}
interface FlexForm {
  createField(kind: string, options: object): FlexField
  createToken(
    options: { expirationMonth: string; expirationYear: string },
    done: (error: { details?: { location: string }[] } | null, token?: string) => void,
  ): void
}
interface EwayEvent {
  targetField: string
  valueIsValid?: boolean
  valueIsSaved?: boolean
  secureFieldCode?: string
  errors?: string
}
declare global {
  interface Window {
    Flex?: new (context: string) => { microform(kind: string, options: object): FlexForm }
    eWAY?: {
      setupSecureField(config: object, callback: (event: EwayEvent) => void): void
      saveAllFields(done: () => void, timeout: number): void
    }
  }
}

/** Shows the fields. Returns undefined if the provider's script is not there. */
export function showFields(data: CardFrameData, events: FieldEvents): ProviderFields | undefined {
  return data.provider === 'cybersource' ? flexFields(data, events) : ewayFields(data)
}

const flexNames: Record<string, CardField> = {
  number: 'number',
  securityCode: 'code',
  expirationMonth: 'expiry',
  expirationYear: 'expiry',
}
const flexBrands: Record<string, string> = { '001': 'visa', '002': 'mastercard', '003': 'amex' }

function flexFields({ settings, texts, hue }: CardFrameData, events: FieldEvents): ProviderFields | undefined {
  if (!window.Flex) return undefined
  const context = settings['context'] ?? ''
  const styles = {
    input: { 'font-size': '16px', 'font-family': 'system-ui, sans-serif', color: colour('gray-9') },
    '::placeholder': { color: colour('gray-6') },
  }
  const form = new window.Flex(context).microform('card', { styles })
  const field = (kind: string, key: string, id: CardField) => {
    const made = form.createField(kind, { title: texts[key], hue })
    made.load(`#card-${id}`)
    made.on('focus', () => events.focus(id, true))
    made.on('blur', () => events.focus(id, false))
    made.on('inputSubmitRequest', () => events.enter())
    return made
  }
  const number = field('number', 'card_frame_number', 'number')
  const code = field('securityCode', 'card_frame_code', 'code')
  return {
    focus: (at) => (at === 'code' ? code : number).focus(),
    clearCode: () => code.clear(),
    save: ({ month, year }) =>
      new Promise((resolve) => {
        form.createToken({ expirationMonth: month, expirationYear: year }, (error, token) => {
          if (token !== undefined) return resolve({ token: `${context}~${token}`, ...cardIn(token) })
          const wrong = (error?.details ?? []).flatMap(({ location }) => flexNames[location] ?? [])
          resolve(wrong.length > 0 ? { wrong } : { failed: true })
        })
      }),
  }
}

/** Returns brand and last digits from CyberSource's token, whose middle part is JSON. */
function cardIn(token: string): { brand: string | null; last4: string | null } {
  try {
    const middle = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { content } = JSON.parse(atob(middle)) as {
      content?: { paymentInformation?: { card?: { number?: { maskedValue?: string; detectedCardTypes?: string[] } } } }
    }
    const number = content?.paymentInformation?.card?.number
    return {
      brand: flexBrands[number?.detectedCardTypes?.[0] ?? ''] ?? null,
      last4: /(\d{4})$/.exec(number?.maskedValue ?? '')?.[1] ?? null,
    }
  } catch {
    return { brand: null, last4: null }
  }
}

const ewayNames: Record<string, CardField> = { card: 'number', cvn: 'code', expirytext: 'expiry' }
/** Milliseconds that eWAY's script may take to save its fields. */
const ewayPatience = 5000

function ewayFields({ settings, texts, hue }: CardFrameData): ProviderFields | undefined {
  const { eWAY } = window
  if (!eWAY) return undefined
  const wrong = new Map<CardField, boolean>([
    ['number', true],
    ['expiry', true],
    ['code', true],
  ])
  let token = ''
  const heard = (event: EwayEvent) => {
    const field = ewayNames[event.targetField]
    if (field) wrong.set(field, event.valueIsValid !== true)
    if (event.valueIsSaved && event.secureFieldCode) token = event.secureFieldCode
  }
  const field = (fieldType: string, id: CardField, label: string | undefined) =>
    eWAY.setupSecureField(
      { publicApiKey: settings['publicApiKey'], fieldDivId: `card-${id}`, fieldType, label, hue, autocomplete: 'true' },
      heard,
    )
  field('card', 'number', texts['card_frame_number'])
  field('expirytext', 'expiry', texts['card_frame_expiry'])
  field('cvn', 'code', texts['card_frame_code'])
  return {
    focus: (at) => document.querySelector<HTMLIFrameElement>(`#card-${at} iframe`)?.focus(),
    // eWAY's fields cannot be emptied from outside: a new one takes the place.
    clearCode() {
      wrong.set('code', true)
      field('cvn', 'code', texts['card_frame_code'])
    },
    save: () =>
      new Promise((resolve) => {
        token = ''
        const missing = [...wrong].filter(([, isWrong]) => isWrong).map(([name]) => name)
        if (missing.length > 0) return resolve({ wrong: missing })
        eWAY.saveAllFields(() => {
          const refused = [...wrong].filter(([, isWrong]) => isWrong).map(([name]) => name)
          if (token !== '') resolve({ token, brand: null, last4: null })
          else resolve(refused.length > 0 ? { wrong: refused } : { failed: true })
        }, ewayPatience)
      }),
  }
}
