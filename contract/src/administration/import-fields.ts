/** The fields of imports: their names in calls, the message keys of their labels, and whether every file needs them. */

export interface ImportFieldName {
  name: string
  label: string
  required?: true
}

/** In the order of templates and exports. */
export const userImportFields: readonly ImportFieldName[] = [
  { name: 'username', label: 'import_field_username', required: true },
  { name: 'first_name', label: 'import_field_first_name' },
  { name: 'last_name', label: 'import_field_last_name' },
  { name: 'email', label: 'import_field_email' },
  { name: 'role', label: 'import_field_role' },
  { name: 'location', label: 'import_field_location' },
  { name: 'regions', label: 'import_field_regions' },
  { name: 'is_employee', label: 'import_field_employee' },
]

export const locationImportFields: readonly ImportFieldName[] = [
  { name: 'name', label: 'import_field_location_name', required: true },
  { name: 'type', label: 'import_field_type' },
  { name: 'street', label: 'import_field_street' },
  { name: 'city', label: 'import_field_city' },
  { name: 'state', label: 'import_field_state' },
  { name: 'postcode', label: 'import_field_postcode' },
  { name: 'country', label: 'import_field_country' },
  { name: 'phone', label: 'import_field_phone' },
  { name: 'business_unit', label: 'import_field_business_unit' },
  { name: 'store_number', label: 'import_field_store_number' },
  { name: 'account_number', label: 'import_field_account_number' },
  { name: 'regions', label: 'import_field_regions' },
]
