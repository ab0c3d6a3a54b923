import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import '@fontsource-variable/inter/wght.css'

/**
 * Maps the font family of a language to its files. Latin (Inter) is always loaded. Other fonts load with the language,
 * and the browser downloads only the subsets that the page uses.
 */
const families: Record<string, { css: string; load: () => Promise<unknown> }> = {
  Heebo: { css: 'Heebo Variable', load: () => import('@fontsource-variable/heebo/wght.css') },
  'Noto Sans Thai': {
    css: 'Noto Sans Thai Variable',
    load: () => import('@fontsource-variable/noto-sans-thai/wght.css'),
  },
  'Noto Sans SC': { css: 'Noto Sans SC Variable', load: () => import('@fontsource-variable/noto-sans-sc/wght.css') },
}

/** Loads the font of a language and adds it after Inter, so that digits and names always use the same typeface. */
export function loadFont({ font }: Language): void {
  const family = font === null ? undefined : families[font.replace(/ Variable$/, '')]
  if (!family) {
    document.documentElement.style.removeProperty('--font-script')
    return
  }
  document.documentElement.style.setProperty('--font-script', `"${family.css}"`)
  // If the file cannot be loaded, the system font for the script is used.
  void family.load().catch(() => undefined)
}
