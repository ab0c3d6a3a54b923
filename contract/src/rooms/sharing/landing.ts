import { z } from 'zod'
import { endpoint, file, linkHolder, notAudited } from '../../endpoint.ts'
import { DriverSide, Flag, Id, PartId, PathId } from '../../fields.ts'

/** The public page behind a link, which a customer opens. The token in its address is the only key to it. */

export const LinkToken = z.string().regex(/^[\w-]{1,60}$/)

/** One film of the page, in the language of the visitor. */
export const LinkFilm = z.object({
  part_id: PartId,
  part_name: z.string(),
  subtitle: z.string(),
  language_id: Id,
  /** Address of the plain MP4 file; null where the part has no film in a language of the site. */
  video_url: z.string().nullable(),
  poster_url: z.string().nullable(),
  captions_url: z.string().nullable(),
  pdf_url: z.string().nullable(),
  /** Seconds. */
  duration: z.number(),
  /** Where chapters begin, in seconds. */
  chapters: z.array(z.object({ start: z.number(), title: z.string() })),
  /** Whether the sender added it, or it is shown because related films were asked for. */
  is_related: Flag,
})
export type LinkFilm = z.infer<typeof LinkFilm>

export const LinkAnswer = z.enum(['approve', 'call', 'withdraw', 'action'])
export type LinkAnswer = z.infer<typeof LinkAnswer>

export const LinkPage = z.object({
  backgroundLogo: z.string(),
  tagName: z.string(),
  businessName: z.string(),
  location: z.object({
    street1: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    phone: z.string(),
  }),
  /** Of the first film. */
  partsNarrated: z.object({ video_url: z.string().nullable() }),
  partsEmailSms: z.object({
    is_related_animations: Flag,
    user_id: Id,
    part_id: PartId,
    brand_id: Id,
    driverside: DriverSide,
    language_id: Id,
  }),
  films: z.array(LinkFilm),
  subject: z.string(),
  message: z.string(),
  ro_number: z.string(),
  adviser: z.string(),
  call_to_action: z.object({ text: z.string(), colour: z.string(), url: z.string() }).nullable(),
  /** The last answer of a customer, with its time; null before there is one or after it was taken back. */
  answered: z.object({ answer: LinkAnswer, at: z.string() }).nullable(),
  expires_at: z.string(),
})
export type LinkPage = z.infer<typeof LinkPage>

export const getAnimationLinkVideo = endpoint({
  method: 'GET',
  path: '/getAnimationLinkVideo/:random',
  who: linkHolder('random', { ended: true }),
  summary: 'What the page of a link shows. A link that has expired, was ended or never existed is refused by status 0.',
  limit: { max: 240 },
  params: z.object({ random: LinkToken }),
  fails: ['link_not_available', 'link_expired'],
  reply: LinkPage,
  beside: z.object({ loginPath: z.string(), domainName: z.string() }),
})

export const animationVideoTracking = endpoint({
  method: 'POST',
  path: '/animationVideoTracking',
  who: linkHolder('randomNumber'),
  audit: notAudited('view tracking'),
  summary:
    'What a visitor’s page tells: that it ran, that a frame was on the screen, which stretches of a film were watched. Counted once however often it arrives.',
  limit: { max: 240 },
  body: z.object({
    randomNumber: LinkToken,
    /** One for each visit; without it the visit alone is noted. */
    view_key: z.uuid().optional(),
    part_id: PartId.optional(),
    language_id: Id.optional(),
    /** A frame of the film has been on the screen. */
    first_frame: z.boolean().optional(),
    /** All that was watched of the film in this visit: from and to in seconds, one after the other. */
    stretches: z.array(z.number().min(0).max(86_400)).max(400).optional(),
  }),
  fails: ['link_not_available', 'link_expired'],
  reply: z.object({ watched_percent: z.int() }),
})

export const answerLink = endpoint({
  method: 'POST',
  path: '/answerLink',
  who: linkHolder('randomNumber'),
  audit: { action: 'link.answer' },
  summary: 'A customer approves the repair, asks for a call, takes the answer back, or follows the call to action.',
  limit: { max: 30 },
  body: z.object({ randomNumber: LinkToken, answer: LinkAnswer, request_key: z.uuid() }),
  fails: ['link_not_available', 'link_expired'],
  reply: z.object({ answered: z.object({ answer: LinkAnswer, at: z.string() }).nullable() }),
})

export const askShop = endpoint({
  method: 'POST',
  path: '/askShop',
  who: linkHolder('randomNumber', { ended: true }),
  audit: { action: 'link.ask_for_new' },
  summary: 'From the page of a link that has expired: asks the sender for a new one.',
  limit: { max: 5 },
  body: z.object({
    randomNumber: LinkToken,
    /** How to reach the customer, in the customer’s words. */
    contact: z.string().trim().min(3).max(200),
    message: z.string().trim().max(1000).optional(),
  }),
  fails: ['link_not_available'],
  reply: z.object({ asked: Flag }),
})

export const linkPdf = endpoint({
  method: 'GET',
  path: '/linkPdf/:token/:part_id/:language_id.pdf',
  who: linkHolder('token'),
  summary: 'The PDF of a part on the page of a link that works and names the part; 404 otherwise.',
  limit: { max: 60 },
  params: z.object({
    token: z.string().regex(/^[\w-]{22}$/),
    part_id: PartId,
    language_id: PathId,
  }),
  reply: file('application/pdf'),
})
