import type { Generated } from 'kysely'

/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    favourites: {
      web_site_id: number
      favourite_id: Generated<number>
      user_id: number
      brand_id: number
      part_id: string
      sequence_no: number
      created_at: Written
    }
  }
}
