import { z } from 'zod'
import { endpoint, jsonParam, mayAny } from '../../endpoint.ts'
import { Flag, Id, LanguageKey, PartId, PathId } from '../../fields.ts'
import { senderRights } from '../../permissions.ts'

/** The customers of a business: names, addresses, the last message and consent. */

export const mostCustomerName = 80
export const mostVehicle = 80
/** The maximum number of suggestions. */
export const mostSuggestions = 5

/**
 * Consent to messages of one channel. `agreed`: the business recorded an agreement that was not withdrawn. `stopped`:
 * the customer wants no messages. `bounced`: mail to the address came back; the customer has said nothing.
 */
export const ConsentState = z.enum(['agreed', 'not_asked', 'stopped', 'bounced'])
export type ConsentState = z.infer<typeof ConsentState>

const Consent = z.object({
  state: ConsentState,
  /** The day of the agreement as recorded, or the moment of the withdrawal or the bounce. */
  since: z.string().nullable(),
})

export const Customer = z.object({
  customer_id: Id,
  /** Empty if unknown. */
  name: z.string(),
  vehicle: z.string(),
  /** E.164; empty if unknown. The same applies to the address. */
  phone: z.string(),
  /** The number as people of the site's country write it. */
  phone_shown: z.string(),
  email: z.string(),
  language_id: Id.nullable(),
  last_channel: z.enum(['email', 'sms', 'mms']).nullable(),
  ro_number: z.string(),
  texts: Consent,
  emails: Consent,
  last_film: z.object({ part_id: PartId, part_name: z.string() }).nullable(),
  last_at: z.string(),
  since: z.string(),
})
export type Customer = z.infer<typeof Customer>

export const findCustomers = endpoint({
  method: 'GET',
  path: '/findCustomers/:json',
  who: mayAny(...senderRights),
  actsFor: 'user_id',
  notForCustomers: true,
  summary:
    'Returns customers of the user’s business whose name, number, address or repair order begins with the search, the latest first.',
  params: z.object({
    json: jsonParam(
      z.object({
        user_id: Id,
        search: z.string().trim().min(2).max(100),
        /** The language of film names; the default is the user’s. */
        lang: LanguageKey.optional(),
      }),
    ),
  }),
  reply: z.array(Customer),
})

export const getCustomer = endpoint({
  method: 'GET',
  path: '/getCustomer/:customer_id',
  who: mayAny(...senderRights),
  owns: { customer_id: 'customer' },
  notForCustomers: true,
  summary: 'Returns one customer.',
  params: z.object({ customer_id: PathId }),
  reply: Customer,
})

export const updateCustomer = endpoint({
  method: 'PUT',
  path: '/updateCustomer',
  who: mayAny(...senderRights),
  owns: { customer_id: 'customer' },
  audit: { action: 'customer.change' },
  notForCustomers: true,
  summary:
    'Changes the name, the vehicle, the number and the address of a customer. Left out: unchanged; empty: removed.',
  body: z.object({
    customer_id: Id,
    name: z.string().max(mostCustomerName).optional(),
    vehicle: z.string().max(mostVehicle).optional(),
    phone: z.string().max(60).optional(),
    email: z.string().max(400).optional(),
  }),
  fails: [
    'please_enter_a_valid_phone_number',
    'email_not_valid',
    'customer_address_taken',
    'customer_needs_an_address',
  ],
  reply: Customer,
})

export const forgetCustomer = endpoint({
  method: 'DELETE',
  path: '/forgetCustomer/:customer_id',
  who: mayAny(...senderRights),
  owns: { customer_id: 'customer' },
  audit: { action: 'customer.forget' },
  notForCustomers: true,
  summary:
    'Deletes a customer: name, numbers, addresses, messages, texts of sends, and the business’s entries in the consent ledger. Counts remain, and so does a wish not to be written to.',
  params: z.object({ customer_id: PathId }),
  reply: z.object({
    /** Numbers of what was deleted. */
    sends: z.int(),
    messages: z.int(),
  }),
})

/** Fields of a send about its customer, for every channel. */
export const SendToCustomer = z.object({
  /** Remembered for the business. Ignored if the send has several recipients. */
  customer_name: z.string().max(mostCustomerName).optional(),
  vehicle: z.string().max(mostVehicle).optional(),
  /** The sender chose the language: it takes precedence over that of the customer's browser. */
  language_chosen: z.union([z.boolean(), Flag]).transform(Boolean).optional(),
  /** Writes once more at this time if the film has not been opened. */
  remind_at: z.iso.datetime().optional(),
})
