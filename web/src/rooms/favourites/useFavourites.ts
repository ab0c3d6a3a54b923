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

/** The favourites of this user for the current brand: one query for every star and page. */

/** The films of the list by kind, on the favourites page. */
export const filmsOfFavourites = 'favourite-films'

export function useFavourites() {
  const { user } = useSignedIn()
  const brand = useBrandId()
  return useQuery({
    queryKey: ['favourites', user.user_id, brand],
    queryFn: ({ signal }) => call(getAddedFavoutites, { params: { user_id: user.user_id, brand }, signal }),
  })
}

/** Updates the cached list after a change on the server. Cancels requests in flight, whose data would be older. */
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

/**
 * Adds a film at the end, or before the favourite with the sequence_no. Shows a notice; returns whether it is in the
 * list.
 */
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
      // Another tab added it first: this is not an error, but the list here is stale.
      const twice = answer.message === 'favourite_already_added'
      toast(answer, twice ? { kind: 'warning' } : {})
      if (twice) await list.reload()
    } catch (error) {
      toast(error)
    }
    return false
  }
}

/** Returns the state of a film's star. It changes only after the server has confirmed. */
export function useStar(partId: string) {
  const { user } = useSignedIn()
  const brand_id = useBrandId()
  const favourites = useFavourites()
  const list = useFavouriteList()
  const add = useAddFavourite()
  const favourite = favourites.data && favouriteOf(favourites.data, partId)
  const toggle = useMutation({
    // Fails at once when offline, instead of changing the star later.
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
    /** False until the list has loaded; no star is shown then. */
    known: favourites.data !== undefined,
    on: favourite !== undefined,
    busy: toggle.isPending,
    press: () => {
      if (!toggle.isPending) toggle.mutate()
    },
  }
}
