import type { ReportName } from '@cutaway/contract/rooms/reports/reports.ts'
import type { ColumnType, Generated } from 'kysely'

/** What the other rooms publish for reports (views), and the settings of this room. */

/** One row an event. The places are those of the day it happened. */
export interface ReportEvent {
  web_site_id: number
  event_id: number
  at: Date
  businessentity_id: number | null
  class_id: number | null
  location_id: number | null
  user_id: number
  part_id: string | null
  brand_id: number | null
  language_id: number | null
  video_type: string | null
  tracktype: string
  kind: string
}

declare module '../../core/db/tables.ts' {
  interface Tables {
    report_views: ReportEvent & { remote_address: string }
    report_sends: ReportSend
    report_video_sends: ReportSend & { video_name: string }
    report_links: ReportEvent & {
      ro_number: string
      token: string
      expires_at: Date
      revoked_at: Date | null
      opened: boolean
      answered: boolean
    }
    report_logins: ReportEvent & { remote_address: string; user_agent: string }
    report_embed_views: ReportEvent & {
      remote_address: string
      embed_id: number
      domain_name: string
      host: string
    }
    report_funnel: ReportSend & {
      delivered: boolean
      opened: boolean
      half_watched: boolean
      answered: boolean
      approved: boolean
    }
    report_watched: ReportEvent & { ro_number: string; viewer: string; stretches: number[]; watched_percent: number }
    report_mails: { web_site_id: number; mail_id: string; state: string; failure_reason: string | null }
    report_businesses: { web_site_id: number; businessentity_id: number; business_name: string }
    report_regions: {
      web_site_id: number
      class_id: number
      businessentity_id: number
      class_name: string
      is_deleted: boolean
    }
    report_locations: {
      web_site_id: number
      location_id: number
      businessentity_id: number
      name: string
      is_deleted: boolean
      class_id: number | null
    }
    report_location_regions: { web_site_id: number; location_id: number; class_id: number }
    report_users: {
      web_site_id: number
      user_id: number
      businessentity_id: number | null
      location_id: number | null
      user_access_id: number
      name: string
      is_deleted: boolean
    }
    report_managers: { web_site_id: number; user_id: number; class_id: number; businessentity_id: number }
    report_embeds: {
      web_site_id: number
      embed_id: number
      businessentity_id: number | null
      embed_type: 'single' | 'systems' | 'menu'
      animation_name: string
      part_id: string
      domain_name: string
      is_deleted: boolean
    }
    report_videos: { web_site_id: number; part_id: string; video_name: string; is_deleted: boolean }
    report_schedules: {
      web_site_id: number
      schedule_id: Generated<number>
      user_id: number
      report: ReportName
      /** The stored filter, as JSON. */
      filter: ColumnType<Record<string, unknown>, string, string>
      frequency: 'daily' | 'weekly' | 'monthly'
      weekday: number | null
      month_day: number | null
      hour: number
      /** Of the hour; null: the one of the web site. */
      time_zone: Default<string | null>
      recipients: number[]
      with_csv: boolean
      only_with_events: boolean
      paused_because: Default<'person' | 'no_right' | null>
      next_at: Written
      created_at: Default<Date>
    }
    report_letters: {
      web_site_id: number
      schedule_id: number
      due_at: Written
      user_id: number
      state: Default<'waiting' | 'queued' | 'nothing' | 'refused' | 'failed'>
      reason: Default<string | null>
      mail_id: Default<string | null>
    }
    report_settings: {
      web_site_id: number
      user_id: number
      report: string
      businessentity_id: number | null
      date_filter: 'daily' | 'weekly' | 'monthly'
      report_type: string
      page_size: number
    }
  }
}

export type ReportSend = ReportEvent & {
  part_ids: string[]
  ro_number: string
  subject: string
  message: string
  address: string
  link_id: number | null
  state: 'counted' | 'suppressed' | 'failed'
}
