import type { EmbedType } from '@cutaway/contract/rooms/embeds/fields.ts'
import type { Generated } from 'kysely'

/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    embeds: {
      web_site_id: number
      embed_id: Generated<number>
      token: string
      user_id: number
      businessentity_id: number | null
      of_business: boolean
      embed_type: EmbedType
      part_id: string
      sub_system_ids: number[]
      animation_name: string
      brand_id: number
      language_id: number
      follows_visitor: boolean
      domain_name: string
      domain_temp: string
      temp_until: Written | null
      width: string
      height: string
      created_at: Written
      deleted_at: Default<Date | null>
    }
    embed_views: {
      web_site_id: number
      embed_id: number
      view_key: string
      part_id: string
      language: string
      viewed_at: Written
      host: string
      remote_address: string
      machine: string | null
      /** The database numbers views, and sets the place of the embed's owner on that day. */
      view_id: Generated<number>
      businessentity_id: Default<number | null>
      location_id: Default<number | null>
      class_id: Default<number | null>
    }
    embed_refusals: {
      web_site_id: number
      embed_id: number
      host: string
      first_at: Written
      last_at: Written
    }
    embed_notices: {
      web_site_id: number
      user_id: number
      told_at: Written
    }
  }
}
