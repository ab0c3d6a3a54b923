import type { ColumnType, Generated } from 'kysely'

/**
 * The tables as queries see them; server/migrations creates them. Tables with web_site_id are under row-level security.
 */

type Json<T> = ColumnType<T, string, string>
/** A column that the database fills if no value is given. */
type Default<T> = ColumnType<T, T | undefined, T>
type Written = ColumnType<Date, Date | string | undefined, Date | string>

export interface Tables {
  web_sites: {
    web_site_id: number
    name: string
    company: string
    mark: string
    brand_colour: string
    brand_id: number
    driverside: 'left' | 'right'
    default_lang_id: number
    default_video_type: 'narrated' | 'interactive'
    vehicle_layout_view: 'front_view' | 'top_view' | 'other' | ''
    country_code_iso: string
    currency: string
    time_zone: string
    free_trial_label: string | null
    free_trail_time: number
    free_trail_limit: number
    contact_email: string
    contact_phone: string
    /** Values of settings that belong to features, by name. */
    settings: Json<Record<string, unknown>>
    updated_at: Written
  }
  web_site_hosts: { web_site_id: number; host: string; is_primary: boolean }
  web_site_features: { web_site_id: number; feature: string }
  web_site_languages: { web_site_id: number; language_id: number; position: number }
  web_site_brands: { web_site_id: number; brand_id: number; position: number }
  languages: {
    language_id: number
    language_code: string
    name: string
    direction: 'ltr' | 'rtl'
    font: string | null
  }
  brands: { brand_id: number; name: string; vehicle_kind: 'car' | 'motorcycle' }
  business_entities: {
    web_site_id: number
    businessentity_id: Generated<number>
    business_name: string
    business_type: string
    is_show_business_name: Default<number>
    subscription_status: 'active' | 'cancelled' | 'ended'
    max_locations: Default<number>
    created_at: Written
  }
  location_classes: {
    web_site_id: number
    class_id: Generated<number>
    businessentity_id: number
    class_name: string
    deleted_at: Written | null
  }
  locations: {
    web_site_id: number
    location_id: Generated<number>
    businessentity_id: number
    businessentity_location_name: string
    country_code: string
    street1: Default<string>
    city: Default<string>
    state: Default<string>
    zip: Default<string>
    phone: Default<string>
    store_number: Default<string | null>
    deleted_at: Written | null
  }
  location_class_locations: { web_site_id: number; location_id: number; class_id: number }
  users: {
    web_site_id: number
    user_id: Generated<number>
    username: string
    password_hash: string
    email: string
    first_name: string
    last_name: string
    phone: Default<string>
    user_access_id: number
    is_employee: Default<number>
    businessentity_id: number | null
    location_id: number | null
    default_video_type: 'narrated' | 'interactive' | null
    default_animation_mail_checked: Default<number>
    is_first_time_login: Default<number>
    required_password_change: Default<boolean>
    terms_accepted_date: Written | null
    language_id: number | null
    /** The user's own rights; null: those of the role. */
    permissions: string[] | null
    deleted_at: Written | null
    created_at: Written
  }
  user_location_classes: { web_site_id: number; user_id: number; class_id: number }
  entity_role_permissions: {
    web_site_id: number
    businessentity_id: number
    user_access_id: number
    permissions: string[]
  }
  sessions: {
    web_site_id: number
    token_hash: string
    user_id: number
    stay: Default<boolean>
    created_at: Written
    last_seen_at: Written
    expires_at: Written
    ip: string
    user_agent: Default<string>
    /** Until then a touch screen belongs to the service adviser; null: to customers. */
    adviser_until: Written | null
    help_video_seen: Default<boolean>
  }
  login_attempts: {
    web_site_id: number
    attempt_id: Generated<number>
    /** Lower case; empty for a row that counts only for the address. */
    username: string
    ip: string
    /** The password is being checked: not a failure yet. */
    under_way: Default<boolean>
    at: Written
    /** The known device of the attempt; such an attempt counts for the device only. */
    device: string | null
    /**
     * 'pair': counts only for the name at this address, because a block or the first captcha request refused the
     * attempt.
     */
    counts: Default<'all' | 'pair'>
  }
  /** `subject` is a name, an address, a name and an address separated by a space, or a device. */
  login_blocks: { web_site_id: number; kind: 'user' | 'ip' | 'pair' | 'device'; subject: string; until: Written }
  /** Addresses from which a user has logged in. */
  login_places: { web_site_id: number; user_id: number; address: string; last_at: Written }
  /** Requests of an address to a route within a window, on all nodes. */
  rate_limits: { key: string; hits: number; ends_at: Written }
  /** Proofs that are valid once, such as solved captchas. */
  used_proofs: { proof: string; expires_at: Written }
  logins: { web_site_id: number; login_id: Generated<number>; user_id: number; at: Written; ip: string; kind: string }
  password_tokens: {
    web_site_id: number
    token_hash: string
    user_id: number
    expires_at: Written
    used_at: Written | null
  }
  mails: {
    web_site_id: number
    mail_id: string
    to_address: string
    from_name: string
    reply_to: string | null
    subject: string
    html: string
    text: string
    language_code: string
    /** Used by the previous version; new rows are 'moved': their state is in `deliveries`. */
    state: 'moved' | 'waiting' | 'sending' | 'sent' | 'kept' | 'failed' | 'unknown' | 'bounced'
    created_at: Written
    /** A user's own address; null: `sender_address`. */
    from_address: string | null
    /** The portal's own address when the mail was queued; null in rows of the previous version. */
    sender_address: string | null
    unsubscribe_url: string | null
  }
  deliveries: {
    web_site_id: number
    /** The delivery of the mail or the text message. */
    delivery_id: string
    channel: 'mail' | 'text'
    state: Default<'pending' | 'sent' | 'delivered' | 'failed' | 'outcome_unknown'>
    attempts: Default<number>
    /** While pending: the earliest time of the next attempt. During an attempt: the end of its lease. */
    due_at: Written | null
    carrier: string | null
    carrier_reference: string | null
    failure: 'rejected' | 'expired' | 'undelivered' | 'bounced' | null
    error_code: string | null
    last_error: string | null
    created_at: Written
    sent_at: Written | null
    ended_at: Written | null
  }
  delivery_attempts: {
    web_site_id: number
    delivery_id: string
    attempt: number
    node: string
    started_at: Written
    ended_at: Written | null
    result:
      | 'accepted'
      | 'permanent_failure'
      | 'temporary_failure'
      | 'outcome_unknown'
      | 'abandoned'
      | 'found'
      | 'lookup_pending'
      | 'lookup_failed'
      | null
    error_code: string | null
    reason: string | null
  }
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
    remote_address: string
    half_minute: Generated<number>
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
  feedback: {
    web_site_id: number
    user_id: number
    rating: number
    feedback: string
    page_url: string | null
    language_id: number
    created_at: Written
  }
  favourites: {
    web_site_id: number
    favourite_id: Generated<number>
    user_id: number
    brand_id: number
    part_id: string
    sequence_no: number
    created_at: Written
  }
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
    created_at: Written
    deleted_at: Written | null
  }
  sender_addresses: {
    web_site_id: number
    address_id: Generated<number>
    user_id: number
    email: string
    is_default: Default<boolean>
    default_when_verified: Default<boolean>
    verified_at: Written | null
    token_hash: string | null
    token_sent_at: Written | null
    created_at: Written
  }
  sender_confirmations: {
    web_site_id: number
    confirmation_id: Generated<number>
    user_id: number
    address_key: string
    sent_at: Written
  }
  sender_settings: { web_site_id: number; user_id: number; is_from_no_reply: boolean }
  entity_sender_defaults: { web_site_id: number; businessentity_id: number; address_id: number }
  email_contents: {
    web_site_id: number
    user_id: number
    email_message1: Default<string>
    email_message2: Default<string>
    email_message3: Default<string>
    sms_message: Default<string>
    mail_subject: Default<string>
    /** File name under /pictures. */
    logo: string | null
    logo_width: number | null
    logo_height: number | null
    updated_at: Written
  }
  banners: {
    web_site_id: number
    banner_id: Generated<number>
    user_id: number
    /** File name under /pictures. */
    picture: string
    width: number
    height: number
    banner_url: Default<string>
    is_default: Default<boolean>
    created_at: Written
  }
  logo_banner_settings: {
    web_site_id: number
    user_id: number
    setting_type: 'logo' | 'banner'
    logo_width: number
    logo_height: number
  }
  messages: {
    web_site_id: number
    message_id: string
    kind: 'sms' | 'mms'
    /** E.164. */
    to_number: string
    from_number: string | null
    body: string
    media_url: string | null
    segments: number
    language_code: string
    /** Used by the previous version; new rows are 'moved': their state is in `deliveries`. */
    state: 'moved' | 'waiting' | 'sending' | 'sent' | 'kept' | 'delivered' | 'undelivered' | 'failed' | 'unknown'
    created_at: Written
  }
  message_numbers: { web_site_id: number; number: string; is_default: Default<boolean> }
  message_credits: { web_site_id: number; businessentity_id: number; remaining: number }
  mail_domains: { web_site_id: number; domain: string; selector: string; private_key: string; created_at: Written }
  links: {
    web_site_id: number
    link_id: Generated<number>
    token: string
    kind: 'email' | 'sms' | 'mms' | 'websitePromotion' | 'pdf'
    user_id: number
    businessentity_id: number | null
    location_id: number | null
    brand_id: number
    driverside: 'left' | 'right'
    language_id: number
    subject: Default<string>
    message: Default<string>
    ro_number: Default<string>
    with_related: Default<boolean>
    call_to_action_text: Default<string>
    call_to_action_colour: Default<string>
    call_to_action_url: Default<string>
    fingerprint: string | null
    notify: Default<boolean>
    watched_mail_id: string | null
    told_answer_id: number | null
    created_at: Written
    expires_at: Written
    revoked_at: Written | null
  }
  link_films: { web_site_id: number; link_id: number; position: number; part_id: string }
  link_expiries: { web_site_id: number; kind: string; days: number }
  sends: {
    web_site_id: number
    send_id: Generated<number>
    request_key: string
    user_id: number
    businessentity_id: number | null
    location_id: number | null
    class_id: number | null
    channel: 'email' | 'sms' | 'mms'
    brand_id: number
    language_id: number
    part_ids: string[]
    subject: Default<string>
    message: string
    ro_number: Default<string>
    from_address: string | null
    banner_id: number | null
    recipient_count: number
    created_at: Written
  }
  send_recipients: {
    web_site_id: number
    recipient_id: Generated<number>
    send_id: number
    address: string
    address_key: string
    is_suppressed: Default<boolean>
    link_id: number | null
    mail_id: string | null
    message_id: string | null
    resend_of: number | null
    created_at: Written
  }
  link_views: {
    web_site_id: number
    link_id: number
    view_key: string
    part_id: string
    language_id: number
    opened_at: Written
    first_frame_at: Written | null
    last_at: Written
    stretches: Default<number[]>
    watched_percent: Default<number>
    user_agent: Default<string>
    remote_address: Default<string>
  }
  link_hits: {
    web_site_id: number
    hit_id: Generated<number>
    link_id: number
    at: Written
    kind: 'page' | 'scanner' | 'preview' | 'prefetch' | 'head'
    user_agent: Default<string>
    remote_address: Default<string>
  }
  link_answers: {
    web_site_id: number
    answer_id: Generated<number>
    link_id: number
    request_key: string
    answer: 'approve' | 'call' | 'withdraw' | 'action'
    at: Written
    remote_address: Default<string>
  }
  link_questions: {
    web_site_id: number
    question_id: Generated<number>
    link_id: number
    contact: string
    message: string
    at: Written
    remote_address: Default<string>
  }
  consents: {
    web_site_id: number
    consent_id: Generated<number>
    at: Written
    channel: 'email' | 'phone'
    address_key: string
    action: 'granted' | 'revoked'
    wording: string
    screen: string
    user_id: number | null
    businessentity_id: number | null
    opt_in_date: Written | null
    remote_address: Default<string>
  }
  suppressions: {
    web_site_id: number
    address_key: string
    channel: 'email' | 'phone'
    reason: string
    since: Written
  }
  sms_first_views: { web_site_id: number; user_id: number; at: Written }
  audit_log: {
    web_site_id: number
    audit_id: Generated<number>
    at: Written
    user_id: number | null
    acted_for: number | null
    action: string
    outcome: string
    target_kind: string | null
    target_id: string | null
    before: ColumnType<object | null, string | null, never>
    after: ColumnType<object | null, string | null, never>
    ip: string
    user_agent: string
    request_id: string
  }
}
