import type { Generated } from 'kysely'

/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    homepage_systems: { web_site_id: number; system_id: number; sequence_no: number }
    news: {
      web_site_id: number
      news_id: Generated<number>
      language_id: number
      title: string
      /** Sanitised. */
      html: string
      link_url: string | null
      part_id: string | null
      published_from: Written
      published_until: Written | null
      sequence_no: Default<number>
      /** Shown on touch screens in customer mode, which show no other news. */
      for_customers: Default<boolean>
      /** Grows with each change. */
      revision: Default<number>
      created_at: Written
    }
    custom_videos: {
      web_site_id: number
      custom_video_id: Generated<number>
      part_id: string
      user_id: number | null
      /** Null: for everyone of the web site. */
      businessentity_id: number | null
      video_name: string
      /** A value that customVideoSource() of the contract accepts. */
      video_url: string
      poster_url: string | null
      duration: number | null
      on_home: Default<boolean>
      sequence_no: Default<number>
      /** Grows with each change by an operator. */
      revision: Default<number>
      created_at: Written
      deleted_at: Written | null
      /** From here on written by the room customvideos. */
      description: Default<string>
      state: Default<'uploading' | 'waiting' | 'checking' | 'converting' | 'ready' | 'failed'>
      /** The message key of what is wrong with a failed one. */
      problem: Default<string | null>
      /** Per cent of the conversion. */
      progress: Default<number>
      /** Of an upload: its name under /uploads, and in the storage. */
      folder: Default<string | null>
      files: Default<string[]>
      file_name: Default<string | null>
      /** What counts for the space of the business. */
      bytes: Default<number>
      received: Default<number>
      width: Default<number | null>
      height: Default<number | null>
      posters: Default<string[]>
      touched_at: Default<Date>
      purged_at: Default<Date | null>
    }
    custom_video_texts: {
      web_site_id: number
      custom_video_id: number
      language_id: number
      video_name: string
      description: Default<string>
    }
    custom_video_captions: {
      web_site_id: number
      custom_video_id: number
      language_id: number
      /** WebVTT. */
      content: string
    }
  }
}
