/** States and provinces that letters and card checks need, by country, and the usual form of postal codes. */

const list = (text: string) =>
  text.split('|').map((entry) => {
    const [value = '', label = ''] = entry.split(':')
    return { value, label }
  })

const regions: Record<string, readonly { value: string; label: string }[]> = {
  US: list(
    'AL:Alabama|AK:Alaska|AZ:Arizona|AR:Arkansas|CA:California|CO:Colorado|CT:Connecticut|DE:Delaware|DC:District of Columbia|FL:Florida|GA:Georgia|HI:Hawaii|ID:Idaho|IL:Illinois|IN:Indiana|IA:Iowa|KS:Kansas|KY:Kentucky|LA:Louisiana|ME:Maine|MD:Maryland|MA:Massachusetts|MI:Michigan|MN:Minnesota|MS:Mississippi|MO:Missouri|MT:Montana|NE:Nebraska|NV:Nevada|NH:New Hampshire|NJ:New Jersey|NM:New Mexico|NY:New York|NC:North Carolina|ND:North Dakota|OH:Ohio|OK:Oklahoma|OR:Oregon|PA:Pennsylvania|PR:Puerto Rico|RI:Rhode Island|SC:South Carolina|SD:South Dakota|TN:Tennessee|TX:Texas|UT:Utah|VT:Vermont|VA:Virginia|WA:Washington|WV:West Virginia|WI:Wisconsin|WY:Wyoming',
  ),
  CA: list(
    'AB:Alberta|BC:British Columbia|MB:Manitoba|NB:New Brunswick|NL:Newfoundland and Labrador|NT:Northwest Territories|NS:Nova Scotia|NU:Nunavut|ON:Ontario|PE:Prince Edward Island|QC:Quebec|SK:Saskatchewan|YT:Yukon',
  ),
  AU: list(
    'ACT:Australian Capital Territory|NSW:New South Wales|NT:Northern Territory|QLD:Queensland|SA:South Australia|TAS:Tasmania|VIC:Victoria|WA:Western Australia',
  ),
}

/** Returns the states of a country; undefined where people type them. */
export const regionsOf = (country: string) => regions[country]

/** Returns the message key of the label of the state. */
export const regionLabel = (country: string): string =>
  country === 'US' || country === 'AU' ? 'signup_state' : country === 'CA' ? 'signup_province' : 'state_or_province'

/** Returns the message key of the label of the postal code. */
export const zipLabel = (country: string): string =>
  country === 'US' ? 'zip' : ['AU', 'NZ', 'GB', 'ZA'].includes(country) ? 'signup_postcode' : 'signup_postal_code'

const zips: Record<string, RegExp> = {
  US: /^\d{5}(-\d{4})?$/,
  CA: /^[a-z]\d[a-z][ -]?\d[a-z]\d$/i,
  AU: /^\d{4}$/,
  NZ: /^\d{4}$/,
  GB: /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/i,
}

/** Returns whether a postal code has an unusual form. It may still be right. */
export const isUnusualZip = (country: string, zip: string): boolean =>
  zip.trim() !== '' && zips[country]?.test(zip.trim()) === false

/** Countries whose addresses need a postal code. */
export const needsZip = (country: string): boolean => country in zips
