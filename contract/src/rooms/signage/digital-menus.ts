import { z } from 'zod'
import { endpoint, may } from '../../endpoint.ts'
import { Flag, Id, PathId } from '../../fields.ts'
import { loopImageUpload } from './loops.ts'
import { mostMenuText } from './menu-board.ts'

/** Digital menus. A menu is an item of a loop; its content is a board as JSON, or free text. */

export const DigitalMenu = z.object({
  id: Id,
  /** A MenuBoard as JSON, or sanitised HTML. */
  digital_menu_content: z.string(),
  image_video_title: z.string(),
  is_display_digital_menu: Flag,
})
export type DigitalMenu = z.infer<typeof DigitalMenu>

const right = may('manage_looped_animations')
const Content = z.string().max(mostMenuText)
const Title = z.string().trim().min(1).max(100)
/** A board may be larger than the usual body. */
const maxBody = 512 * 1024

export const getDigitalMenu = endpoint({
  method: 'GET',
  path: '/getDigitalMenu/:id',
  who: right,
  owns: { id: 'loop_item' },
  summary: 'Returns a digital menu.',
  params: z.object({ id: PathId }),
  reply: DigitalMenu,
})

export const addDigitalMenu = endpoint({
  method: 'POST',
  path: '/addDigitalMenu',
  who: right,
  actsFor: 'user_id',
  owns: { location_id: 'location' },
  audit: { action: 'digital_menu.add' },
  summary: 'Adds a digital menu at the end of the loop: a board as JSON, or free text as HTML, which is sanitised.',
  maxBody,
  body: z.object({
    user_id: Id,
    location_id: Id.optional(),
    digital_menu_data: Content,
    digital_menu_title: Title,
    is_display_digital_menu: Flag.default(1),
  }),
  fails: ['Error in saving data', 'loop_full'],
  reply: DigitalMenu,
})

export const updateDigitalMenu = endpoint({
  method: 'PUT',
  path: '/updateDigitalMenu',
  who: right,
  owns: { id: 'loop_item' },
  audit: { action: 'digital_menu.change' },
  summary: 'Changes a digital menu; walls show it within seconds.',
  maxBody,
  body: z.object({
    id: Id,
    digital_menu_data: Content,
    digital_menu_title: Title,
    is_display_digital_menu: Flag,
  }),
  fails: ['Error in updating data'],
  reply: DigitalMenu,
})

export const uploadMenuPicture = endpoint({
  method: 'POST',
  path: '/uploadMenuPicture',
  who: right,
  owns: { id: 'loop_item' },
  audit: { action: 'digital_menu.change' },
  summary: 'Stores a picture for an item of a digital menu: PNG, JPEG, WebP or GIF, at most 10 MB. Returns its path.',
  limit: { max: 60 },
  upload: loopImageUpload,
  body: z.object({ id: Id }),
  fails: ['not_a_picture'],
  reply: z.object({ picture: z.string() }),
})

export const changeDigitalMenuDisplayStatus = endpoint({
  method: 'PUT',
  path: '/changeDigitalMenuDisplayStatus',
  who: right,
  owns: { id: 'loop_item' },
  audit: { action: 'digital_menu.change' },
  summary: 'Shows a digital menu on the wall or skips it.',
  body: z.object({ id: Id, is_display_digital_menu: Flag }),
  reply: DigitalMenu,
})
