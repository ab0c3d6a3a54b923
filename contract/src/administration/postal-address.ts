/**
 * What a country calls the parts of a postal address, its list of states where letters carry one, and the usual form of
 * its postcodes. A form uses it for labels, lists and warnings; nothing is refused for it. The facts are those of the
 * postal services (USPS Publication 28, Canada Post, Australia Post, Correos de México, Royal Mail, UPU S42).
 */

export interface PostalFormat {
  /** What stands above the field; the text keys are `postal_<name>`. */
  stateLabel: 'state' | 'province' | 'county' | 'region'
  postcodeLabel: 'zip' | 'postcode'
  /** Code and name, as letters carry the code. Empty where the state is free text. */
  states: readonly (readonly [code: string, name: string])[]
  postcode?: { form: RegExp; example: string }
}

/** Reads 'AL Alabama|AK Alaska'. */
const listOf = (text: string) =>
  text.split('|').map((entry): [string, string] => {
    const space = entry.indexOf(' ')
    return [entry.slice(0, space), entry.slice(space + 1)]
  })

const unitedStates = listOf(
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|' +
    'FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|' +
    'MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|' +
    'NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|' +
    'OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|' +
    'VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming',
)
const canada = listOf(
  'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|' +
    'NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon',
)
const australia = listOf(
  'ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|' +
    'VIC Victoria|WA Western Australia',
)
const mexico = listOf(
  'AGS Aguascalientes|BC Baja California|BCS Baja California Sur|CAMP Campeche|CHIS Chiapas|CHIH Chihuahua|' +
    'CDMX Ciudad de México|COAH Coahuila|COL Colima|DGO Durango|GTO Guanajuato|GRO Guerrero|HGO Hidalgo|JAL Jalisco|MEX México|' +
    'MICH Michoacán|MOR Morelos|NAY Nayarit|NL Nuevo León|OAX Oaxaca|PUE Puebla|QRO Querétaro|QROO Quintana Roo|' +
    'SLP San Luis Potosí|SIN Sinaloa|SON Sonora|TAB Tabasco|TAMPS Tamaulipas|TLAX Tlaxcala|VER Veracruz|YUC Yucatán|ZAC Zacatecas',
)

const elsewhere: PostalFormat = { stateLabel: 'region', postcodeLabel: 'postcode', states: [] }
const fiveDigits = (example: string) => ({ form: /^\d{5}$/, example })
const fourDigits = (example: string) => ({ form: /^\d{4}$/, example })
const sixDigits = (example: string) => ({ form: /^\d{6}$/, example })

const formats: Readonly<Record<string, Partial<PostalFormat>>> = {
  US: {
    stateLabel: 'state',
    postcodeLabel: 'zip',
    states: unitedStates,
    postcode: { form: /^\d{5}(-\d{4})?$/, example: '97201' },
  },
  CA: {
    stateLabel: 'province',
    states: canada,
    postcode: { form: /^[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/i, example: 'K1A 0B1' },
  },
  AU: { stateLabel: 'state', states: australia, postcode: fourDigits('3000') },
  MX: { stateLabel: 'state', states: mexico, postcode: fiveDigits('06000') },
  GB: {
    stateLabel: 'county',
    postcode: { form: /^([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|GIR ?0AA)$/i, example: 'SW1A 1AA' },
  },
  IE: { stateLabel: 'county', postcode: { form: /^[A-Z]\d[\dW] ?[A-Z\d]{4}$/i, example: 'D02 AF30' } },
  NZ: { postcode: fourDigits('6011') },
  ZA: { stateLabel: 'province', postcode: fourDigits('8001') },
  DE: { postcode: fiveDigits('10115') },
  AT: { postcode: fourDigits('1010') },
  CH: { postcode: fourDigits('3000') },
  FR: { postcode: fiveDigits('75001') },
  ES: { stateLabel: 'province', postcode: fiveDigits('28001') },
  IT: { stateLabel: 'province', postcode: fiveDigits('00118') },
  NL: { postcode: { form: /^\d{4} ?[A-Z]{2}$/i, example: '1012 AB' } },
  BE: { postcode: fourDigits('1000') },
  IL: { postcode: { form: /^\d{5}(\d{2})?$/, example: '9414202' } },
  IN: { stateLabel: 'state', postcode: { form: /^\d{3} ?\d{3}$/, example: '110001' } },
  CN: { stateLabel: 'province', postcode: sixDigits('100000') },
  SG: { postcode: sixDigits('018956') },
  TH: { stateLabel: 'province', postcode: fiveDigits('10200') },
  JP: { postcode: { form: /^\d{3}-?\d{4}$/, example: '100-0001' } },
  BR: { stateLabel: 'state', postcode: { form: /^\d{5}-?\d{3}$/, example: '01310-100' } },
}

/** Returns the format of a country (ISO 3166 alpha-2). An unknown country has plain fields and no warning. */
export const postalFormatOf = (country: string): PostalFormat => ({
  ...elsewhere,
  ...formats[country.toUpperCase()],
})

/** Returns an example of the usual form if a postcode has an unusual one, else undefined. An empty one is usual. */
export function unusualPostcode(country: string, postcode: string): string | undefined {
  const { postcode: usual } = postalFormatOf(country)
  const text = postcode.trim()
  return usual && text !== '' && !usual.form.test(text) ? usual.example : undefined
}
