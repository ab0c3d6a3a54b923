// Runs inside one field: the page of the gateway that holds one input. The field of the card number sends the card.
const input = document.getElementById('input')
const kind = input.name
const isNumber = kind === 'number' || kind === 'card'

const tell = (message) => window.parent.postMessage({ from: 'test-money', field: kind, ...message }, '*')

/** The other fields of the same card: pages of the same origin in the same parent. */
function siblings() {
  const found = { [kind]: input }
  for (let i = 0; i < window.parent.frames.length; i += 1) {
    try {
      const other = window.parent.frames[i].document.getElementById('input')
      if (other) found[other.name] = other
    } catch {
      // A frame of another origin is no field.
    }
  }
  return found
}

const luhn = (digits) => {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const value = Number(digits[digits.length - 1 - i]) * (i % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

function isValid() {
  const text = input.value.replaceAll(/[\s-]/g, '')
  if (isNumber) return /^\d{13,19}$/.test(text) && luhn(text)
  if (kind === 'name') return text !== ''
  if (kind === 'expirytext') return /^(0[1-9]|1[0-2])\/?\d{2}$/.test(text)
  return /^\d{3,4}$/.test(text)
}

input.addEventListener('input', () => {
  if (isNumber) {
    const digits = input.value.replaceAll(/\D/g, '').slice(0, 19)
    const groups = /^3[47]/.test(digits) ? digits.match(/^(\d{1,4})(\d{1,6})?(\d{1,9})?$/) : null
    input.value = groups ? groups.slice(1).filter(Boolean).join(' ') : digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  } else if (kind === 'expirytext') {
    const digits = input.value.replaceAll(/\D/g, '').slice(0, 4)
    input.value = digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
  } else if (kind !== 'name') input.value = input.value.replaceAll(/\D/g, '').slice(0, 4)
  const digits = input.value.replaceAll(/\D/g, '')
  const brand = digits.startsWith('4')
    ? 'visa'
    : /^3[47]/.test(digits)
      ? 'amex'
      : /^(5[1-5]|2[2-7])/.test(digits)
        ? 'mastercard'
        : null
  tell({ event: 'change', valid: isValid(), empty: input.value === '', brand: isNumber ? brand : null })
})
input.addEventListener('focus', () => tell({ event: 'focus' }))
input.addEventListener('blur', () => tell({ event: 'blur', valid: isValid(), empty: input.value === '' }))
input.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') tell({ event: 'submit' })
})

window.addEventListener('message', async ({ data, source }) => {
  if (source !== window.parent || data === null || typeof data !== 'object' || data.to !== 'test-money') return
  if (data.act === 'focus') input.focus()
  if (data.act === 'clear') input.value = ''
  if (data.act !== 'save') return
  const fields = siblings()
  const expiry = fields.expirytext?.value.split('/') ?? []
  const card = {
    number: (fields.number ?? fields.card)?.value ?? '',
    code: (fields.securityCode ?? fields.cvn)?.value ?? '',
    month: data.month ?? expiry[0] ?? '',
    year: data.year ?? expiry[1] ?? '',
    holder: fields.name?.value ?? '',
  }
  let reply = { wrong: ['unavailable'] }
  try {
    reply = await (await fetch(data.path, { method: 'POST', body: JSON.stringify(card) })).json()
  } catch {
    // The form says that the card could not be sent.
  }
  tell({ event: 'saved', id: data.id, ...reply })
})
tell({ event: 'load' })
