import { z } from 'zod'
import { endpoint, may, notAudited, ownSite, signedIn } from '../../endpoint.ts'
import { DriverSide, Flag, Id, LangId, LanguageKey, PartId, PathId, VideoType } from '../../fields.ts'

/** Sending films by e-mail and by text message. */

/** At most this many films in an e-mail, and as many recipients in one send. */
export const mostFilms = 20
export const mostRecipients = 20
/** At most this many recipients a day for one user. */
export const mostRecipientsADay = 200

const Yes = z.union([z.boolean(), Flag]).transform(Boolean)
/** Longer lists are refused by name and not as a malformed request. */
const SelectedList = z
  .array(
    z.object({
      part_id: PartId,
      tag_name: z.string().max(300).optional(),
      part_name: z.string().max(300).optional(),
      language_id: LangId.optional(),
      selected: Yes.optional(),
    }),
  )
  .max(2000)

/** What the browser makes once for each press of the button: the same key is sent once, however often it arrives. */
export const RequestKey = z.uuid()

/** Common to every channel: whose film, in which language, for how long. Fields of older clients change nothing. */
const Film = z.object({
  user_id: Id.optional(),
  brand_id: Id,
  lang_id: LangId,
  driverside: DriverSide,
  /** May only shorten what the web site grants. */
  days: z.coerce.number().int().min(1).max(3650).optional(),
  selectedVideoType: VideoType.optional(),
  request_key: RequestKey.optional(),
  /** The sender wants a mail when it is watched or answered. */
  notify: Yes.optional(),
})

const roNumber = z.string().trim().max(40)

/** The business and the person as customers see them. */
export const ShopCard = z.object({
  business_name: z.string(),
  street1: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  phone: z.string(),
  /** First and last name. */
  adviser: z.string(),
  logo_url: z.string().nullable(),
})
export type ShopCard = z.infer<typeof ShopCard>

/** What the share dialog needs for one channel. */
export const ShareDetails = z.object({
  /** The user's own texts; empty where none was saved. */
  emailContentSettings: z.object({
    email_message1: z.string(),
    email_message2: z.string(),
    email_message3: z.string(),
    sms_message: z.string(),
    mail_subject: z.string(),
  }),
  /** The texts of the web site, in the language asked for. */
  emailMessageWebsite: z.object({
    mail_content1: z.string(),
    mail_content2: z.string(),
    mail_content3: z.string(),
    sms_content: z.string(),
  }),
  /** Confirmed addresses. */
  emailAddressSettings: z.array(z.object({ id: Id, email: z.string(), is_default: Flag })),
  is_from_no_reply: z.enum(['yes', 'no']),
  /** From where a message without an address of the user's comes. */
  no_reply_address: z.string(),
  emailBannerSettings: z.array(
    z.object({ id: Id, banner_image: z.string(), banner_url: z.string(), is_default: Flag }),
  ),
  shop: ShopCard,
  limits: z.object({
    /** Characters of the text, without the link. */
    sms: z.int(),
    mms: z.int(),
    /** Whether a message may carry a picture, by the country of the user's address. */
    mms_allowed: z.boolean(),
    /** Characters that the link at the end of a text takes, with the space before it. */
    link: z.int(),
    /** Days for which a link of this channel works. */
    days: z.int(),
    films: z.int(),
    recipients: z.int(),
  }),
  /** Texts that the business may still send; null where they are not counted. */
  texts_left: z.int().nullable(),
  /** Default of the wish for a mail when a film is watched. */
  notify: z.boolean(),
})
export type ShareDetails = z.infer<typeof ShareDetails>

export const RecipientResult = z.object({
  /** As it was typed. */
  to: z.string(),
  outcome: z.enum(['queued', 'unsubscribed']),
  /** error_unsubscribe_user for whoever has unsubscribed. */
  message: z.string(),
  /** The page of this recipient; null for whoever gets nothing. */
  link: z.string().nullable(),
})
export const SendReceipt = z.object({
  send_id: Id,
  recipients: z.array(RecipientResult),
  expires_at: z.string(),
  texts_left: z.int().nullable(),
})
export type SendReceipt = z.infer<typeof SendReceipt>

export const getEmailAnAnimationDetails = endpoint({
  method: 'GET',
  path: '/getEmailAnAnimationDetails/:user/:type/:lang?',
  who: signedIn,
  actsFor: 'user',
  notForCustomers: true,
  summary:
    'What the share dialog needs for e-mail, SMS or MMS: texts, senders, banners, limits. Needs the right to send so.',
  params: z.object({
    user: PathId,
    type: z.enum(['email', 'sms', 'mms']),
    /** The customer's, for the texts of the web site; the user's unless told. */
    lang: LanguageKey.optional(),
  }),
  reply: ShareDetails,
})

