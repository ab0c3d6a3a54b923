import type { Plugin } from 'vite'
import { pageTexts } from '../src/pages/all.ts'

/** Writes the text rooms of each page beside the manifest, so that the server can reference them in the HTML. */
export function writePageTexts(): Plugin {
  return {
    name: 'cutaway-page-texts',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '.vite/page-texts.json', source: JSON.stringify(pageTexts) })
    },
  }
}
