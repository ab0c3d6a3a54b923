import { clampChroma, converter, formatHex, wcagContrast } from 'culori'
import { colours } from '@cutaway/contract/tokens.ts'
import type { Theme } from '@cutaway/contract/rooms/sites/sites.ts'

/**
 * Derives the colours of a tenant from its brand colour, so that text on them and in them always reaches the contrast
 * of WCAG 2.2 AA. Computed once per theme.
 */

const ink = '#1c0f04'
const paper = '#ffffff'
const gray0 = colours['gray-0']
const stage1 = colours['stage-1']
const text = 4.5
/** Text on the dark stage is read from a distance. */
const stageText = 6

const oklch = converter('oklch')
const rgb = converter('rgb')

/** Returns the colour with its lightness set to `l` (0 to 1) and its chroma reduced as far as sRGB requires. */
function withLightness(hex: string, l: number): string {
  return formatHex(clampChroma({ ...oklch(hex)!, l: Math.min(1, Math.max(0, l)) }, 'oklch'))
}

/** Returns the first colour that satisfies `good`, changing the lightness by `step` each time. */
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

/** Returns a mix of the colour with white. `share` is the share of the colour, 0 to 1. */
function onWhite(hex: string, share: number): string {
  const c = rgb(hex)!
  const mix = (channel: number) => channel * share + (1 - share)
  return formatHex({ mode: 'rgb', r: mix(c.r), g: mix(c.g), b: mix(c.b) })
}

/** Returns white if it is readable on the colour, else the dark text colour if that is, else undefined. */
function readableOn(hex: string): string | undefined {
  return [paper, ink].find((candidate) => wcagContrast(candidate, hex) >= text)
}

/** Derives a theme from a colour '#rrggbb'. */
export function deriveTheme(colour: string): Theme {
  const brand = readableOn(colour) ? colour : walk(colour, -0.005, (c) => wcagContrast(paper, c) >= text)
  const onBrand = readableOn(brand)!
  const darker = withLightness(brand, oklch(brand)!.l * 0.92)
  // Hover darkens the colour. If dark text on it would become unreadable, hover lightens it instead.
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

/** Returns the theme as CSS variables, for a style element. */
export function themeCss(theme: Theme): string {
  const declarations = Object.entries(theme).map(([name, value]) => `--${name.replaceAll('_', '-')}:${value}`)
  return `:root{${declarations.join(';')}}`
}
