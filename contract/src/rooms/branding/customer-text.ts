/** Texts to customers: the shop's name, and fields such as {customer} that are filled for each customer. */

export const textFields = ['customer', 'vehicle', 'adviser', 'shop', 'repair_order'] as const
export type TextField = (typeof textFields)[number]
export type FieldValues = Partial<Record<TextField, string>>

/** Returns a text message that names the shop: its name comes first unless the text contains it. */
export const withShop = (shop: string, text: string): string =>
  shop === '' || text.toLowerCase().includes(shop.toLowerCase()) ? text : `${shop}: ${text}`

/** A piece of a text: words, or a field with its value, which is empty if it is unknown. */
export type TextPiece = { field: TextField; value: string } | { field: null; value: string }

/** Splits a text at its fields. */
export function piecesOf(text: string, values: FieldValues): TextPiece[] {
  return text
    .split(/(\{(?:customer|vehicle|adviser|shop|repair_order)\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const field = textFields.find((name) => piece === `{${name}}`)
      return field ? { field, value: values[field]?.trim() ?? '' } : { field: null, value: piece }
    })
}

/** Fills the fields of a text. An unknown value is left out with the space or comma that it leaves: "Hi {customer}, …". */
export function filledText(text: string, values: FieldValues): string {
  const pieces = piecesOf(text, values)
  let filled = ''
  for (const { field, value } of pieces) {
    if (field !== null && value === '') filled = filled.replace(/[ \t]+$/, '')
    else filled += value
  }
  return filled.replace(/^[ \t,]+/, '')
}

/** Returns the name by which a customer is addressed: the first word. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
