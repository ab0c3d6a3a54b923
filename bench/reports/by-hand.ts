import { webSiteId } from './fill.ts'

/**
 * The reports as someone would write them by hand for one business: one statement on the tables themselves, with names,
 * without rights, row-level security or a portal around it.
 */

/** The moments that the statements are about, as the report answers them. */
export interface Times {
  business: number
  /** The edges of the last 12 months and of the 12 before, in order. */
  edges: string[]
  /** The bucket between the compared part of the running month and the last 12 months, which no report counts. */
  gap: number
  /** The beginning of the last 12 months. */
  year: string
  /** The last month that is over, and the one before. */
  month: { before: string; start: string; end: string }
}

const within = (at: string) =>
  `e.web_site_id = ${webSiteId} and e.businessentity_id = :business and e.${at} >= :first and e.${at} < :last`
const bucket = (at: string) => `width_bucket(e.${at}, :edges) as bucket`
/** Adds the names of places and people to counts by user, which `counts` selects. */
const withNames = (counts: string) => `
  with c as (${counts})
  select c.*, u.first_name || ' ' || u.last_name as name, l.businessentity_location_name as location, r.class_name as region
  from c
  left join users u on u.web_site_id = ${webSiteId} and u.user_id = c.user_id
  left join locations l on l.web_site_id = ${webSiteId} and l.location_id = c.location_id
  left join location_classes r on r.web_site_id = ${webSiteId} and r.class_id = c.class_id`
const ofSends = `from sends e
  join send_recipients r on r.web_site_id = e.web_site_id and r.send_id = e.send_id and not r.is_suppressed
  left join deliveries d on d.web_site_id = r.web_site_id and d.delivery_id = coalesce(r.mail_id, r.message_id)`
const seen = "e.what in ('film', 'loop') and e.tracktype = 'portal'"

export interface ByHand {
  name: string
  /** The path of the call, and its filter. */
  call: string
  json: object
  sql: string
}

