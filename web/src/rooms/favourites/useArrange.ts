import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import {
  changeFavoutitiesPosition,
  deleteFavoutites,
  type Favourite,
  getAddedFavoutites,
  getAnimationsForFavourite,
} from '@cutaway/contract/rooms/favourites.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, CallFailed, send } from '../../core/api.ts'
import { useLanguage } from '../../core/i18n/i18n.ts'
import { useBrandId, useSignedIn } from '../../core/session.ts'
import { toast } from '../../core/toast.ts'
import { delayedSave, type SaveState } from './delayed-save.ts'
import { moved, numbered, withoutFavourite } from './list.ts'
import { filmsOfFavourites, useAddFavourite, useFavouriteList, useFavourites } from './useFavourites.ts'

/** A favourite with its film. */
export interface Chosen {
  favourite: Favourite
  film: FilmTile
}

/** As specified: the delay between the last change and the save. */
const saveDelay = 500

/** Returns the available films, in the language of the page. */
export function useAvailableFilms() {
  const { user } = useSignedIn()
  const { language_id } = useLanguage()
  const params = { user_id: user.user_id, brand: useBrandId(), lang: String(language_id) }
  return useQuery({
    queryKey: ['films-for-favourites', params],
    queryFn: ({ signal }) => call(getAnimationsForFavourite, { params, signal }),
  })
}

/** Returns the list of favourites on its settings page, and the actions on it. */
export function useArrange(films: readonly FilmTile[] | undefined) {
  const favourites = useFavourites()
  const list = useFavouriteList()
  const addFavourite = useAddFavourite()
  const order = useOrderSave()

  const filmOf = new Map(films?.map((film) => [film.part_id, film]))
  const chosen =
    films &&
    favourites.data?.flatMap((favourite): Chosen[] => {
      const film = filmOf.get(favourite.part_id)
      return film ? [{ favourite, film }] : []
    })

  return {
    favourites,
    chosen,
    state: order.state,
    saveAgain: order.saveNow,

    /** Moves within the displayed list; films that have left the library stay at the end. */
    move(from: number, to: number): void {
      if (!chosen || !favourites.data) return
      const shown = chosen.map(({ favourite }) => favourite)
      const hidden = favourites.data.filter((one) => !shown.includes(one))
      const next = numbered([...moved(shown, from, to), ...hidden])
      void list.change(() => next)
      order.change(next)
    },

    async add(partId: string, before?: Favourite): Promise<boolean> {
      if (chosen?.some(({ film }) => film.part_id === partId)) {
        toast('favourite_already_added', { kind: 'warning' })
        return false
      }
      // The number of the following favourite must match the server's.
      await order.saveNow()
      return addFavourite(partId, before?.sequence_no)
    },

    async remove({ favourite }: Chosen): Promise<void> {
      await order.saveNow()
      try {
        const answer = await send(deleteFavoutites, { params: { id: favourite.id } })
        // It was already removed elsewhere, so this list is stale.
        if (answer.http === 404) return await list.reload()
        if (answer.status !== 1) return void toast(answer)
        await list.change((all) => withoutFavourite(all, favourite.part_id))
        toast(answer, {
          action: { label: 'undo', run: () => void addFavourite(favourite.part_id, favourite.sequence_no) },
        })
      } catch (error) {
        toast(error)
      }
    },
  }
}

interface Order {
  user_id: number
  brand: number
  favourites: readonly Favourite[]
}

/** Saves the order half a second after its last change, and at once when the page is left or closed. */
function useOrderSave() {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const brand = useBrandId()
  const [state, setState] = useState<SaveState>('unchanged')
  const [saver] = useState(() =>
    delayedSave<Order>({
      delay: saveDelay,
      save: async (order, leaving) => {
        if (!(await putOrder(order, leaving))) await client.invalidateQueries({ queryKey: ['favourites'] })
        await client.invalidateQueries({ queryKey: [filmsOfFavourites] })
      },
      onState: (now, error) => {
        setState(now)
        if (now === 'failed') toast(error)
      },
    }),
  )

  useEffect(() => {
    const leave = () => void saver.flush({ leaving: true })
    const hide = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      leave()
    }
  }, [saver])

  return {
    state,
    change: (favourites: readonly Favourite[]) => saver.change({ user_id: user.user_id, brand, favourites }),
    saveNow: () => saver.flush(),
  }
}

/** Returns false if some favourites no longer exist: they were removed elsewhere and are left out of the order. */
async function putOrder({ user_id, brand, favourites }: Order, keepalive: boolean): Promise<boolean> {
  const put = (some: readonly Favourite[]) =>
    call(changeFavoutitiesPosition, { body: some.map(({ id, sequence_no }) => ({ id, sequence_no })), keepalive })
  try {
    await put(favourites)
    return true
  } catch (error) {
    if (!(error instanceof CallFailed && error.http === 404)) throw error
    const left = await call(getAddedFavoutites, { params: { user_id, brand } })
    const kept = favourites.filter(({ id }) => left.some((one) => one.id === id))
    if (kept.length > 0) await put(kept)
    return false
  }
}
