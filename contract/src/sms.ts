/** Limits for the text of a message to a customer, in characters, without the link at its end. */

export const smsLimits = {
  default: 81,
  /** For web sites with the feature sms_limit_160. */
  longer: 160,
  /** For countries with picture messages: the United States and Canada. */
  mms: 1400,
  /** For one variant of the product; selected with `variant`. */
  variant: 88,
} as const

const mmsCountries = new Set(['us', 'ca'])

/** Returns whether messages may contain pictures in a country (ISO 3166 alpha-2, in any case). */
export const mmsInCountry = (country: string): boolean => mmsCountries.has(country.toLowerCase())

/** Returns the maximum length of a text on a web site, inclusive. */
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

/**
 * Returns the number of characters as users count them: a code point outside the BMP is one, and so is a line break.
 */
export const smsLength = (text: string): number => Array.from(text.replaceAll('\r\n', '\n')).length
