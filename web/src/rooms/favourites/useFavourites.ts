import {
  addFavoutites,
  deleteFavouriteAnimation,
  type Favourite,
  getAddedFavoutites,
  setFavouriteAnimation,
} from '@cutaway/contract/rooms/favourites.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, CallFailed, send } from '../../core/api.ts'
import { useBrandId, useSignedIn } from '../../core/session.ts'
import { toast } from '../../core/toast.ts'
import { favouriteOf, withFavourite, withoutFavourite } from './list.ts'

/** The favourites of this user for the brand that is looked at: one list for every star and page. */

/** The films of the list by kind, on the page of favourites. */
export const filmsOfFavourites = 'favourite-films'

export function useFavourites() {
  const { user } = useSignedIn()
  const brand = useBrandId()
  return useQuery({
    queryKey: ['favourites', user.user_id, brand],
    queryFn: ({ signal }) => call(getAddedFavoutites, { params: { user_id: user.user_id, brand }, signal }),
  })
}

/** Changes the list in memory after the server has; an answer that is still on its way would be older. */
export function useFavouriteList() {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const brand = useBrandId()
  const key = ['favourites', user.user_id, brand]
  return {
    read: () => client.getQueryData<Favourite[]>(key),
    async change(by: (list: readonly Favourite[]) => Favourite[]): Promise<void> {
      await client.cancelQueries({ queryKey: key })
      client.setQueryData<Favourite[]>(key, (list) => list && by(list))
      void client.invalidateQueries({ queryKey: [filmsOfFavourites] })
    },
    reload: () => client.invalidateQueries({ queryKey: key }),
  }
}

/** Adds a film: at the end, or before the favourite with the sequence_no. Tells how it went; answers whether it is in. */
export function useAddFavourite() {
  const { user } = useSignedIn()
  const brand_id = useBrandId()
  const list = useFavouriteList()
  return async (part_id: string, sequence_no?: number): Promise<boolean> => {
    try {
      const body = { user_id: user.user_id, brand_id, item: { part_id, sequence_no } }
      const answer = await send(addFavoutites, { body })
      const added = answer.data
      if (answer.status === 1 && added) {
        await list.change((all) => withFavourite(all, added))
        toast(answer)
        return true
      }
      // Another tab was faster: that is no fault, and the list here is old.
      const twice = answer.message === 'favourite_already_added'
      toast(answer, twice ? { kind: 'warning' } : {})
      if (twice) await list.reload()
    } catch (error) {
      toast(error)
    }
    return false
  }
}

/** The star of a film. It turns when the server has said so, and not before. */
export function useStar(partId: string) {
  const { user } = useSignedIn()
  const brand_id = useBrandId()
  const favourites = useFavourites()
  const list = useFavouriteList()
  const add = useAddFavourite()
  const favourite = favourites.data && favouriteOf(favourites.data, partId)
  const toggle = useMutation({
    // Without a line it fails at once, instead of turning some time later.
    networkMode: 'always',
    mutationFn: async () => {
      const toggled = { user_id: user.user_id, brand_id, part_id: partId, boolFavourite: !favourite }
      const answer = favourite
        ? await send(deleteFavouriteAnimation, { params: { json: toggled } })
        : await send(setFavouriteAnimation, { body: toggled })
      if (answer.status !== 1) throw new CallFailed(answer.message, answer.http)
      return answer
    },
    onSuccess: async (answer) => {
      const { id } = answer.data ?? {}
      if (favourite) {
        await list.change((all) => withoutFavourite(all, partId))
        toast(answer, { action: { label: 'undo', run: () => void add(partId, favourite.sequence_no) } })
      } else if (typeof id === 'number') {
        const last = list.read()?.at(-1)?.sequence_no ?? 0
        await list.change((all) => withFavourite(all, { id, part_id: partId, sequence_no: last + 1 }))
        toast(answer)
      }
    },
    onError: (error) => void toast(error),
  })
  return {
    /** Not known before the list has come: then there is no star. */
    known: favourites.data !== undefined,
    on: favourite !== undefined,
    busy: toggle.isPending,
    press: () => {
      if (!toggle.isPending) toggle.mutate()
    },
  }
}
