import {
  addDigitalMenu,
  type DigitalMenu,
  getDigitalMenu,
  updateDigitalMenu,
} from '@cutaway/contract/rooms/signage/digital-menus.ts'
import type { MenuBoard } from '@cutaway/contract/rooms/signage/menu-board.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../../core/api.ts'
import { useSignedIn } from '../../../../core/session.ts'
import { toast } from '../../../../core/toast.ts'
import { delayedSave, type SaveState } from '../../../favourites/delayed-save.ts'
import type { Loop } from '../useLoop.ts'

/** Returns an action that adds a menu to the loop; it resolves to nothing if it was refused. */
export function useAddMenu(loop: Loop, locationId: number | null) {
  const { user } = useSignedIn()
  return async (title: string, board: MenuBoard): Promise<DigitalMenu | undefined> => {
    try {
      const added = await call(addDigitalMenu, {
        body: {
          user_id: user.user_id,
          ...(locationId === null ? {} : { location_id: locationId }),
          digital_menu_title: title,
          digital_menu_data: JSON.stringify(board),
        },
      })
      await loop.reload()
      return added
    } catch (error) {
      toast(error)
      return undefined
    }
  }
}

export const useMenu = (id: number) =>
  useQuery({
    queryKey: ['digital-menu', id],
    queryFn: ({ signal }) => call(getDigitalMenu, { params: { id }, signal }),
    // The editor holds what is typed; a newer version must not replace it.
    staleTime: Infinity,
  })

export interface MenuDraft {
  title: string
  content: string
}

/** Milliseconds after the last key. */
const saveDelay = 500

/** Saves a menu half a second after the last change, and at once when the editor is left. */
export function useMenuSave(id: number, isDisplayed: 0 | 1) {
  const client = useQueryClient()
  const [state, setState] = useState<SaveState>('unchanged')
  const [saver] = useState(() =>
    delayedSave<MenuDraft>({
      delay: saveDelay,
      save: async ({ title, content }, leaving) => {
        const saved = await call(updateDigitalMenu, {
          body: {
            id,
            digital_menu_title: title,
            digital_menu_data: content,
            is_display_digital_menu: isDisplayed,
          },
          keepalive: leaving,
        })
        client.setQueryData(['digital-menu', id], saved)
        await client.invalidateQueries({ queryKey: ['loop'] })
        await client.invalidateQueries({ queryKey: ['wall-plan'] })
      },
      onState: (now, error) => {
        setState(now)
        if (now === 'failed') toast(error)
      },
    }),
  )
  useEffect(() => {
    const leave = () => void saver.flush({ leaving: true })
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [saver])
  return { state, change: saver.change, saveNow: () => void saver.flush() }
}
