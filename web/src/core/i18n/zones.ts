const zones = Intl.supportedValuesOf('timeZone')

/** Returns the time zones to choose from, with the chosen one even if the browser has another name for it. */
export const zonesWith = (chosen: string): string[] =>
  chosen === '' || zones.includes(chosen) ? zones : [chosen, ...zones]

/** 'America/Los_Angeles' -> 'America/Los Angeles'. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')
