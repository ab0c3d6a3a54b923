/**
 * The design tokens: the single source of colours, type, space and layers. They generate the CSS variables of the pages
 * (`--gray-0`) and of the customer's page, and the styles of mails, PDF files and the API's page. The seven colours of
 * a tenant are not included: the server derives them from the tenant's own colour.
 */

export const colours = {
  'gray-0': '#f7f8fa',
  'gray-1': '#eff1f4',
  'gray-2': '#e3e6eb',
  'gray-3': '#d1d6de',
  'gray-4': '#b1b8c4',
  'gray-5': '#858e9c',
  'gray-6': '#5f6977',
  'gray-7': '#444c58',
  'gray-8': '#2a303a',
  'gray-9': '#151a21',
  // The surroundings of a film: always dark, never tinted by the tenant.
  'stage-0': '#0d1015',
  'stage-1': '#151a21',
  'stage-2': '#1f2630',
  'stage-3': '#2c3541',
  'stage-line': 'rgb(255 255 255 / 0.11)',
  'stage-text': '#f3f5f8',
  'stage-dim': '#a5afbc',
  label: 'rgb(13 22 36 / 0.9)',
  surface: '#fff',
  // Contrast 3:1 on white, for the borders of controls.
  'field-line': '#7f8897',
  'disabled-text': '#727b89',
  // Trade terms: inspection ratings and outcomes. The same for every tenant, always accompanied by a word.
  red: '#c9271c',
  'red-text': '#a81d14',
  'red-tint': '#fdeeec',
  'red-line': '#f3c4bf',
  yellow: '#e3a008',
  'yellow-text': '#7a4d00',
  'yellow-tint': '#fff6dd',
  'yellow-line': '#f0d893',
  green: '#1d9650',
  'green-text': '#12693a',
  'green-tint': '#e9f7ee',
  'green-line': '#b6dfc5',
  info: '#5b86c9',
  'info-text': '#31548c',
  'info-tint': '#edf3fc',
  'chart-2': '#7b8ba4',
  'chart-3': '#c0c9d5',
  veil: 'rgb(13 16 21 / 0.56)',
} as const

/** Lengths that scale with the browser's font size (type and the heights of controls) are in rem. */
export const measures = {
  font: "'Inter Variable', var(--font-script, system-ui), system-ui, 'Segoe UI', Arial, sans-serif",
  mono: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  'fs-xs': '0.75rem',
  'fs-sm': '0.8125rem',
  'fs-md': '0.875rem',
  'fs-lg': '1rem',
  'fs-xl': '1.25rem',
  'fs-2xl': '1.625rem',
  'fs-3xl': '2.125rem',
  'fs-4xl': '3.25rem',
  s1: '4px',
  s2: '8px',
  s3: '12px',
  s4: '16px',
  s5: '20px',
  s6: '24px',
  s8: '32px',
  s10: '40px',
  s12: '48px',
  s16: '64px',
  'r-sm': '4px',
  'r-md': '6px',
  'r-film': '8px',
  'r-lg': '10px',
  'r-xl': '14px',
  'r-full': '999px',
  // Exactly two elevations: floating elements and modal ones.
  e1: '0 0 0 1px rgb(21 26 33 / 0.07), 0 4px 8px -2px rgb(21 26 33 / 0.08), 0 12px 24px -6px rgb(21 26 33 / 0.14)',
  e2: '0 0 0 1px rgb(21 26 33 / 0.08), 0 12px 24px -8px rgb(21 26 33 / 0.18), 0 32px 64px -12px rgb(21 26 33 / 0.32)',
  'h-sm': '1.75rem',
  'h-md': '2.25rem',
  // The size of every control on a phone or kiosk.
  'h-lg': '2.75rem',
  'h-xl': '3.25rem',
  header: '3.5rem',
  sidebar: '14.5rem',
  tabbar: '4.125rem',
  gutter: '32px',
  content: '1440px',
  fast: '150ms',
  slow: '200ms',
  ease: 'cubic-bezier(0.2, 0, 0, 1)',
  // Layers, low to high. Mantine's popovers use 300.
  'z-header': '100',
  'z-dialog': '200',
  'z-menu': '300',
  'z-toast': '400',
} as const

export type Colour = keyof typeof colours

/** Returns CSS variables for a style sheet: all tokens, or only the named colours. */
export function tokensCss(names?: readonly Colour[]): string {
  const wanted = names ? names.map((name) => [name, colours[name]]) : Object.entries({ ...colours, ...measures })
  return `:root{${wanted.map(([name, value]) => `--${name}:${value}`).join(';')}}`
}
