import { z } from 'zod'
import { endpoint, level, may } from '../../endpoint.ts'
import { Id, PathId } from '../../fields.ts'

/**
 * Saved texts for messages to customers, in several languages, with fields such as {customer} (customer-text.ts); and
 * the logo and banners that a business uses for all its users.
 */

export const mostSavedTexts = 100
export const mostTextTitle = 60
export const mostSavedText = 5000

const Words = z
  .array(z.object({ language_id: Id, text: z.string().max(20_000) }))
  .max(50)
  .meta({ example: [{ language_id: 50, text: 'Hi {customer}' }] })

export const SavedText = z.object({
  id: Id,
  channel: z.enum(['sms', 'email']),
  title: z.string(),
  /** By language; at least one. */
  words: z.array(z.object({ language_id: Id, text: z.string() })),
  /** Shown to all users of the business. */
  for_business: z.boolean(),
  /** The caller may change it. */
  is_mine: z.boolean(),
})
export type SavedText = z.infer<typeof SavedText>

export const getSavedTexts = endpoint({
  method: 'GET',
  path: '/getSavedTexts/:user_id',
  who: may('allow_share_email'),
  actsFor: 'user_id',
  notForCustomers: true,
  summary: 'Returns the saved texts of a user: the user’s own and those of the business.',
  params: z.object({ user_id: PathId }),
  reply: z.array(SavedText),
})

export const saveText = endpoint({
  method: 'POST',
  path: '/saveText',
  who: may('manage_email_settings'),
  actsFor: 'user_id',
  audit: { action: 'saved_text.add' },
  summary: 'Adds a text for messages to customers, for the user or for the whole business.',
  body: z.object({
    user_id: Id.optional(),
    channel: z.enum(['sms', 'email']),
    title: z.string().max(mostTextTitle),
    words: Words,
    for_business: z.boolean().default(false),
  }),
  fails: ['enter_a_title', 'enter_a_message', 'text_too_long', 'too_many_saved_texts'],
  reply: SavedText,
})

export const changeText = endpoint({
  method: 'PUT',
  path: '/changeText',
  who: may('manage_email_settings'),
  owns: { id: 'saved_text' },
  audit: { action: 'saved_text.change' },
  summary: 'Changes a saved text.',
  body: z.object({
    id: Id,
    title: z.string().max(mostTextTitle),
    words: Words,
    for_business: z.boolean(),
  }),
  fails: ['enter_a_title', 'enter_a_message', 'text_too_long'],
  reply: SavedText,
})

export const deleteText = endpoint({
  method: 'DELETE',
  path: '/deleteText/:id',
  who: may('manage_email_settings'),
  owns: { id: 'saved_text' },
  audit: { action: 'saved_text.delete' },
  summary: 'Deletes a saved text.',
  params: z.object({ id: PathId }),
  reply: z.null(),
})

const BusinessBrand = z.object({
  /** The user whose logo and banners apply to users of the business without their own; null: there is no such user. */
  user: z.object({ user_id: Id, name: z.string() }).nullable(),
})

export const getBusinessBrand = endpoint({
  method: 'GET',
  path: '/getBusinessBrand',
  who: may('manage_email_settings'),
  summary: 'Returns whose logo and banners the caller’s business uses.',
  reply: BusinessBrand,
})

export const setBusinessBrand = endpoint({
  method: 'PUT',
  path: '/setBusinessBrand',
  who: level(5),
  actsFor: 'user_id',
  audit: { action: 'business_brand.change' },
  summary: 'Uses the logo and the banners of a user for all users of the business without their own, or ends that.',
  body: z.object({ user_id: Id.optional(), is_used: z.boolean() }),
  reply: BusinessBrand,
})
