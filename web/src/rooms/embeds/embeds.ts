import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import {
  addIframe,
  deleteIframe,
  getEmbeddedAnimations,
  getEmbeddedAnimationsLimit,
  updateIframe,
} from '@cutaway/contract/rooms/embeds/embeds.ts'
import type { Embed } from '@cutaway/contract/rooms/embeds/fields.ts'
import {
  addEmbeddedAnimation,
  deleteEmbeddedAnimation,
  getEmbeddedMenuSystems,
  getNewEmbeddedAnimation,
  updateEmbeddedAnimation,
} from '@cutaway/contract/rooms/embeds/menu.ts'
import type { BodyInputOf } from '@cutaway/contract/endpoint.ts'
import { roleOf } from '@cutaway/contract/roles.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, CallFailed, send } from '../../core/api.ts'
import { useLanguage } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'

/** The embeds of a user and those of a business are kept by different calls, and shown alike. */

export interface EmbedOwner {
  kind: 'user' | 'business'
  id: number
}

/** Returns whose embeds the manager shows: those of the business to a role that reaches more than itself. */
export function useEmbedOwner(): EmbedOwner {
  const { user } = useSignedIn()
  const manages = roleOf(user.user_access_id).reach !== 'self' && user.businessentity_id !== null
  return manages ? { kind: 'business', id: user.businessentity_id! } : { kind: 'user', id: user.user_id }
}

export type EmbedSort = 'created' | 'name' | 'domain' | 'views'
export const listKey = 'embeds'

async function load(owner: EmbedOwner, list: ListQuery<EmbedSort>, signal: AbortSignal) {
  const answer =
    owner.kind === 'user'
      ? await send(getEmbeddedAnimations, { params: { user_id: owner.id, list }, signal })
      : await send(getNewEmbeddedAnimation, { params: { businessentity_id: owner.id, list }, signal })
  if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
  return { rows: answer.data, total: answer.total }
}

export const useEmbeds = (owner: EmbedOwner, list: ListQuery<EmbedSort>) =>
  useQuery({
    queryKey: [listKey, owner.kind, owner.id, list],
    queryFn: ({ signal }) => load(owner, list, signal),
    placeholderData: keepPreviousData,
  })

export interface EmbedLimit {
  /** Null: any number. */
  limit: number | null
  count: number
}

/** Returns how many embeds the owner has and may have. */
export const useEmbedLimit = (owner: EmbedOwner) =>
  useQuery({
    queryKey: [listKey, 'limit', owner.kind, owner.id],
    queryFn: async ({ signal }): Promise<EmbedLimit> => {
      const json = owner.kind === 'user' ? { user_id: owner.id } : { businessentity_id: owner.id }
      const answer = await send(getEmbeddedAnimationsLimit, { params: { json }, signal })
      if (answer.status !== 1) throw new CallFailed(answer.message, answer.http)
      return { limit: answer.limit_user_embedded, count: answer.embeddedCount }
    },
  })

export const isFull = ({ limit, count }: EmbedLimit): boolean => limit !== null && count >= limit

/** The key that says that the limit is reached. */
export const fullKey = ({ kind }: EmbedOwner): string =>
  kind === 'user' ? 'embedded_limit_over' : 'embedded_animations_limit_for_this_businessentity_is_over'

type Body = Omit<BodyInputOf<typeof addIframe>, 'user_id'>

export function saveEmbed(owner: EmbedOwner, id: number | undefined, body: Body) {
  if (owner.kind === 'user')
    return id === undefined ? send(addIframe, { body }) : send(updateIframe, { body: { ...body, id } })
  return id === undefined
    ? send(addEmbeddedAnimation, { body: { ...body, businessentity_id: owner.id } })
    : send(updateEmbeddedAnimation, { body: { ...body, id } })
}

export const removeEmbed = (owner: EmbedOwner, { id }: Embed) =>
  owner.kind === 'user' ? send(deleteIframe, { params: { id } }) : send(deleteEmbeddedAnimation, { params: { id } })

/** Returns the systems with films, in the language of the page. */
export function useEmbedSystems() {
  const { web_site } = useSignedIn()
  const { language_id } = useLanguage()
  return useQuery({
    queryKey: ['embed-systems', web_site.web_site_id, language_id],
    queryFn: ({ signal }) =>
      call(getEmbeddedMenuSystems, {
        params: { web_site_id: web_site.web_site_id, language_id: String(language_id) },
        signal,
      }),
    staleTime: Infinity,
  })
}
