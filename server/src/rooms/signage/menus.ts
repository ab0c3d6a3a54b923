import type * as contract from '@cutaway/contract/rooms/signage/digital-menus.ts'
import type { DigitalMenu } from '@cutaway/contract/rooms/signage/digital-menus.ts'
import { boardOf } from '@cutaway/contract/rooms/signage/menu-board.ts'
import { cleanHtml } from '../../core/html.ts'
import { answer, type Handlers } from '../../core/http/endpoints.ts'
import { fail, notFound } from '../../core/http/errors.ts'
import { InvalidImage, reencodeImage } from '../../core/storage/images.ts'
import * as queries from './loops.queries.ts'
import { lockWithRoom } from './loops.ts'
import { loopMediaUrl, storeFile } from './media/loop-media.ts'
import { forgetLater, picturesIn } from './media/pictures.ts'
import { flag } from './shown.ts'

/** The pixels that the largest picture of a board has on a wall. */
const largestPicture = { width: 1920, height: 1920 }

/** Digital menus of loops. */
export const menus: Handlers<typeof contract> = {
  getDigitalMenu: ({ owned }) => shown(ofMenu(owned.id)),

  addDigitalMenu: async ({ body, owner, site, db, audit }) => {
    const content = contentOf(body.digital_menu_data) ?? fail('Error in saving data')
    const loop = await lockWithRoom(db, site, owner, body.location_id)
    const row =
      (await queries.insertItem(db, site, loop, {
        kind: 'menu',
        content,
        title: body.digital_menu_title,
        is_displayed: body.is_display_digital_menu === 1,
      })) ?? fail('Error in saving data')
    await queries.changeLoop(db, site, loop.loop_id)
    audit({ target: { kind: 'loop_item', id: row.item_id }, after: shown(row) })
    return answer(shown(row), { message: 'loop_item_added' })
  },

  updateDigitalMenu: async ({ body, owned, site, db, services, audit }) => {
    const before = ofMenu(owned.id)
    const content = contentOf(body.digital_menu_data) ?? fail('Error in updating data')
    await queries.lockLoopById(db, site, before.loop_id)
    const row =
      (await queries.updateItem(db, site, body.id, {
        content,
        title: body.digital_menu_title,
        is_displayed: body.is_display_digital_menu === 1,
      })) ?? fail('Error in updating data')
    await queries.changeLoop(db, site, before.loop_id)
    const kept = new Set(picturesIn(content))
    await forgetLater(
      db,
      services,
      site,
      picturesIn(before.content ?? '').filter((name) => !kept.has(name)),
    )
    audit({ before: shown(before), after: shown(row) })
    return answer(shown(row), { message: 'loop_saved' })
  },

  uploadMenuPicture: async ({ owned, upload, site, db, services, audit }) => {
    const menu = ofMenu(owned.id)
    const picture = await reencodeImage(upload.bytes, largestPicture).catch((error: unknown) => {
      if (error instanceof InvalidImage) fail('not_a_picture')
      throw error
    })
    return storeFile(services, site, picture, async ({ file_name }) => {
      // A picture that no menu is saved with goes again.
      await forgetLater(db, services, site, [file_name])
      audit({ target: { kind: 'loop_item', id: menu.item_id }, after: { picture: file_name } })
      return { picture: loopMediaUrl(file_name) }
    })
  },

  changeDigitalMenuDisplayStatus: async ({ body, owned, site, db, audit }) => {
    const before = ofMenu(owned.id)
    await queries.lockLoopById(db, site, before.loop_id)
    const is_displayed = body.is_display_digital_menu === 1
    const row = (await queries.updateItem(db, site, body.id, { is_displayed })) ?? notFound()
    await queries.changeLoop(db, site, before.loop_id)
    const status = (one: queries.LoopItemRow) => ({ is_display_digital_menu: flag(one.is_displayed) })
    audit({ before: status(before), after: status(row) })
    return answer(shown(row), { message: 'loop_saved' })
  },
}

/** Other items are no menus, although they are records of the same kind. */
const ofMenu = (row: queries.LoopItemRow) => (row.kind === 'menu' ? row : notFound())

/** Returns a board as it is stored, or free text sanitised; null for a board that does not hold together. */
function contentOf(given: string): string | null {
  const board = boardOf(given)
  if (board) return JSON.stringify(board)
  return given.trimStart().startsWith('{') ? null : cleanHtml(given)
}

const shown = (row: queries.LoopItemRow): DigitalMenu => ({
  id: row.item_id,
  digital_menu_content: row.content ?? '',
  image_video_title: row.title,
  is_display_digital_menu: flag(row.is_displayed),
})
