/** Computes picture sizes while the user types: the other side follows in proportion. */

export interface Size {
  width: number
  height: number
}

/** Parses a typed number. Returns null if it is not a number. */
export function pixels(typed: string): number | null {
  const number = Number(typed.trim())
  return typed.trim() !== '' && Number.isInteger(number) && number >= 1 && number <= 4000 ? number : null
}

/** Returns the other side of a picture when one side is `length` long. */
export const other = (side: keyof Size, length: number, picture: Size): number =>
  Math.max(
    1,
    Math.round(
      side === 'width' ? (length * picture.height) / picture.width : (length * picture.width) / picture.height,
    ),
  )
