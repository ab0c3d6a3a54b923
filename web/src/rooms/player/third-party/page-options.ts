import { autoLoginTargets, type ThirdPartyOptions } from '@cutaway/contract/rooms/sessions/third-party.ts'
import { paths, toViewAnimation } from '../../../paths.ts'

/** What a page that another program opened shows of a film. In memory only, like the log-in itself. */

export type PageOptions = Pick<
  ThirdPartyOptions,
  'show_menu' | 'show_left_sidebar' | 'show_description' | 'video_only' | 'auto_play' | 'mute'
>

/** An own session that opens the page by its address sees everything. */
const everything: PageOptions = {
  show_menu: true,
  show_left_sidebar: true,
  show_description: true,
  video_only: false,
  auto_play: false,
  mute: false,
}

let options = everything
export const pageOptions = (): PageOptions => options
export const setPageOptions = (given: Partial<PageOptions>): void => void (options = { ...everything, ...given })

const isYes = (text: string | undefined) => /^(1|true|yes)$/i.test(text ?? '')
const isNo = (text: string | undefined) => /^(0|false|no)$/i.test(text ?? '')

/** The segments of an /autologin address that say what to show. */
export type AutoLoginSegments = Partial<
  Record<'autoLoginFor' | 'mute' | 'part_id' | 'isInteractive' | 'showRightSidebar' | 'showMenu', string>
>

/** Returns where an automatic login leads. A target is one of four words; anything else is the home page. */
export function targetOf({ autoLoginFor = '', part_id = '' }: AutoLoginSegments): string {
  const word = autoLoginTargets.find((one) => one === autoLoginFor.toUpperCase())
  if (word === 'SETTING') return paths.loopSettingsOfPage
  if (word === 'PLAY') return paths.loopOfPage
  return word === 'INTERACTIVE' && /^[\w-]{1,40}$/.test(part_id) ? toViewAnimation(part_id) : paths.home
}

/** What the page of a film is told with its address: to open the interactive film of the part. */
export interface PageState {
  interactive?: boolean
}
export const pageState = ({ isInteractive }: AutoLoginSegments): PageState => ({ interactive: isYes(isInteractive) })

/** Returns the options of an /autologin address. */
export const optionsOf = ({ mute, showRightSidebar, showMenu }: AutoLoginSegments): Partial<PageOptions> => ({
  mute: isYes(mute),
  show_left_sidebar: !isNo(showRightSidebar),
  show_menu: !isNo(showMenu),
})

const switches = [
  'is_interactive',
  'show_menu',
  'show_left_sidebar',
  'show_description',
  'video_only',
  'auto_play',
  'mute',
] as const
const words = ['part_id', 'language_code', 'lang'] as const

/** Returns the options in the query of /thirdPartyLogin. What is not one of the known words is left out. */
export function optionsOfQuery(query: URLSearchParams) {
  const given: Partial<Record<(typeof switches)[number], boolean> & Record<(typeof words)[number], string>> = {}
  for (const name of switches) {
    const text = query.get(name) ?? undefined
    if (isYes(text)) given[name] = true
    else if (isNo(text)) given[name] = false
  }
  for (const name of words) {
    const text = query.get(name)
    if (text !== null && /^[\w-]{1,40}$/.test(text)) given[name] = text
  }
  return given
}
