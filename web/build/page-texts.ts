import type { Plugin } from 'vite'
import { pageTexts } from '../src/paths.ts'

/** Tells the server whose texts each page shows, beside the manifest, so that the HTML can name them. */
export function writePageTexts(): Plugin {
  return {
    name: 'cutaway-page-texts',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '.vite/page-texts.json', source: JSON.stringify(pageTexts) })
    },
  }
}
