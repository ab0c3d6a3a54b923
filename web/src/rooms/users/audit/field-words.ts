import type { useFormat, useTag, useTexts } from '../../../core/i18n/i18n.ts'

/** Names the fields of audit entries, and writes their values, as the pages do. */

/** The message keys of fields, by their name on the wire. */
export const fieldKeys: Readonly<Record<string, string>> = {
  account_number: 'account_number',
  active: 'changed_field_active',
  add: 'changed_field_add',
  answer: 'changed_field_answer',
  business_unit: 'business_unit',
  businessentity_city: 'postal_city',
  businessentity_id: 'user_business',
  businessentity_location_id: 'user_location',
  businessentity_location_name: 'name',
  businessentity_location_type: 'changed_field_location_type',
  businessentity_phone: 'phone_number',
  businessentity_state: 'changed_field_state',
  businessentity_street1: 'postal_street',
  businessentity_zip: 'changed_field_zip',
  change: 'changed_field_change',
  channel: 'changed_field_channel',
  city: 'postal_city',
  class_ids: 'nav_regions',
  class_name: 'name',
  country_code: 'postal_country',
  created_on: 'changed_field_created_on',
  credentials: 'password',
  default_video_type: 'default_video_type',
  description: 'api_key_for',
  domain: 'changed_field_domain',
  done: 'changed_field_done',
  email: 'email',
  ended: 'changed_field_ended',
  expires_at: 'api_key_expires',
  expires_on: 'api_key_expires',
  file_name: 'changed_field_file_name',
  first_name: 'user_first_name',
  id: 'changed_field_id',
  invitations: 'changed_field_invitations',
  is_default: 'changed_field_is_default',
  is_employee: 'user_is_employee',
  is_on: 'changed_field_is_on',
  is_required: 'changed_field_is_required',
  kind: 'changed_field_kind',
  language_id: 'your_language',
  last_name: 'user_last_name',
  last_seen_at: 'user_last_seen',
  left_out: 'changed_field_left_out',
  location_class_ids: 'nav_regions',
  location_id: 'user_location',
  location_type: 'changed_field_location_type',
  locations: 'nav_locations',
  logo_height: 'changed_field_logo_height',
  logo_width: 'changed_field_logo_width',
  must_change_at_login: 'user_must_change',
  name: 'name',
  no_reply: 'changed_field_no_reply',
  part_ids: 'films',
  permissions: 'user_permissions',
  phone: 'phone_number',
  reason: 'acting_reason',
  recipients: 'changed_field_recipients',
  refused: 'changed_field_refused',
  same: 'changed_field_same',
  scopes: 'api_key_may',
  second_step: 'changed_field_second_step',
  setting_type: 'changed_field_setting_type',
  state: 'status',
  stay: 'changed_field_stay',
  store_number: 'store_number',
  street1: 'postal_street',
  time_zone: 'your_time_zone',
  title: 'changed_field_title',
  user_access_id: 'user_role',
  user_agent: 'audit_device',
  user_count: 'people_count',
  username: 'user_username',
  usernames: 'user_username',
  vle_address_url: 'nav_live_address',
  zip: 'changed_field_zip',
}

/** Fields that hold 1 for yes and 0 for no. */
const flags = new Set(['active', 'is_employee', 'is_default', 'must_change_at_login', 'default_when_verified'])
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

export interface Words {
  t: ReturnType<typeof useTexts>
  tag: ReturnType<typeof useTag>
  format: Pick<ReturnType<typeof useFormat>, 'dateTime'>
  /** The name of a language; empty if it is unknown. */
  languageOf: (id: number) => string
}

export interface ChangedField {
  name: string
  before: string | null
  after: string | null
}

/** Returns the label of a field. A field without a text of its own has its name on the wire, as words. */
export const labelOf = (name: string, { t }: Words): string =>
  fieldKeys[name] === undefined ? name.replaceAll('_', ' ') : t(fieldKeys[name])

/** Returns a value as a person reads it: times in the own zone, yes and no, names of roles, rights and languages. */
export function valueOf(name: string, value: string | null, { t, tag, format, languageOf }: Words): string {
  if (value === null || value === '') return ''
  if (isTime.test(value)) return format.dateTime(value)
  if (name === 'user_access_id') return tag(`role_${value}`) || value
  if (name === 'language_id') return languageOf(Number(value)) || value
  if (name === 'credentials') return t('changed_field_value_changed')
  if (name === 'kind' && value === 'password') return t('password')
  if (name === 'default_video_type' && (value === 'narrated' || value === 'interactive')) return t(value)
  if (name === 'scopes') return listed(value, (scope) => t(`scope_${scope}`))
  if (value === 'true' || (value === '1' && flags.has(name))) return t('value_yes')
  if (value === 'false' || (value === '0' && flags.has(name))) return t('value_no')
  return value
}

const separator = ', '
const listed = (value: string, word: (one: string) => string) =>
  value
    .split(separator)
    .filter(Boolean)
    .map((one) => word(one))
    .join(separator)

/** Returns a field with readable values. Of rights, only those that were removed and those that were added are left. */
export function readable(field: ChangedField, words: Words): ChangedField & { label: string } {
  const label = labelOf(field.name, words)
  if (field.name === 'permissions') {
    const [before, after] = [field.before, field.after].map((value) => new Set(value?.split(separator).filter(Boolean)))
    const only = (some: Set<string> | undefined, others: Set<string> | undefined) =>
      [...(some ?? [])]
        .filter((one) => !others?.has(one))
        .map((one) => words.t(`permission_${one}`))
        .join(separator)
    return { ...field, label, before: only(before, after), after: only(after, before) }
  }
  return {
    ...field,
    label,
    before: field.before === null ? null : valueOf(field.name, field.before, words),
    after: field.after === null ? null : valueOf(field.name, field.after, words),
  }
}
