import type { SentReport } from './schedules.ts'

/** The pages of the reports that are sent by mail, for the links in letters. A test compares them with the browser's paths. */
export const reportPages: Record<SentReport, string> = {
  usage: '/usage_report',
  sent: '/email_sent_report',
  videos: '/user_custom_video_sent_report',
  embeds: '/embedded_animations_report',
  links: '/generate_link_report',
  frequent: '/frequently_viewed_animations_report',
  managers: '/area_manager_report',
  logins: '/login_track_report',
  funnel: '/funnel_report',
}
export const scheduleSettingsPage = '/report_settings'
