import type { BodyInputOf } from '@cutaway/contract/endpoint.ts'
import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { changeDigitalMenuDisplayStatus } from '@cutaway/contract/rooms/signage/digital-menus.ts'
import {
  addLoopedAnimations,
  changeLoopedAnimationsBannerDuration,
  changeLoopedAnimationsPosition,
  changeLoopItem,
  changeLoopPlayback,
  changeLoopPlayType,
  changePlayVideoFullscreen,
  deleteLoopedAnimations,
  followAllLocations,
  getAnimationsForLoopedAnimation,
  getLoopSettings,
  type LoopItem,
  type LoopSettings,
} from '@cutaway/contract/rooms/signage/loops.ts'
import { getWallPlan, type LoopPlayType } from '@cutaway/contract/rooms/signage/plan.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, CallFailed } from '../../../core/api.ts'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { delayedSave, type SaveState } from '../../favourites/delayed-save.ts'

/** The loop of the signed-in user, for all locations or for one, and what can be done with it. */

/** As specified: after the last move, and after the last change of the duration. */
const orderDelay = 500
const durationDelay = 2000

export function useLibraryFilms() {
  const { user } = useSignedIn()
  const { language_id } = useLanguage()
  return useQuery({
    queryKey: ['films-for-loop', user.user_id, language_id],
    queryFn: ({ signal }): Promise<FilmTile[]> =>
      call(getAnimationsForLoopedAnimation, { params: { user_id: user.user_id }, signal }),
  })
}

const placeOf = (locationId: number | null) => (locationId === null ? {} : { location_id: locationId })

/** What a wall at the location plays. */
export function useWallPlan(locationId: number | null) {
  const { user } = useSignedIn()
  return useQuery({
    queryKey: ['wall-plan', user.user_id, locationId],
    queryFn: ({ signal }) => call(getWallPlan, { params: { user_id: user.user_id, ...placeOf(locationId) }, signal }),
  })
}

interface Order {
  ids: readonly number[]
  revision: number
}

export function useLoop(locationId: number | null) {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const { language_id } = useLanguage()
  const { user_id } = user
  const at = placeOf(locationId)
  const key = ['loop', user_id, language_id, locationId]
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      call(getLoopSettings, { params: { user_id, lang_id: String(language_id), ...at }, signal }),
  })
  const [state, setState] = useState<SaveState>('unchanged')

  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['loop'] })
    await client.invalidateQueries({ queryKey: ['wall-plan'] })
  }
  const show = (change: Partial<LoopSettings>) =>
    client.setQueryData<LoopSettings>(key, (now) => now && { ...now, ...change })

  /** Saves at once, says so, and shows a refusal. */
  const save = async (work: () => Promise<unknown>): Promise<boolean> => {
    setState('saving')
    try {
      await work()
      setState('saved')
      return true
    } catch (error) {
      setState('failed')
      toast(error)
      return false
    } finally {
      await reload()
    }
  }

  const onState = (now: SaveState, error?: unknown) => {
    setState(now)
    if (now === 'failed') toast(error)
  }
  const [order] = useState(() =>
    delayedSave<Order>({
      delay: orderDelay,
      onState,
      save: async ({ ids, revision }, leaving) => {
        await saveOrder(ids, revision, leaving, async () => {
          await client.invalidateQueries({ queryKey: ['loop'] })
          return client.getQueryData<LoopSettings>(key)
        })
        await reload()
      },
    }),
  )
  const [duration] = useState(() =>
    delayedSave<BodyInputOf<typeof changeLoopedAnimationsBannerDuration>>({
      delay: durationDelay,
      onState,
      save: async (body, leaving) => {
        await call(changeLoopedAnimationsBannerDuration, { body, keepalive: leaving })
        await reload()
      },
    }),
  )
  useEffect(() => {
    const leave = () => void Promise.all([order, duration].map((one) => one.flush({ leaving: true })))
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [order, duration])

  return {
    query,
    state,
    reload,
    saveAgain: () => void Promise.all([order.flush(), duration.flush()]),

    async move(from: number, to: number): Promise<void> {
      const { data } = query
      const one = data?.items[from]
      if (!data || !one || from === to) return
      await client.cancelQueries({ queryKey: key })
      const others = data.items.filter((item) => item !== one)
      const items = [...others.slice(0, to), one, ...others.slice(to)]
      show({ items })
      order.change({ ids: items.map(({ id }) => id), revision: data.revision ?? 0 })
    },
    setDuration(seconds: number): void {
      show({ banner_duration: seconds })
      const looped_animation_banner_duration = seconds as 5
      duration.change({ user_id, ...at, looped_animation_banner_duration })
    },
    setMode: (loop_play_type: LoopPlayType) =>
      save(() => call(changeLoopPlayType, { body: { user_id, ...at, loop_play_type } })),
    setFullscreen: (on: boolean) =>
      save(() => call(changePlayVideoFullscreen, { body: { user_id, ...at, play_video_fullscreen: on ? 1 : 0 } })),
    setPlayback: (change: Omit<BodyInputOf<typeof changeLoopPlayback>, 'user_id' | 'location_id'>) =>
      save(() => call(changeLoopPlayback, { body: { user_id, ...at, ...change } })),

    async add(film: Pick<FilmTile, 'part_id'>): Promise<void> {
      await order.flush()
      const item = { part_id: film.part_id }
      await save(() => call(addLoopedAnimations, { body: { user_id, ...at, item, language_id } }))
    },
    changeItem: (body: BodyInputOf<typeof changeLoopItem>) => save(() => call(changeLoopItem, { body })),
    showMenu: (id: number, on: boolean) =>
      save(() => call(changeDigitalMenuDisplayStatus, { body: { id, is_display_digital_menu: on ? 1 : 0 } })),
    async remove({ id, part_id }: LoopItem): Promise<void> {
      await order.flush()
      await save(() => call(deleteLoopedAnimations, { params: { id, part_id } }))
    },
    follow: () =>
      locationId === null
        ? Promise.resolve(false)
        : save(() => call(followAllLocations, { params: { user_id, location_id: locationId } })),
  }
}

export type Loop = ReturnType<typeof useLoop>

/**
 * Saves an order. If someone else has changed the list meanwhile, the order is put onto the list as it is now, so that
 * nothing of either is lost, and the person is told.
 */
async function saveOrder(
  ids: readonly number[],
  revision: number,
  keepalive: boolean,
  reloaded: () => Promise<LoopSettings | undefined>,
): Promise<void> {
  const put = (some: readonly number[], based: number) =>
    call(changeLoopedAnimationsPosition, {
      body: some.map((id, i) => ({ id, sequence_no: i + 1, revision: based })),
      keepalive,
    })
  try {
    await put(ids, revision)
  } catch (error) {
    const isStale = error instanceof CallFailed && (error.key === 'loop_changed_meanwhile' || error.http === 404)
    if (!isStale) throw error
    const now = await reloaded()
    if (!now) throw error
    const kept = ids.filter((id) => now.items.some((item) => item.id === id))
    if (kept.length > 0) await put(kept, now.revision ?? 0)
    toast('loop_changed_meanwhile', { kind: 'warning' })
  }
}
