import { z } from 'zod'
import { Id, LangId, PartId, Yes } from '../../fields.ts'

/** The fields of embeds, which both kinds of managers share: the user's own and that of a business. */

/** One film, the films of chosen sub-systems, or a menu of all. */
export const EmbedType = z.enum(['single', 'systems', 'menu'])
export type EmbedType = z.infer<typeof EmbedType>

/** Days that a test site may show an embed. */
export const testSiteDays = 30
/** Sub-systems that one embed shows. */
export const mostSubSystems = 60
/** Width and height of an embed of a fixed size, in pixels. */
export const fixedSize = { width: '650', height: '640' } as const

/** '100%', or whole pixels as a number or as text. */
const Size = z
  .union([z.literal('100%'), z.int().min(100).max(4000), z.string().regex(/^[1-9]\d{2,3}$/)])
  .transform(String)
  .meta({ example: '100%' })
  .refine((size) => size === '100%' || Number(size) <= 4000)

const Domain = z.string().trim().max(300)

/** What a request says about an embed. `temporary_domain` is another spelling of `domain_temp`. */
export const EmbedFields = {
  embed_type: EmbedType,
  /**
   * The film of a single embed, or a sub-system by its id: its first film, or, of an embed of systems, the first of
   * `sub_system_ids`. A menu has none.
   */
  part_id: z.union([PartId, z.literal(''), z.int().transform(String)]).default(''),
  sub_system_ids: z.array(z.int().min(1)).max(mostSubSystems).optional(),
  domain_name: Domain.default('').meta({ example: 'northgate.example' }),
  domain_temp: Domain.optional(),
  temporary_domain: Domain.optional(),
  width: Size.optional(),
  height: Size.optional(),
  language_id: LangId.optional(),
  /** The page is in the language of its visitor if the web site has it; `language_id` is the other case. */
  follows_visitor: Yes.default(true),
  brand_id: Id.optional(),
  /** The name of the embed in lists; by default that of the film. */
  animation_name: z
    .string()
    .trim()
    .max(200)
    .regex(/^\P{Cc}*$/u)
    .default(''),
  /** Sent by older clients; the server knows it. */
  tag_name: z.string().max(300).optional(),
  web_site_id: Id.optional(),
}

/**
 * `live`: seen in the last 7 days · `new`: not seen yet, and younger than that · `not_found`: not seen for 7 days ·
 * `blocked`: a website that is not listed tried to show it in the last 30 days · `test_ended`: it had a test site only ·
 * `no_film`: the library has none of its films any more.
 */
export const EmbedState = z.enum(['live', 'new', 'not_found', 'blocked', 'test_ended', 'no_film'])
export type EmbedState = z.infer<typeof EmbedState>

export const Embed = z.object({
  id: z.int(),
  user_id: z.int(),
  businessentity_id: z.int().nullable(),
  web_site_id: z.int(),
  embed_type: EmbedType,
  part_id: z.string(),
  sub_system_ids: z.array(z.int()),
  tag_name: z.string(),
  /** The own name, else that of the film, the systems or the menu. */
  animation_name: z.string(),
  /** Empty without one. */
  own_name: z.string(),
  domain_name: z.string(),
  domain_temp: z.string(),
  temporary_domain: z.string(),
  /** When the test site ends; null without one. */
  temporary_until: z.iso.datetime().nullable(),
  width: z.string(),
  height: z.string(),
  brand_id: z.int(),
  language_id: z.int(),
  follows_visitor: z.boolean(),
  /** The page of the embed, and the code that shows it. */
  url: z.string(),
  code: z.string(),
  films: z.int(),
  poster_url: z.string().nullable(),
  state: EmbedState,
  /** Hosts that are not listed and tried to show it in the last 30 days. */
  blocked_on: z.array(z.string()),
  /** Views by people in the last 30 days. */
  views: z.int(),
  created_at: z.iso.datetime(),
})
export type Embed = z.infer<typeof Embed>

/** Business refusals of calls that save an embed. */
export const embedRefusals = [
  'website id id required',
  'Part no found',
  'embed_systems_missing',
  'embed_domain_missing',
  'domain_name_not_valid',
  'domain_name_already_exists',
  'domain_name_of_another_business',
] as const
