/** Names the browser and the system of a user agent, for people who recognise their devices by them. */

const browsers: readonly [pattern: RegExp, name: string][] = [
  [/EdgA?(?:iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)\S* (?:Mobile\/\S+ )?Safari/, 'Safari'],
]
const systems: readonly [pattern: RegExp, name: string][] = [
  [/Windows/, 'Windows'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Returns 'Chrome 150, Windows'; undefined for an unknown program. */
export function deviceName(userAgent: string): string | undefined {
  const browser = browsers.flatMap(([pattern, name]) => {
    const found = pattern.exec(userAgent)
    return found ? [`${name} ${found[1] ?? ''}`] : []
  })[0]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [browser, system].filter(Boolean).join(', ') || undefined
}

export const isPhone = (userAgent: string): boolean => /iPhone|iPad|Android/.test(userAgent)
