import type { Boot } from '@cutaway/contract/boot.ts'

function readBoot(): Boot {
  const text = document.getElementById('boot')?.textContent
  if (!text) throw new Error('script#boot is missing: this page must come from the server')
  return JSON.parse(text) as Boot
}

/** The data that the server wrote into this page: session, web site, languages. Read once. */
export const boot = readBoot()
