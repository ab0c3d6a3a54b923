import { getEmailAnAnimationDetails } from '@cutaway/contract/rooms/sharing/send.ts'
import { getRelatedNarratedList } from '@cutaway/contract/rooms/player/films.ts'
import { getMainSystemsSubSystemsHierarchy } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { currentLanguage, textOf, textsIn } from '../../../core/i18n/i18n.ts'
import { useBrandId, useMay, useSignedIn } from '../../../core/session.ts'
import type { ShareFilm } from '../share.ts'

/**
 * Returns texts, senders, banners and limits of a channel, in the customer's language. For a user with picture messages
 * only, requests those only.
 */
export function useShareDetails(channel: 'email' | 'sms', languageId: number) {
  const { user } = useSignedIn()
  const maySms = useMay('allow_share_sms')
  const type = channel === 'sms' && !maySms ? ('mms' as const) : channel
  const params = { user: user.user_id, type, lang: String(languageId) }
  return useQuery({
    queryKey: ['share-details', params],
    queryFn: ({ signal }) => call(getEmailAnAnimationDetails, { params, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Returns the narrated films of the brand by part, with their names in a language. */
export function useFilms(languageId: number) {
  const { user, web_site } = useSignedIn()
  const params = {
    user: user.user_id,
    lang: String(languageId),
    brand: useBrandId(),
    driverside: web_site.driverside,
  }
  return useQuery({
    queryKey: ['hierarchy', params],
    queryFn: ({ signal }) => call(getMainSystemsSubSystemsHierarchy, { params, signal }),
    select: ({ allAnimation }) =>
      new Map(allAnimation.filter((film) => film.video_type === 'narrated').map((film) => [film.part_id, film])),
  })
}

/** Returns films with their names in a language, as far as they are known. */
export function useNamed(films: readonly ShareFilm[], languageId: number): readonly ShareFilm[] {
  const { data } = useFilms(languageId)
  return films.map((film) => data?.get(film.part_id) ?? film)
}

/** Returns related narrated films as the recipient gets them: at most six, the nearest first. */
export function useRelated(films: readonly ShareFilm[], languageId: number, wanted: boolean): readonly ShareFilm[] {
  const { web_site } = useSignedIn()
  const view = { brand: useBrandId(), driverside: web_site.driverside, lang: String(languageId) }
  const parts = films.map(({ part_id }) => part_id)
  // Uses one query for all, because parallel observers need a part of the library that no other page loads.
  const { data: found = [] } = useQuery({
    queryKey: ['related-narrated', view, parts],
    queryFn: async ({ signal }) => {
      const lists = parts.map((part) => call(getRelatedNarratedList, { params: { ...view, part }, signal }))
      return (await Promise.all(lists)).flat()
    },
    enabled: wanted,
    placeholderData: keepPreviousData,
  })
  if (!wanted) return []
  const mine = new Set(parts)
  const others = found.filter(({ part_id }) => !mine.has(part_id))
  return [...new Map(others.map((film) => [film.part_id, film])).values()].slice(0, 6)
}

/** Returns the texts in the customer's language; those of the page until they have loaded. */
export function useCustomerTexts(languageId: number) {
  const { data } = useQuery({
    queryKey: ['texts', languageId],
    queryFn: async () => ({ t: await textsIn(languageId, ['frame', 'sharing', 'landing']) }),
    staleTime: Infinity,
    enabled: languageId !== currentLanguage().language_id,
  })
  return data?.t ?? textOf
}
