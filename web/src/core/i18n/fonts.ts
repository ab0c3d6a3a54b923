import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import '@fontsource-variable/inter/wght.css'

/**
 * Fonts by the family that a language names. Latin is always there (Inter); the others are fetched with the language,
 * and the browser takes of them only the parts that the page shows.
 */
const families: Record<string, { css: string; load: () => Promise<unknown> }> = {
  Heebo: { css: 'Heebo Variable', load: () => import('@fontsource-variable/heebo/wght.css') },
  'Noto Sans Thai': {
    css: 'Noto Sans Thai Variable',
    load: () => import('@fontsource-variable/noto-sans-thai/wght.css'),
  },
  'Noto Sans SC': { css: 'Noto Sans SC Variable', load: () => import('@fontsource-variable/noto-sans-sc/wght.css') },
}

/** Fetches the font of a language and puts it behind Inter, so that figures and names keep one face. */
export function loadFont({ font }: Language): void {
  const family = font === null ? undefined : families[font.replace(/ Variable$/, '')]
  if (!family) {
    document.documentElement.style.removeProperty('--font-script')
    return
  }
  document.documentElement.style.setProperty('--font-script', `"${family.css}"`)
  // Without the file the system's own font for the script is shown.
  void family.load().catch(() => undefined)
}
