import { partSuppliers, type Signup as SignupInput } from '@cutaway/contract/rooms/signup/registration.ts'
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'
import type { RegistrationExtra } from '../tables.ts'
import type { Contact } from './registration.queries.ts'

/** Reads the form of the first step. Pure. */

export type Form = Omit<SignupInput, 'iaccept' | 'i_accept' | 'same_as_primary_contact' | 'promo_from_url'> & {
  same_as_primary_contact?: boolean | undefined
}

/** Countries whose addresses have a postcode that letters need. */
const withPostcode = new Set(['US', 'CA', 'AU', 'NZ', 'GB'])
export const needsPostcode = (country: string): boolean => withPostcode.has(country)

/** Returns a phone number in E.164; undefined for one that the country does not have. */
export function phoneOf(typed: string, country: string): string | undefined {
  const parsed = parsePhoneNumberFromString(typed, country as CountryCode)
  return parsed?.isPossible() ? parsed.number : undefined
}

const joined = (...parts: (string | undefined)[]) =>
  parts.filter((part) => part !== undefined && part !== '').join(', ')

/** Where both names of state and zip are sent, the long name wins. */
export const contactOf = (
  form: Pick<
    Form,
    | 'business_name'
    | 'businessentity_street1'
    | 'businessentity_street2'
    | 'businessentity_city'
    | 'businessentity_state'
    | 'state'
    | 'businessentity_zip'
    | 'zip'
    | 'country_code'
    | 'first_name'
    | 'last_name'
    | 'email'
  >,
  { phone, languageId, type }: { phone: string; languageId: number | null; type: string },
): Contact => ({
  business_name: form.business_name,
  business_type: type,
  street1: joined(form.businessentity_street1, form.businessentity_street2),
  city: form.businessentity_city,
  state: form.businessentity_state || form.state || '',
  zip: form.businessentity_zip || form.zip || '',
  country_code: form.country_code.toUpperCase(),
  first_name: form.first_name,
  last_name: form.last_name,
  email: form.email,
  phone,
  language_id: languageId,
})

const suppliers = new Set<string>(partSuppliers)
const billFields = [
  'bill_first_name',
  'bill_last_name',
  'bill_businessentity_street1',
  'bill_businessentity_street2',
  'bill_businessentity_city',
  'bill_businessentity_state',
  'bill_businessentity_zip',
  'bill_country_code',
  'bill_email',
  'bill_phone',
] as const

/** Returns what a registration holds of the rest of the form. */
export function extraOf(form: Form, hasAccountNumber: boolean): RegistrationExtra {
  const optional = {
    school_network: form.school_network,
    school_name: form.school_name,
    job_title: form.job_title,
    note: form.note,
    phone_extension: form.phone_extension,
    covid_promo_code: form.covid_promo_code,
    user_type: form.user_type,
    username: form.username,
    ...(hasAccountNumber
      ? {
          cq_acct: form.cq_acct,
          aap_buy_from: form.aap_buy_from
            ?.split(',')
            .map((one) => one.trim())
            .filter((one) => suppliers.has(one))
            .join(','),
        }
      : {}),
  }
  const billing = Object.fromEntries(billFields.map((name) => [name, form[name] ?? '']))
  const hasBilling = form.same_as_primary_contact === false && Object.values(billing).some((text) => text !== '')
  return {
    ...Object.fromEntries(Object.entries(optional).filter(([, text]) => text !== undefined && text !== '')),
    ...(hasBilling ? { billing } : {}),
  }
}

/** Returns a page of this web site to which the browser goes after the payment; undefined for any other address. */
export function ownPage(asked: string | undefined, origin: string, hosts: readonly string[]): string | undefined {
  if (!asked || !URL.canParse(asked, origin)) return undefined
  const url = new URL(asked, origin)
  const isOwn = url.origin === origin || (/^https?:$/.test(url.protocol) && hosts.includes(url.hostname))
  return isOwn ? url.href : undefined
}
