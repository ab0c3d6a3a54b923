/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    automatic_answers: {
      web_site_id: number
      location_id: number
      is_on: boolean
      after_minutes: number
      /** Seven entries from Sunday: null (closed) or the minutes of opening and closing. Written as JSON. */
      hours: Json<([number, number] | null)[]>
    }
  }
}

export type { Tables } from '../../core/db/tables.ts'
