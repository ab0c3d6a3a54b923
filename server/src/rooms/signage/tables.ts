import type { DayPart } from '@cutaway/contract/rooms/signage/day-parts.ts'
import type { LoopItemKind } from '@cutaway/contract/rooms/signage/loops.ts'
import type { LoopPlayType } from '@cutaway/contract/rooms/signage/plan.ts'
import type { Generated } from 'kysely'

/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    loops: {
      web_site_id: number
      loop_id: Generated<number>
      user_id: number
      /** The location that has its own loop; null: every other one. */
      location_id: number | null
      /** Null: nothing was chosen. */
      play_type: Default<LoopPlayType | null>
      /** Seconds. */
      banner_duration: Default<number>
      is_fullscreen: Default<boolean>
      has_captions: Default<boolean>
      is_muted: Default<boolean>
      day_parts: Json<DayPart[]>
      /** Counts the changes of the loop and of its items. */
      revision: Default<number>
    }
    loop_items: {
      web_site_id: number
      item_id: Generated<number>
      loop_id: number
      user_id: number
      kind: LoopItemKind
      part_id: Default<string | null>
      language_id: Default<number | null>
      title: Default<string>
      sequence_no: number
      day_parts: Json<DayPart[]>
      file_name: Default<string | null>
      /** Bytes. */
      file_size: Default<number | null>
      file_hash: Default<string | null>
      /** Length of a video. */
      seconds: Default<number | null>
      /** Of a menu: a board as JSON, or HTML. */
      content: Default<string | null>
      is_displayed: Default<boolean>
    }
  }
}
