import { clampChroma, converter, formatHex, wcagContrast } from 'culori'
import { colours } from '@cutaway/contract/tokens.ts'
import type { Theme } from '@cutaway/contract/rooms/sites/sites.ts'

/**
 * The colours of a tenant, derived from the one that it gives so that text on them and of them always reaches the
 * contrast of WCAG 2.2 AA. Computed once per theme.
 */

const ink = '#1c0f04'
const paper = '#ffffff'
const gray0 = colours['gray-0']
const stage1 = colours['stage-1']
const text = 4.5
/** Text on the dark stage is read from afar. */
const stageText = 6

const oklch = converter('oklch')
const rgb = converter('rgb')

/** The colour with its lightness moved to `l` (0 to 1), chroma reduced as far as sRGB asks. */
function withLightness(hex: string, l: number): string {
  return formatHex(clampChroma({ ...oklch(hex)!, l: Math.min(1, Math.max(0, l)) }, 'oklch'))
}

/** The first colour towards `step` (per-step change of lightness) that satisfies `good`. */
function walk(hex: string, step: number, good: (candidate: string) => boolean): string {
  let { l } = oklch(hex)!
  let candidate = hex
  while (!good(candidate)) {
    l += step
    candidate = withLightness(hex, l)
    if (l <= 0 || l >= 1) break
  }
  return candidate
}

/** `share` of the colour on white, 0 to 1. */
function onWhite(hex: string, share: number): string {
  const c = rgb(hex)!
  const mix = (channel: number) => channel * share + (1 - share)
  return formatHex({ mode: 'rgb', r: mix(c.r), g: mix(c.g), b: mix(c.b) })
}

/** White where it can be read on the colour, else the dark ink, else nothing. */
function readableOn(hex: string): string | undefined {
  return [paper, ink].find((candidate) => wcagContrast(candidate, hex) >= text)
}

/** Derives a theme from a colour '#rrggbb'. */
export function deriveTheme(colour: string): Theme {
  const brand = readableOn(colour) ? colour : walk(colour, -0.005, (c) => wcagContrast(paper, c) >= text)
  const onBrand = readableOn(brand)!
  const darker = withLightness(brand, oklch(brand)!.l * 0.92)
  // Hover darkens; where dark ink stands on the colour and would drown, it lightens instead.
  const hover =
    wcagContrast(onBrand, darker) >= text
      ? darker
      : walk(withLightness(brand, oklch(brand)!.l * 1.06), 0.005, (c) => wcagContrast(onBrand, c) >= text)
  const tint = onWhite(brand, 0.08)
  return {
    brand,
    brand_hover: hover,
    on_brand: onBrand,
    brand_text: walk(brand, -0.005, (c) => [paper, gray0, tint].every((ground) => wcagContrast(c, ground) >= text)),
    brand_tint: tint,
    brand_line: onWhite(brand, 0.3),
    brand_on_stage: walk(brand, 0.005, (c) => wcagContrast(c, stage1) >= stageText),
  }
}

/** The theme as CSS variables, for a style element. */
export function themeCss(theme: Theme): string {
  const declarations = Object.entries(theme).map(([name, value]) => `--${name.replaceAll('_', '-')}:${value}`)
  return `:root{${declarations.join(';')}}`
}
