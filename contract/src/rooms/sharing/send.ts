import { z } from 'zod'
import { endpoint, may, notAudited, ownSite, signedIn } from '../../endpoint.ts'
import { DriverSide, Flag, Id, LangId, LanguageKey, PartId, PathId, VideoType, Yes } from '../../fields.ts'
import { Asks, FilmRow } from './decisions.ts'
import { SendToCustomer } from './customers.ts'
import { Limits } from './gauge.ts'

/** Sending films by e-mail and by text message. */

/** The maximum number of films in an e-mail, and of recipients in one send. */
export const mostFilms = 20
export const mostRecipients = 20
/** The maximum number of recipients per day and user. */
export const mostRecipientsADay = 200
/** How long a send with `undoable` is held, in seconds. */
export const undoSeconds = 5

/** Accepts longer lists than allowed, so that they are refused by name instead of as malformed. */
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

/** Idempotency key that the browser generates for each press of the button: the same key sends once. */
export const RequestKey = z.uuid()

/**
 * Common to every channel: the films with what was found, the user, the language and the validity. Fields of older
 * clients are ignored.
 */
const Film = z.object({
  user_id: Id.optional(),
  brand_id: Id,
  lang_id: LangId,
  driverside: DriverSide,
  /** Can only shorten the validity that the web site grants. */
  days: z.coerce.number().int().min(1).max(3650).optional(),
  selectedVideoType: VideoType.optional(),
  request_key: RequestKey.optional(),
  /** Holds the messages for `undoSeconds`, in which undoSend takes the send back. */
  undoable: Yes.optional(),
  /** The sender requests a mail when the film is watched or answered. */
  notify: Yes.optional(),
  /** Whether the customer is asked for a decision; the default is a decision. */
  asks: Asks.optional(),
  /** The films in order, with what was found. Replaces the selected list; a text message may carry several. */
  films: z.array(FilmRow).max(2000).optional(),
  ...SendToCustomer.shape,
})

const roNumber = z.string().trim().max(40)

/** The business and the sender as customers see them. */
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

/** The data of the share dialog for one channel. */
export const ShareDetails = z.object({
  /** The user's own texts; empty if none were saved. */
  emailContentSettings: z.object({
    email_message1: z.string(),
    email_message2: z.string(),
    email_message3: z.string(),
    sms_message: z.string(),
    mail_subject: z.string(),
  }),
  /** The texts of the web site, in the requested language. */
  emailMessageWebsite: z.object({
    mail_content1: z.string(),
    mail_content2: z.string(),
    mail_content3: z.string(),
    sms_content: z.string(),
  }),
  /** Confirmed addresses. */
  emailAddressSettings: z.array(
    z.object({
      id: Id,
      email: z.string(),
      is_default: Flag,
      /** `site`: mail comes from the web site's address with this one as Reply-To, because its domain forbids others. */
      sends_from: z.enum(['own', 'site']),
    }),
  ),
  is_from_no_reply: z.enum(['yes', 'no']),
  /** The sender of a message without an address of the user's own. */
  no_reply_address: z.string(),
  emailBannerSettings: z.array(
    z.object({ id: Id, banner_image: z.string(), banner_url: z.string(), is_default: Flag }),
  ),
  shop: ShopCard,
  limits: z.object({
    /** Maximum length of the text, without the link. */
    sms: z.int(),
    mms: z.int(),
    /** Whether a message may contain a picture, by the country of the user's address. */
    mms_allowed: z.boolean(),
    /** Length of the link at the end of a text, including the space before it. */
    link: z.int(),
    /** Validity of a link of this channel in days. */
    days: z.int(),
    films: z.int(),
    recipients: z.int(),
  }),
  /** The scales of measured values, by part. */
  scales: z.record(z.string(), Limits),
  /** The number that text messages come from, E.164; null if the carrier chooses one. */
  text_number: z.string().nullable(),
  /** The same as people write it. */
  text_number_shown: z.string().nullable(),
  /** Number of texts that the business may still send; null if there is no quota. */
  texts_left: z.int().nullable(),
  /** The default of the request for a mail when a film is watched. */
  notify: z.boolean(),
})
export type ShareDetails = z.infer<typeof ShareDetails>

