import { z } from 'zod'
import { listFields } from '../../administration/list.ts'
import { endpoint, jsonParam, may } from '../../endpoint.ts'
import { Id, LanguageKey, Nothing, PathId } from '../../fields.ts'
import { AnyId } from '../organisation/locations.ts'
import { Embed, EmbedFields, embedRefusals } from './fields.ts'

/** Embeds of a business, which its administrators and managers keep. */

const who = may('allow_embed')

export const getNewEmbeddedAnimation = endpoint({
  method: 'GET',
  path: '/getNewEmbeddedAnimation/:businessentity_id/:list?',
  who,
  owns: { businessentity_id: 'business' },
  summary: 'Returns the embeds of a business in pages.',
  params: z.object({
    businessentity_id: PathId,
    list: jsonParam(z.object(listFields(['created', 'name', 'domain', 'views']))).optional(),
  }),
  reply: z.array(Embed),
  beside: z.object({ total: z.int() }),
})

export const getEmbeddedMenuSystems = endpoint({
  method: 'GET',
  path: '/getEmbeddedMenuSystems/:web_site_id/:language_id',
  who,
  site: 'web_site_id',
  summary: 'Returns the systems and sub-systems that an embed can show, with their narrated films.',
  params: z.object({ web_site_id: PathId, language_id: LanguageKey }),
  reply: z.array(
    z.object({
      system_id: z.int(),
      system_name: z.string(),
      sub_systems: z.array(
        z.object({
          sub_system_id: z.int(),
          sub_system_name: z.string(),
          films: z.array(
            z.object({
              part_id: z.string(),
              part_name: z.string(),
              duration: z.number(),
              poster_url: z.string().nullable(),
            }),
          ),
        }),
      ),
    }),
  ),
})

export const addEmbeddedAnimation = endpoint({
  method: 'POST',
  path: '/addEmbeddedAnimation',
  who,
  actsFor: 'user_id',
  site: 'web_site_id',
  owns: { businessentity_id: 'business' },
  audit: { action: 'embed.add' },
  summary: 'Adds an embed of a business, within its limit.',
  body: z.object({ ...EmbedFields, user_id: Id.optional(), businessentity_id: AnyId }),
  fails: [
    ...embedRefusals,
    'embedded_animations_limit_for_this_businessentity_is_over',
    'Please select business entity',
  ],
  reply: Embed,
})

export const updateEmbeddedAnimation = endpoint({
  method: 'PUT',
  path: '/updateEmbeddedAnimation',
  who,
  site: 'web_site_id',
  owns: { id: 'embed' },
  audit: { action: 'embed.change' },
  summary: 'Changes an embed of a business. The code in pages stays valid.',
  body: z.object({ ...EmbedFields, id: Id }),
  fails: embedRefusals,
  reply: Embed,
})

export const deleteEmbeddedAnimation = endpoint({
  method: 'DELETE',
  path: '/deleteEmbeddedAnimation/:id',
  who,
  owns: { id: 'embed' },
  audit: { action: 'embed.delete' },
  summary: 'Deletes an embed of a business; its code shows nothing any more.',
  params: z.object({ id: PathId }),
  reply: Nothing,
})

export const getEmbeddedAnimation = endpoint({
  method: 'GET',
  path: '/getEmbeddedAnimation/:id',
  who,
  owns: { id: 'embed' },
  summary: 'Returns one embed of a business.',
  params: z.object({ id: PathId }),
  reply: Embed,
})
