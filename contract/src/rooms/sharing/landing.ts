import { z } from 'zod'
import { endpoint, file, linkHolder, notAudited } from '../../endpoint.ts'
import { DriverSide, Flag, Id, PartId, PathId } from '../../fields.ts'
import { Decision, GivenRow, mostQuestion, ReplyBy } from './decisions.ts'

/** The public landing page of a link, which a customer opens. The token in its URL is the only credential. */

export const LinkToken = z.string().regex(/^[\w-]{1,60}$/)

/** One film of the page, in the language of the visitor. */
export const LinkFilm = z.object({
  part_id: PartId,
  part_name: z.string(),
  subtitle: z.string(),
  language_id: Id,
  /** URL of the plain MP4 file; null if the part has no film in a language of the site. */
  video_url: z.string().nullable(),
  /** URL of the player of another website, which a frame shows; null for a film that is a file. */
  frame_url: z.string().nullable(),
  poster_url: z.string().nullable(),
  captions_url: z.string().nullable(),
  pdf_url: z.string().nullable(),
  /** Seconds. */
  duration: z.number(),
  /** Chapter starts in seconds. */
  chapters: z.array(z.object({ start: z.number(), title: z.string() })),
  /** 1 if the film was added as a related film, 0 if the sender selected it. */
  is_related: Flag,
})
export type LinkFilm = z.infer<typeof LinkFilm>

/** The answer to all rows together. `call` asks for a call, `action` is a press of the shop's own button. */
export const LinkAnswer = z.enum(['approve', 'not_now', 'ask', 'call', 'withdraw', 'action'])
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
  /** The customer's latest answer, with its time; null before the first one or after its withdrawal. */
  answered: z.object({ answer: LinkAnswer, at: z.string() }).nullable(),
  /** What the shop found and what the customer answered, row by row. */
  decision: Decision,
  expires_at: z.string(),
})
export type LinkPage = z.infer<typeof LinkPage>

export const getAnimationLinkVideo = endpoint({
  method: 'GET',
  path: '/getAnimationLinkVideo/:random',
  who: linkHolder('random', { ended: true }),
  summary: 'Returns the content of a landing page. An expired, revoked or unknown link is refused with status 0.',
  limit: { max: 240 },
  params: z.object({ random: LinkToken }),
  fails: ['link_not_available', 'link_expired'],
  reply: LinkPage,
  beside: z.object({ loginPath: z.string(), domainName: z.string() }),
})

/** Proves that a request comes from a page that the server rendered for this link. */
const Proof = z.string().max(100)

export const animationVideoTracking = endpoint({
  method: 'POST',
  path: '/animationVideoTracking',
  who: linkHolder('randomNumber'),
  audit: notAudited('view tracking'),
  summary:
    'Tracks a visit of a landing page: that the page ran, that a frame was shown, and the watched ranges of a film. Repeated reports count once. Without a view_key, the proof of the page counts one view a day for each visitor.',
  limit: { max: 240 },
  body: z.object({
    randomNumber: LinkToken,
    /** Id of the visit; without it, and without the proof, only the request is recorded. */
    view_key: z.uuid().optional(),
    /** The proof that the server wrote into the page. */
    proof: Proof.optional(),
    part_id: PartId.optional(),
    language_id: Id.optional(),
    /** A frame of the film has been shown during playback. */
    first_frame: z.boolean().optional(),
    /** The browser has decoded a frame of the film, without playback. */
    decoded: z.boolean().optional(),
    /** All watched ranges of the film in this visit: alternating start and end in seconds. */
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
  summary:
    'Stores a customer’s answer: to each row, to all rows together, a withdrawal, or a press of the shop’s own button. Refused unless the page was rendered for the link, decoded a frame of its film, and a person pressed a key or a button; and for signed-in users of the same business.',
  limit: { max: 30 },
  body: z
    .object({
      randomNumber: LinkToken,
      /** The answer to all rows; with `rows` it is not needed. */
      answer: LinkAnswer.optional(),
      /** The answers to single rows; the others do not change. */
      rows: z.array(GivenRow).max(50).optional(),
      /** With `answer` ask or call. */
      question: z.string().trim().max(mostQuestion).optional(),
      reply_by: ReplyBy.optional(),
      /** The number to call, as entered, if the link did not come by text message. */
      contact: z.string().trim().max(60).optional(),
      request_key: z.uuid(),
      /** The visit in which a frame of a film was decoded. */
      view_key: z.uuid().optional(),
      proof: Proof.optional(),
      /** The kind of input with which a person gave the answer. */
      gesture: z.enum(['pointer', 'key']).optional(),
    })
    .refine(({ answer, rows }) => answer !== undefined || (rows !== undefined && rows.length > 0), {
      message: 'answer or rows',
    })
    .meta({ example: { randomNumber: 'x', answer: 'approve', request_key: '00000000-0000-4000-8000-000000000000' } }),
  fails: [
    'link_not_available',
    'link_expired',
    'answer_needs_person',
    'answer_not_of_shop',
    'answer_taken_up',
    'answer_not_asked',
  ],
  reply: z.object({
    answered: z.object({ answer: LinkAnswer, at: z.string() }).nullable(),
    decision: Decision,
  }),
})

export const askShop = endpoint({
  method: 'POST',
  path: '/askShop',
  who: linkHolder('randomNumber', { ended: true }),
  audit: { action: 'link.ask_for_new' },
  summary: 'Asks the sender for a new link, from the landing page of an expired one.',
  limit: { max: 5 },
  body: z.object({
    randomNumber: LinkToken,
    /** The customer's contact details, as entered. */
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
  summary: 'Returns the PDF of a part through a valid link that contains the part; 404 otherwise.',
  limit: { max: 60 },
  params: z.object({
    token: z.string().regex(/^(?:[\w-]{22}|[0-9A-Za-z]{12})$/),
    part_id: PartId,
    language_id: PathId,
  }),
  reply: file('application/pdf'),
})
