/** The fields of the first step. */
export const empty = {
  business_name: '',
  businessentity_street1: '',
  businessentity_street2: '',
  businessentity_city: '',
  businessentity_state: '',
  businessentity_zip: '',
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  username: '',
  job_title: '',
  cq_acct: '',
  aap_buy_from: '',
  membership_number: '',
  terms: false,
}
export type Contact = typeof empty

/** Returns the fields of a stored draft that the form has. */
export const contactOf = (stored: Record<string, string> = {}): Partial<Contact> =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => name in empty && name !== 'terms'))
