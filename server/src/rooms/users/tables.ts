import type { Generated } from 'kysely'

/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    business_entities: {
      web_site_id: number
      businessentity_id: Generated<number>
      business_name: string
      business_type: string
      is_show_business_name: Default<number>
      subscription_status: 'active' | 'cancelled' | 'ended'
      max_locations: Default<number>
      /** Users of roles 1 to 4 need a second step of the login. */
      second_step_required: Default<boolean>
      created_at: Written
      /** Since when the operator has suspended the business; null while it is active. */
      suspended_at: Default<Date | null>
      /** Counts the changes by the operator. */
      version: Default<number>
      /** The name of the person who made the last change. */
      changed_by: Default<string>
      /** The number of embeds of the business; null: any number. */
      embed_limit: Default<number | null>
      /** The number of embeds of each of its users; null: any number. */
      embed_limit_of_user: Default<number | null>
    }
    location_classes: {
      web_site_id: number
      class_id: Generated<number>
      businessentity_id: number
      class_name: string
      deleted_at: Written | null
      deleted_by: Default<number | null>
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
      location_type: Default<string>
      business_unit: Default<string>
      account_number: Default<string>
      deleted_at: Written | null
      deleted_by: Default<number | null>
    }
    location_class_locations: { web_site_id: number; location_id: number; class_id: number }
    users: {
      web_site_id: number
      user_id: Generated<number>
      username: string
      /** Empty until an invited user chooses a password. */
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
      /** Null: the time zone of the web site. */
      time_zone: Default<string | null>
      /** The user's own rights; null: those of the role. */
      permissions: string[] | null
      /** 0: an administrator locked the account. */
      active: Default<number>
      /** When log-in details were last mailed to the address. */
      invited_at: Written | null
      deleted_at: Written | null
      created_at: Written
    }
    api_keys: {
      web_site_id: number
      api_key_id: Generated<number>
      user_id: number
      key_hash: string
      prefix: string
      last4: string
      description: string
      scopes: string[]
      created_at: Written
      expires_at: Written | null
      last_used_at: Written | null
      revoked_at: Written | null
    }
    user_location_classes: { web_site_id: number; user_id: number; class_id: number }
    entity_role_permissions: {
      web_site_id: number
      businessentity_id: number
      user_access_id: number
      permissions: string[]
    }
  }
}