export const reportsByHand: readonly ByHand[] = [
  {
    name: 'usage',
    call: 'getPartsViewedReport',
    json: {},
    sql: withNames(`select class_id, location_id, user_id, ${bucket('viewed_at')}, count(*) as n
      from views e where ${within('viewed_at')} and ${seen} group by 1, 2, 3, 4`),
  },
  {
    name: 'usage by film',
    call: 'getPartsViewedReport',
    json: { group_by: 'film' },
    sql: `select part_id, ${bucket('viewed_at')}, count(*) as n
      from views e where ${within('viewed_at')} and ${seen} group by 1, 2`,
  },
  {
    name: 'sent',
    call: 'getEmailSentReport',
    json: { report_type: 'email_and_sms_combined' },
    sql: withNames(`select e.class_id, e.location_id, e.user_id, ${bucket('created_at')}, count(*) as n ${ofSends}
      where ${within('created_at')} and d.state is distinct from 'failed' group by 1, 2, 3, 4`),
  },
  {
    name: 'my videos sent',
    call: 'getUserCustomVideoSentReport',
    json: {},
    sql: `select e.user_id, v.part_id, ${bucket('created_at')}, count(*) as n ${ofSends}
      join custom_videos v on v.web_site_id = e.web_site_id and v.part_id = any(e.part_ids)
      where ${within('created_at')} and d.state is distinct from 'failed' group by 1, 2, 3`,
  },
  {
    name: 'embedded views',
    call: 'getEmbeddedAnimationsViewedReport',
    json: {},
    sql: `select c.*, m.animation_name, m.domain_name from (
        select embed_id, part_id, ${bucket('viewed_at')}, count(*) as n from embed_views e
        where ${within('viewed_at')} and machine is null group by 1, 2, 3) c
      join embeds m on m.web_site_id = ${webSiteId} and m.embed_id = c.embed_id`,
  },
  {
    name: 'generated links',
    call: 'getGenerateLinkGraphReport',
    json: {},
    sql: `select c.*, u.first_name || ' ' || u.last_name as name from (
        select e.user_id, ${bucket('created_at')}, count(*) as n,
          count(*) filter (where exists (select from link_views v where v.web_site_id = e.web_site_id
            and v.link_id = e.link_id and v.first_frame_at is not null)) as opened,
          count(*) filter (where exists (select from link_answers a where a.web_site_id = e.web_site_id
            and a.link_id = e.link_id)) as answered
        from links e where ${within('created_at')} and e.kind in ('websitePromotion', 'pdf') group by 1, 2) c
      left join users u on u.web_site_id = ${webSiteId} and u.user_id = c.user_id`,
  },
  {
    name: 'frequently viewed',
    call: 'getFrequentlyViewedPartsReport',
    json: {},
    sql: `select part_id, count(*) filter (where viewed_at >= :year) as n, count(*) filter (where viewed_at < :year) as before,
        count(distinct user_id) filter (where viewed_at >= :year) as people
      from views e where ${within('viewed_at')} and ${seen} group by 1`,
  },
  {
    name: 'regional managers',
    call: 'getAreaManagersReport',
    json: {},
    sql: `select c.*, u.first_name || ' ' || u.last_name as manager, l.businessentity_location_name from (
        select class_id, location_id, ${bucket('viewed_at')}, count(*) as n from views e
        where ${within('viewed_at')} and ${seen} group by 1, 2, 3) c
      left join user_location_classes m on m.web_site_id = ${webSiteId} and m.class_id = c.class_id
      left join users u on u.web_site_id = ${webSiteId} and u.user_id = m.user_id
      left join locations l on l.web_site_id = ${webSiteId} and l.location_id = c.location_id`,
  },
  {
    name: 'log-ins',
    call: 'getLoginTrackReport',
    json: {},
    sql: `select c.*, u.first_name || ' ' || u.last_name as name from (
        select user_id, kind, ${bucket('at')}, count(*) as n from logins e where ${within('at')} group by 1, 2, 3) c
      left join users u on u.web_site_id = ${webSiteId} and u.user_id = c.user_id`,
  },
  {
    name: 'funnel, last month',
    call: 'getFunnelReport',
    json: {},
    sql: `select c.*, u.first_name || ' ' || u.last_name as name from (
        select user_id, count(*) filter (where now) as n, count(*) filter (where not now) as before,
          count(*) filter (where now and (state in ('sent', 'delivered') or watched or last is not null)),
          count(*) filter (where now and (watched or last is not null)), count(*) filter (where now and half),
          count(*) filter (where now and last is not null), count(*) filter (where now and last = 'approve')
        from (
          select e.user_id, e.created_at >= :monthStart as now, d.state, v.watched, v.half, a.last
          ${ofSends}
          left join lateral (select true as watched, max(watched_percent) >= 50 as half from link_views v
            where v.web_site_id = r.web_site_id and v.link_id = r.link_id and first_frame_at is not null
            having count(*) > 0) v on true
          left join lateral (select answer as last from link_answers a where a.web_site_id = r.web_site_id
            and a.link_id = r.link_id and answer <> 'action' order by at desc limit 1) a on true
          where e.web_site_id = ${webSiteId} and e.businessentity_id = :business and e.created_at >= :monthBefore and e.created_at < :monthEnd
        ) s group by 1) c
      left join users u on u.web_site_id = ${webSiteId} and u.user_id = c.user_id`,
  },
]

/** Writes the values into a statement. */
export function written(statement: string, { business, edges, year, month }: Times): string {
  const moment = (text: string) => `'${text}'::timestamptz`
  const values: Record<string, string> = {
    business: String(business),
    edges: `array[${edges.map((edge) => `'${edge}'`).join(', ')}]::timestamptz[]`,
    first: moment(edges[0]!),
    last: moment(edges.at(-1)!),
    year: moment(year),
    monthBefore: moment(month.before),
    monthStart: moment(month.start),
    monthEnd: moment(month.end),
  }
  return statement.replaceAll(/(?<!:):([a-zA-Z]+)/g, (_, name: string) => values[name]!)
}