export const getEmailAnAnimationDetailsHome = endpoint({
  method: 'GET',
  path: '/getEmailAnAnimationDetailsHome/:user_id/email',
  who: may('allow_share_email'),
  actsFor: 'user_id',
  notForCustomers: true,
  summary: 'The same for the e-mail dialog of the frame.',
  params: z.object({ user_id: PathId }),
  reply: ShareDetails,
})

export const sendEmail = endpoint({
  method: 'POST',
  path: '/sendEmail',
  who: may('allow_share_email'),
  actsFor: 'user_id',
  site: ownSite('email.web_site_id'),
  audit: { action: 'message.send' },
  notForCustomers: true,
  summary:
    'Sends films by e-mail, a link of its own to each recipient. Whoever has unsubscribed gets none and is named in the answer; when nobody is left the call refuses with them as data.',
  limit: { max: 60 },
  body: Film.extend({
    email: z.object({
      /** Addresses with commas between them. */
      toEmail: z.union([z.string().max(100_000), z.array(z.string().max(400)).max(2000)]),
      subject: z.string().max(1000),
      emailMessage: z.string().max(20_000),
      /** One of the user's confirmed addresses; empty: no-reply. */
      defaultFromEmail: z.string().max(400).optional(),
      /** Id of one of the user's banners, or its address. */
      selectedBannerImage: z.union([Id, z.string().max(500)]).optional(),
      selectedBannerUrl: z.string().max(2000).optional(),
      selectedList: SelectedList,
      roNumber: roNumber.optional(),
      relatedAnimations: Yes.optional(),
      mainSystem: z.union([Id, z.string().max(200)]).optional(),
      language_id: LangId.optional(),
      web_site_id: Id.optional(),
    }),
    emailBy: z.string().max(100).optional(),
    pdf_track_type: z.string().max(40).optional(),
  }),
  fails: [
    'enter_email_address',
    'email_addresses_not_valid',
    'too_many_recipients',
    'too_many_recipients_today',
    'please_select_an_animation',
    'select_at_most_20_animations',
    'enter_subject',
    'share_text_too_long',
    'sender_not_yours',
    'banner_not_yours',
    'Part no found',
    'error_unsubscribe_user',
    'message_no_data_found',
  ],
  reply: SendReceipt,
})

const Text = Film.extend({
  moNumber: z.string().max(60),
  /** The day on which the recipient agreed, YYYY-MM-DD; without it nobody has said so. */
  opt_in_date: z.string().max(40).optional(),
  emailMessage: z.string().max(20_000),
  selectedList: SelectedList,
  roNumber: roNumber.optional(),
  relatedAnimations: Yes.optional(),
})
const textFails = [
  'please_enter_a_valid_phone_number',
  'please_click_the_opt_in_checkbox',
  'opt_in_date_not_valid',
  'please_select_an_animation',
  'message_select_only_one_animation',
  'message_you_have_exceed_maximum_limit_of_character',
  'no_texts_left',
  'too_many_recipients_today',
  'Part no found',
  'error_unsubscribe_user',
] as const

export const sendSms = endpoint({
  method: 'POST',
  path: '/sendSms',
  who: may('allow_share_sms'),
  actsFor: 'user_id',
  audit: { action: 'message.send' },
  notForCustomers: true,
  summary: 'Sends one film by text message to a number that has agreed to it.',
  limit: { max: 60 },
  body: Text.extend({ country_code: z.string().max(10).optional() }),
  fails: textFails,
  reply: SendReceipt,
})

export const sendMms = endpoint({
  method: 'POST',
  path: '/sendMms',
  who: may('allow_share_mms'),
  actsFor: 'user_id',
  audit: { action: 'message.send' },
  notForCustomers: true,
  summary: 'Sends one film as a message with its picture; to the United States and Canada only.',
  limit: { max: 60 },
  body: Text,
  fails: [...textFails, 'mms_not_available_in_country'],
  reply: SendReceipt,
})

export const checkFirstTimeViewSmsMsg = endpoint({
  method: 'GET',
  path: '/checkFirstTimeViewSmsMsg/:user',
  who: may('allow_share_sms'),
  actsFor: 'user',
  summary: 'Whether a user has yet to see what the opt-in means.',
  params: z.object({ user: PathId }),
  reply: z.object({ first_time: Flag }),
})

export const updateFirstTimeViewSmsMsg = endpoint({
  method: 'PUT',
  path: '/updateFirstTimeViewSmsMsg',
  who: may('allow_share_sms'),
  actsFor: 'user_id',
  audit: notAudited('a hint that the user has seen'),
  summary: 'Notes that a user has seen what the opt-in means.',
  body: z.object({ user_id: Id.optional() }),
  reply: z.object({ first_time: Flag }),
})
