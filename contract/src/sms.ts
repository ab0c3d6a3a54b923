/** How long the typed text of a message may be, without the link that follows it. Source: the limits of the product. */

/** With a picture, and where messages with pictures exist. */
export const mmsLimit = 1400
/** Of the variant of the dialog that the frame opens; not used by default. */
export const smsLimitOfVariant = 88

const defaultLimit = 81
const longLimit = 160
const mmsCountries = ['us', 'ca']

/** Whether messages with pictures exist in a country (ISO 3166, any case). */
export const takesMms = (country: string): boolean => mmsCountries.includes(country.toLowerCase())

/** Characters of an SMS: by the country first, then by what the web site allows. */
export function smsLimit({ country, features }: { country: string; features: readonly string[] }): number {
  if (takesMms(country)) return mmsLimit
  return features.includes('sms_limit_160') ? longLimit : defaultLimit
}