export const RecipientResult = z.object({
  /** As entered. */
  to: z.string(),
  /** `bounced`: earlier mail came back because the address does not exist, or its mailbox was full too often. */
  outcome: z.enum(['queued', 'unsubscribed', 'bounced']),
  /** error_unsubscribe_user for an unsubscribed recipient, error_address_bounced for a bounced one. */
  message: z.string(),
  /** URL of the recipient's landing page; null if nothing was sent. */
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
    'Returns the data of the share dialog for e-mail, SMS or MMS: texts, senders, banners, limits. Requires the right to send by that channel.',
  params: z.object({
    user: PathId,
    type: z.enum(['email', 'sms', 'mms']),
    /** The customer's language, for the texts of the web site; the default is the user's. */
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
  summary: 'Returns the data of the e-mail dialog in the page frame.',
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
    'Sends films by e-mail, with a separate link for each recipient. Unsubscribed recipients get none and are listed in the response; if no other recipient remains, the call is refused with them as data.',
  limit: { max: 60 },
  body: Film.extend({
    email: z.object({
      /** Comma-separated addresses. */
      toEmail: z.union([z.string().max(100_000), z.array(z.string().max(400)).max(2000)]),
      subject: z.string().max(1000),
      emailMessage: z.string().max(20_000),
      /** One of the user's confirmed addresses; empty: no-reply. */
      defaultFromEmail: z.string().max(400).optional(),
      /** Id or URL of one of the user's banners. */
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
    'error_address_bounced',
    'message_no_data_found',
    'remind_at_not_valid',
  ],
  reply: SendReceipt,
})

const Text = Film.extend({
  moNumber: z.string().max(60),
  /** The day on which the recipient agreed, YYYY-MM-DD; omitted if no agreement is claimed. */
  opt_in_date: z.string().max(40).nullish(),
  /** The words of the check box on the sender's screen; kept as proof if they are the product's own. */
  opt_in_wording: z.string().max(1000).optional(),
  /** The recipient's earlier agreement still holds, so that no day is given. Checked against the ledger. */
  standing_consent: Yes.optional(),
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
  'select_at_most_20_animations',
  'message_you_have_exceed_maximum_limit_of_character',
  'no_texts_left',
  'too_many_recipients_today',
  'Part no found',
  'error_unsubscribe_user',
  'error_address_bounced',
  'remind_at_not_valid',
] as const

export const sendSms = endpoint({
  method: 'POST',
  path: '/sendSms',
  who: may('allow_share_sms'),
  actsFor: 'user_id',
  audit: { action: 'message.send' },
  notForCustomers: true,
  summary:
    'Sends a film by text message to a number that has agreed to it. Several films go on one page, with the field `films`.',
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
  summary:
    'Sends a film as a message with its picture, or several films with the picture of the first; to the United States and Canada only.',
  limit: { max: 60 },
  body: Text,
  fails: [...textFails, 'mms_not_available_in_country'],
  reply: SendReceipt,
})

export const undoSend = endpoint({
  method: 'POST',
  path: '/undoSend',
  who: signedIn,
  audit: { action: 'message.undo' },
  notForCustomers: true,
  summary:
    'Takes back a send of the caller that was made with `undoable`, while all its messages are held: its links, receipts and texts are deleted, and text messages are credited. Refused once a message is on its way.',
  limit: { max: 60 },
  body: z.object({ request_key: RequestKey }),
  fails: ['message_no_data_found', 'send_on_its_way'],
  reply: z.object({ texts_left: z.int().nullable() }),
})

export const checkFirstTimeViewSmsMsg = endpoint({
  method: 'GET',
  path: '/checkFirstTimeViewSmsMsg/:user',
  who: may('allow_share_sms'),
  actsFor: 'user',
  summary: 'Returns whether the opt-in explanation is still to be shown to a user.',
  params: z.object({ user: PathId }),
  reply: z.object({ first_time: Flag }),
})

export const updateFirstTimeViewSmsMsg = endpoint({
  method: 'PUT',
  path: '/updateFirstTimeViewSmsMsg',
  who: may('allow_share_sms'),
  actsFor: 'user_id',
  audit: notAudited('a hint that the user has seen'),
  summary: 'Records that a user has seen the opt-in explanation.',
  body: z.object({ user_id: Id.optional() }),
  reply: z.object({ first_time: Flag }),
})
