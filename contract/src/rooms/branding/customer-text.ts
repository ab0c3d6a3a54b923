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

/**
 * Returns the pieces of a filled text. A field whose value is unknown is left out with the space before it: "Hi
 * {customer}, …" becomes "Hi, …".
 */
export function filledPieces(text: string, values: FieldValues): TextPiece[] {
  const filled: TextPiece[] = []
  for (const piece of piecesOf(text, values)) {
    const before = filled.at(-1)
    if (piece.field === null || piece.value !== '') filled.push(piece)
    else if (before?.field === null) before.value = before.value.replace(/[ \t]+$/, '')
  }
  const [first] = filled
  if (first?.field === null) first.value = first.value.replace(/^[ \t,]+/, '')
  return filled
}

/** Fills the fields of a text, as filledPieces. */
export const filledText = (text: string, values: FieldValues): string =>
  filledPieces(text, values)
    .map(({ value }) => value)
    .join('')

/** Returns the fields of a text whose values are unknown. */
export const unknownFields = (text: string, values: FieldValues): TextField[] => [
  ...new Set(piecesOf(text, values).flatMap(({ field, value }) => (field !== null && value === '' ? [field] : []))),
]

/** Returns the name by which a customer is addressed: the first word. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
