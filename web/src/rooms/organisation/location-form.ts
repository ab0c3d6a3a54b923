import type { Location, LocationFields } from '@cutaway/contract/rooms/organisation/locations.ts'
import type { AddressNames } from '../sites/form/AddressFields.tsx'

export type Fields = Required<LocationFields> & Record<string, unknown>

export const address: AddressNames<Fields> = {
  country: 'country_code',
  street: 'businessentity_street1',
  city: 'businessentity_city',
  state: 'businessentity_state',
  postcode: 'businessentity_zip',
}

/** Returns the values of the form for a location, or for a new one in a country. */
export const fieldsOf = (location: Location | undefined, country: string): Fields => ({
  businessentity_location_name: location?.businessentity_location_name ?? '',
  businessentity_location_type: location?.businessentity_location_type ?? '',
  country_code: location?.country_code ?? country,
  businessentity_state: location?.businessentity_state ?? '',
  businessentity_city: location?.businessentity_city ?? '',
  businessentity_zip: location?.businessentity_zip ?? '',
  businessentity_street1: location?.businessentity_street1 ?? '',
  businessentity_phone: location?.businessentity_phone ?? '',
  business_unit: location?.business_unit ?? '',
  store_number: location?.store_number ?? '',
  account_number: location?.account_number ?? '',
  location_class_ids: location?.location_class_ids ?? [],
})
