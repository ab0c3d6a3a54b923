import { colours } from '@cutaway/contract/tokens.ts'
import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

/** Mantine's theme made from the design tokens: every value here is one of their variables or equals one. */

/** Ten shades, as Mantine wants them; the last one given is repeated. */
const ten = (...shades: string[]): MantineColorsTuple => {
  const at = (i: number) => shades[Math.min(i, shades.length - 1)] ?? ''
  return [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9)]
}

const gray = ten(...Array.from({ length: 10 }, (_, i) => `var(--gray-${i})`))
const status = (name: string) =>
  ten(
    `var(--${name}-tint)`,
    `var(--${name}-tint)`,
    `var(--${name}-line)`,
    `var(--${name}-line)`,
    `var(--${name})`,
    `var(--${name})`,
    `var(--${name})`,
    `var(--${name}-text)`,
    `var(--${name}-text)`,
  )

/**
 * `filled` is the one primary action of a view, `default` everything else, `subtle` in headers and rows, `danger` only in
 * a confirmation. The label's colour comes from the tenant (`--on-brand`): white would not be readable on every brand.
 */
const variantColorResolver: VariantColorsResolver = ({ variant }) => {
  const border = '1px solid transparent'
  switch (variant) {
    case 'filled':
      return { background: 'var(--brand)', hover: 'var(--brand-hover)', color: 'var(--on-brand)', border }
    case 'light':
      return {
        background: 'var(--brand-tint)',
        hover: 'var(--brand-tint)',
        color: 'var(--brand-text)',
        border: '1px solid var(--brand-line)',
      }
    case 'danger':
      return { background: 'var(--red)', hover: 'var(--red-text)', color: '#fff', border }
    case 'danger-subtle':
      return { background: 'transparent', hover: 'var(--red-tint)', color: 'var(--red-text)', border }
    case 'subtle':
      return { background: 'transparent', hover: 'var(--gray-1)', color: 'var(--text-2)', border }
    case 'transparent':
      return { background: 'transparent', hover: 'transparent', color: 'var(--brand-text)', border }
    default:
      return {
        background: 'var(--surface)',
        hover: 'var(--gray-0)',
        color: 'var(--text)',
        border: '1px solid var(--line-strong)',
      }
  }
}

const heights: Record<string, string> = { xs: 'var(--h-sm)', sm: 'var(--h-md)', md: 'var(--h-lg)', lg: 'var(--h-xl)' }
const sizeOf = (props: { size?: unknown }) => (typeof props.size === 'string' ? props.size : 'sm')

const inputWrapper = { wrapper: (props: { size?: unknown }) => ({ '--input-height': heights[sizeOf(props)] }) }
const input = {
  defaultProps: { size: 'sm' },
  vars: (_theme: unknown, props: { size?: unknown }) => ({
    wrapper: {
      ...inputWrapper.wrapper(props),
      '--input-fz': sizeOf(props) === 'xs' || sizeOf(props) === 'sm' ? 'var(--fs-md)' : 'var(--fs-lg)',
    },
  }),
}

export const theme = createTheme({
  white: '#fff',
  black: colours['gray-9'],
  colors: {
    gray,
    brand: ten(
      'var(--brand-tint)',
      'var(--brand-tint)',
      'var(--brand-line)',
      'var(--brand-line)',
      'var(--brand)',
      'var(--brand)',
      'var(--brand)',
      'var(--brand-hover)',
      'var(--brand-text)',
    ),
    stage: ten('var(--stage-0)', 'var(--stage-1)', 'var(--stage-2)', 'var(--stage-3)'),
    red: status('red'),
    yellow: status('yellow'),
    green: status('green'),
  },
  primaryColor: 'brand',
  primaryShade: 6,
  variantColorResolver,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: 'var(--fs-xs)', sm: 'var(--fs-sm)', md: 'var(--fs-md)', lg: 'var(--fs-lg)', xl: 'var(--fs-xl)' },
  lineHeights: { xs: '1.3333', sm: '1.3846', md: '1.4286', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: 'var(--fs-2xl)', lineHeight: '1.2308' },
      h2: { fontSize: 'var(--fs-lg)', lineHeight: '1.5' },
      h3: { fontSize: 'var(--fs-md)', lineHeight: '1.4286' },
    },
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '14px' },
  defaultRadius: 'sm',
  shadows: { xs: 'none', sm: 'none', md: 'var(--e1)', lg: 'none', xl: 'var(--e2)' },
  breakpoints: { xs: '36em', sm: '50em', md: '68.75em', lg: '75em', xl: '90em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Input: input,
    InputWrapper: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { size: 'sm', radius: 'xs' } },
    // In its place in the document: what is outside of an open dialog cannot be used.
    Popover: { defaultProps: { shadow: 'md', radius: 'lg', withinPortal: false } },
    Combobox: { defaultProps: { shadow: 'md', radius: 'lg', withinPortal: false } },
    Select: { defaultProps: { checkIconPosition: 'right', allowDeselect: false } },
  },
})

/** The colours of Mantine's own vocabulary, said in tokens. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-primary-color-contrast': 'var(--on-brand)',
    '--mantine-color-brand-contrast': 'var(--on-brand)',
    '--mantine-font-weight-medium': '500',
    '--mantine-font-weight-bold': '600',
  },
  light: {
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-anchor': 'var(--brand-text)',
    '--mantine-color-error': 'var(--red-text)',
    '--mantine-color-success': 'var(--green-text)',
    '--mantine-color-dimmed': 'var(--text-3)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--gray-0)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--field-line)',
    '--mantine-color-disabled': 'var(--gray-1)',
    '--mantine-color-disabled-color': 'var(--disabled-text)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-color-brand-light': 'var(--brand-tint)',
    '--mantine-color-brand-light-hover': 'var(--brand-tint)',
    '--mantine-color-brand-light-color': 'var(--brand-text)',
    '--mantine-color-brand-filled-hover': 'var(--brand-hover)',
  },
  dark: {},
})
