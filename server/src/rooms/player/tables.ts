import type { Generated } from 'kysely'

/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    views: {
      web_site_id: number
      view_id: Generated<number>
      viewed_at: Written
      user_id: number
      businessentity_id: number | null
      location_id: number | null
      what: 'film' | 'pdf' | 'loop'
      tracktype: string
      part_id: string
      video_type: string
      brand_id: number
      language_id: number
      /** Empty once it has been removed. */
      remote_address: string
      /** As the daily sum counts it, 'YYYY-MM-DD'; null in rows of the previous release. */
      day: Default<Date | null>
      half_minute: Generated<number>
      /** The screen in a waiting room; 0: the page of a person; below 0: a page in a frame of another program. */
      screen_id: Default<number>
    }
    daily_views: {
      web_site_id: number
      day: Written
      businessentity_id: number
      part_id: string
      what: 'film' | 'pdf' | 'loop'
      tracktype: string
      brand_id: number
      language_id: number
      views: number
    }
    user_history: {
      web_site_id: number
      user_id: number
      brand_id: number
      part_id: string
      viewed_at: Written | null
      pdf_viewed_at: Written | null
    }
    watched: {
      web_site_id: number
      view_key: string
      report: number
      user_id: number
      part_id: string
      brand_id: number
      language_id: number
      at: Written
      stretches: number[]
    }
  }
}
