import type { Plugin } from 'vite'
import { tokensCss } from '../../contract/src/tokens.ts'

/** Provides `virtual:tokens.css`: the design tokens as CSS variables. */
export function tokens(): Plugin {
  const name = 'virtual:tokens.css'
  return {
    name: 'cutaway-tokens',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? tokensCss() : null),
  }
}
