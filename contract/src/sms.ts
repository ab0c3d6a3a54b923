/** How long the text of a message to a customer may be, in characters, without the link behind it. */

export const smsLimits = {
  default: 81,
  /** Where the web site has the feature sms_limit_160. */
  longer: 160,
  /** Where messages with pictures are possible, in the United States and Canada. */
  mms: 1400,
  /** Of one variant of the product; asked for by name. */
  variant: 88,
} as const

const mmsCountries = new Set(['us', 'ca'])

/** Whether messages may carry pictures in a country (ISO 3166, two letters, in any case). */
export const mmsInCountry = (country: string): boolean => mmsCountries.has(country.toLowerCase())

/** The most characters of a text on a web site. Only more than that is too long. */
export function smsLimit({
  country,
  features,
  variant = false,
}: {
  /** Of the web site, two letters. */
  country: string
  features: readonly string[]
  variant?: boolean
}): number {
  if (mmsInCountry(country)) return smsLimits.mms
  if (features.includes('sms_limit_160')) return smsLimits.longer
  return variant ? smsLimits.variant : smsLimits.default
}

/** Characters as people count them: a sign outside the basic plane is one, a line break too. */
export const smsLength = (text: string): number => Array.from(text.replaceAll('\r\n', '\n')).length
