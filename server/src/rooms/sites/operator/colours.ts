import { wcagContrast } from 'culori'
import { colours } from '@cutaway/contract/tokens.ts'
import { deriveTheme } from '../../../core/brand.ts'

/** What the operator is told about a brand colour while choosing it. */

const needed = 4.5
/** Text on the dark stage is read from a distance. */
const neededOnStage = 6

/** Cuts instead of rounding: 4.49 must not look sufficient. */
const cut = (ratio: number) => Math.floor(ratio * 10) / 10

/** Returns the nearest colour on which text is readable; null if it is readable on the colour itself. */
export function nearestReadable(colour: string): string | null {
  const { brand } = deriveTheme(colour)
  return brand === colour ? null : brand
}

/** Returns the derived colours with the contrast of each text in them. */
export function coloursOf(colour: string) {
  const theme = deriveTheme(colour)
  const white = wcagContrast('#ffffff', colour)
  return {
    theme,
    text: theme.on_brand === '#ffffff' ? ('white' as const) : ('dark' as const),
    ratios: [
      { id: 'button' as const, ratio: cut(wcagContrast(theme.on_brand, theme.brand)), needed },
      { id: 'hover' as const, ratio: cut(wcagContrast(theme.on_brand, theme.brand_hover)), needed },
      { id: 'link' as const, ratio: cut(wcagContrast(theme.brand_text, '#ffffff')), needed },
      { id: 'tint' as const, ratio: cut(wcagContrast(theme.brand_text, theme.brand_tint)), needed },
      {
        id: 'stage' as const,
        ratio: cut(wcagContrast(theme.brand_on_stage, colours['stage-1'])),
        needed: neededOnStage,
      },
    ],
    nearest: nearestReadable(colour),
    white: cut(white),
  }
}
