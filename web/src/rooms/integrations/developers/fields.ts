/** A field of a request. */
export interface Field {
  /** Fields of a list are named after it. */
  name: string
  type: string
  isRequired: boolean
}

/** The fields of requests by the path of their call; a test compares them with the contract. */
export const fields: Readonly<Record<string, readonly Field[]>> = {
  '/parts/:json': [
    { name: 'lang', type: 'string', isRequired: false },
    { name: 'brand_id', type: 'integer, string', isRequired: false },
    { name: 'driverside', type: 'left, right, l, r', isRequired: false },
    { name: 'search', type: 'string', isRequired: false },
    { name: 'page', type: 'integer', isRequired: false },
    { name: 'size', type: 'integer', isRequired: false },
  ],
  '/findings': [
    { name: 'lang', type: 'string', isRequired: false },
    { name: 'brand_id', type: 'integer, string', isRequired: false },
    { name: 'driverside', type: 'left, right, l, r', isRequired: false },
    { name: 'most', type: 'integer', isRequired: false },
    { name: 'findings', type: 'array<object>', isRequired: true },
    { name: 'findings[].reference', type: 'string', isRequired: false },
    { name: 'findings[].rating', type: 'red, yellow, green, null', isRequired: false },
    { name: 'findings[].system', type: 'string', isRequired: false },
    { name: 'findings[].part', type: 'string', isRequired: false },
    { name: 'findings[].note', type: 'string', isRequired: false },
    { name: 'findings[].codes', type: 'array<string>', isRequired: false },
  ],
  '/orderLinks': [
    { name: 'request_key', type: 'string', isRequired: true },
    { name: 'user_id', type: 'integer, string', isRequired: false },
    { name: 'ro_number', type: 'string', isRequired: true },
    { name: 'lang_id', type: 'integer, string, string', isRequired: true },
    { name: 'brand_id', type: 'integer, string', isRequired: false },
    { name: 'driverside', type: 'left, right, l, r', isRequired: false },
    { name: 'subject', type: 'string', isRequired: false },
    { name: 'message', type: 'string', isRequired: false },
    { name: 'asks', type: 'decision, information', isRequired: false },
    { name: 'notify', type: '0, 1', isRequired: false },
    { name: 'days', type: 'integer', isRequired: false },
    { name: 'films', type: 'array<object>', isRequired: true },
    { name: 'films[].part_id', type: 'string', isRequired: true },
    { name: 'films[].finding', type: 'string', isRequired: false },
    { name: 'films[].measured', type: 'string', isRequired: false },
    { name: 'films[].rating', type: 'red, yellow, green, null', isRequired: false },
    { name: 'films[].price', type: 'integer, null', isRequired: false },
    { name: 'films[].note', type: 'string', isRequired: false },
  ],
  '/orderLink/:link_id': [{ name: 'link_id', type: 'string', isRequired: true }],
}
