import { z } from 'zod'
import { isEmail } from '../../addresses.ts'
import { Id } from '../../fields.ts'

/** The fields that the forms of sign-ups share. */

/** One line of text without control characters, trimmed; it may be empty. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u)
export const filled = (most: number) => line(most).min(1)
export const Email = z
  .string()
  .trim()
  .max(200)
  .refine(isEmail, { message: 'email_not_valid' })
  .meta({ example: 'renee@cedarstreet.example' })
export const CountryCode = z
  .string()
  .regex(/^[A-Za-z]{2}$/)
  .meta({ example: 'US' })

/** The fields of a contact person, and of the address that is common to all forms. */
export const contactFields = {
  businessentity_street2: line(200).optional(),
  businessentity_state: line(100).optional(),
  state: line(100).optional(),
  businessentity_zip: line(20).optional(),
  zip: line(20).optional(),
  country_code: CountryCode,
  email: Email,
  first_name: filled(60),
  last_name: filled(60),
  phone: filled(40),
  phone_extension: line(10).optional(),
  /** If the address is taken as a user name. */
  username: line(100).optional(),
  job_title: line(100).optional(),
  language_id: Id.optional(),
}
