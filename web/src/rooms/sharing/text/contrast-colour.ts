import { colours } from '@cutaway/contract/tokens.ts'

/** Returns black or white, whichever is more readable on a colour #rrggbb (WCAG relative luminance). */
export function contrastColour(colour: string): string {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.06 ? '#fff' : colours['gray-9']
}
