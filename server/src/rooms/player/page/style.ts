import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The styles of pages that the server draws: they stand in the page itself, so that the first paint waits for no other request. */

const rooms = join(import.meta.dirname, '../../../../../web/src/rooms')

/** Returns a style of the web's rooms without comments and optional spaces. */
export const minified = async (file: string): Promise<string> =>
  (await readFile(join(rooms, file), 'utf8'))
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, '')
    .replaceAll(/([:,]) /g, '$1')
    .replaceAll(' {', '{')
    .replaceAll(';}', '}')

/** The style of the small player. */
export const playerStyle = await minified('player/small/player.css')
