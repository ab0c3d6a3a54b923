/** Sizes of a picture while somebody types one of them: the other follows in its proportions. */

export interface Size {
  width: number
  height: number
}

/** A number that somebody typed; null for what is none. */
export function pixels(typed: string): number | null {
  const number = Number(typed.trim())
  return typed.trim() !== '' && Number.isInteger(number) && number >= 1 && number <= 4000 ? number : null
}

/** The other side of a picture when one is `length` long. */
export const other = (side: keyof Size, length: number, picture: Size): number =>
  Math.max(
    1,
    Math.round(
      side === 'width' ? (length * picture.height) / picture.width : (length * picture.width) / picture.height,
    ),
  )
