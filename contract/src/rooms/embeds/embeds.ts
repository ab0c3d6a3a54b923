import { z } from 'zod'
import { listFields } from '../../administration/list.ts'
import { endpoint, jsonParam, may } from '../../endpoint.ts'
import { Id, Nothing, PathId } from '../../fields.ts'
import { AnyId } from '../organisation/locations.ts'
import { Embed, EmbedFields, embedRefusals } from './fields.ts'

/** Embeds of a user: films on the user's own website. */

const who = may('allow_embed')
/** A number of embeds; null: any number. */
const Limit = z.int().nullable()

/** The part of an embed, or `menu`, `systems` or `0` for one without. */
const OfPart = z.string().max(40)
const checked = z.object({ web_site_id: PathId, part_id: OfPart, user_id: PathId, name: z.string().max(300) })
/** The embed that has the domain; null if it belongs to another business. */
const Taken = z.object({
  id: z.int().nullable(),
  /** The TXT record by which the business proves that a domain of another business is its own; null otherwise. */
  proof: z.object({ name: z.string(), value: z.string() }).nullable(),
})

export const getEmbeddedAnimationsLimit = endpoint({
  method: 'GET',
  path: '/getEmbeddedAnimationsLimit/:json',
  who,
  actsFor: 'user_id',
  owns: { businessentity_id: 'business' },
  summary:
    'Returns how many embeds a user may have, or a business (`limit_user_embedded`), and how many there are. Null is any number.',
  params: z.object({ json: jsonParam(z.object({ user_id: Id.optional(), businessentity_id: AnyId })) }),
  reply: z.union([Limit, z.object({ limit_user_embedded: Limit })]),
  beside: z.object({ limit_user_embedded: Limit, embeddedCount: z.int() }),
})

export const getEmbeddedAnimations = endpoint({
  method: 'GET',
  path: '/getEmbeddedAnimations/:user_id/:list?',
  who,
  actsFor: 'user_id',
  summary: 'Returns the embeds of a user in pages, their number, and the MD5 of the token of each.',
  params: z.object({
    user_id: PathId,
    list: jsonParam(z.object(listFields(['created', 'name', 'domain', 'views']))).optional(),
  }),
  reply: z.array(Embed),
  beside: z.object({ embeddedCount: z.int(), total: z.int(), md5IframeArray: z.array(z.string()) }),
})

export const getSingleEmbeddedAnimation = endpoint({
  method: 'GET',
  path: '/getSingleEmbeddedAnimation/:id',
  who,
  owns: { id: 'embed' },
  summary: 'Returns one embed.',
  params: z.object({ id: PathId }),
  reply: Embed,
})

const domainRules = ['domain_name_available', 'domain_name_not_valid'] as const

export const checkDomainNameAlreadyExists = endpoint({
  method: 'GET',
  path: '/checkDomainNameAlreadyExists/:web_site_id/:part_id/:user_id/:name',
  who,
  actsFor: 'user_id',
  site: 'web_site_id',
  summary:
    'Checks a domain: status 1 if the user has an embed of the part there, or if it belongs to another business; status 0 with domain_name_available if it is free.',
  params: checked,
  fails: domainRules,
  reply: Taken,
})

export const checkTempDomainNameAlreadyExists = endpoint({
  method: 'GET',
  path: '/checkTempDomainNameAlreadyExists/:web_site_id/:part_id/:user_id/:name',
  who,
  actsFor: 'user_id',
  site: 'web_site_id',
  summary: 'Checks the domain of a test site, like checkDomainNameAlreadyExists.',
  params: checked,
  fails: domainRules,
  reply: Taken,
})

export const addIframe = endpoint({
  method: 'POST',
  path: '/addIframe',
  who,
  actsFor: 'user_id',
  site: 'web_site_id',
  audit: { action: 'embed.add' },
  summary: 'Adds an embed of a user, within the user’s limit.',
  // Sent by older clients; the embed belongs to the business of the user.
  body: z.object({ ...EmbedFields, user_id: Id.optional() }),
  fails: [...embedRefusals, 'embedded_limit_over'],
  reply: Embed,
})

export const updateIframe = endpoint({
  method: 'PUT',
  path: '/updateIframe',
  who,
  site: 'web_site_id',
  owns: { id: 'embed' },
  audit: { action: 'embed.change' },
  summary: 'Changes an embed. The code in pages stays valid.',
  body: z.object({ ...EmbedFields, id: Id }),
  fails: embedRefusals,
  reply: Embed,
})

export const deleteIframe = endpoint({
  method: 'DELETE',
  path: '/deleteIframe/:id',
  who,
  owns: { id: 'embed' },
  audit: { action: 'embed.delete' },
  summary: 'Deletes an embed; its code shows nothing any more.',
  params: z.object({ id: PathId }),
  reply: Nothing,
})
