import { z } from 'zod'
import { endpoint, file, jsonParam, may, signedIn } from '../../endpoint.ts'
import { DriverSide, Flag, Id, LangId, PartId, PathId } from '../../fields.ts'

/** Links that users create and share themselves. */

const Yes = z.union([z.boolean(), Flag]).transform(Boolean)

export const LinkState = z.enum(['active', 'expired', 'revoked'])

/** A link as a list entry. */
export const MadeLink = z.object({
  link_id: Id,
  kind: z.enum(['email', 'sms', 'mms', 'websitePromotion', 'pdf', 'repair_order']),
  /** Short URL, which redirects to the landing page. */
  tiny_url: z.string(),
  films: z.array(z.object({ part_id: PartId, part_name: z.string() })),
  language_id: Id,
  subject: z.string(),
  ro_number: z.string(),
  call_to_action_text: z.string(),
  call_to_action_url: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  state: LinkState,
  /** Number of visits by people; of a link to a PDF, how often it was read. */
  views: z.int(),
})
export type MadeLink = z.infer<typeof MadeLink>

export const generateLink = endpoint({
  method: 'POST',
  path: '/generateLink',
  who: may('allow_generate_link'),
  actsFor: 'generatelink.userId',
  audit: { action: 'link.make' },
  notForCustomers: true,
  summary:
    'Creates a link to a film for a web page or a chat. A repeated request returns the existing link while it is valid, with already_generated 1.',
  limit: { max: 60 },
  body: z.object({
    generatelink: z.object({
      relatedAnimations: Yes.optional(),
      roNumber: z.string().trim().max(40).optional(),
      /** The page that will contain the link; on one of the web site's own hosts. */
      pageAddress: z.string().max(2000).optional(),
      userId: Id.optional(),
      subject: z.string().max(200).optional(),
    }),
    /** One film; a list of several is refused by name. */
    part_id: z.union([PartId, z.array(PartId).min(1).max(2000)]),
    tag_name: z.string().max(300).optional(),
    brand: Id.optional(),
    brand_id: Id.optional(),
    lang_id: LangId,
    driverside: DriverSide,
    call_to_action_text: z.string().max(200).optional(),
    /** A colour, #rrggbb. */
    color: z.string().max(40).optional(),
    call_to_action_url: z.string().max(2000).optional(),
    tracking: z.unknown().optional(),
  }),
  fails: [
    'Part no found',
    'message_select_only_one_animation',
    'call_to_action_url_not_valid',
    'call_to_action_text_required',
    'colour_not_valid',
    'page_address_not_valid',
  ],
  reply: z.object({
    link_id: Id,
    tiny_url: z.string(),
    generated_link: z.string(),
    already_generated: Flag,
    domainName: z.string(),
    expires_at: z.string(),
  }),
})

export const pdfShareLink = endpoint({
  method: 'POST',
  path: '/pdfShareLink',
  who: may('allow_pdf'),
  actsFor: 'userId',
  audit: { action: 'link.make' },
  notForCustomers: true,
  summary: 'Creates a link to the PDF of a part. A repeated request returns the existing link while it is valid.',
  limit: { max: 60 },
  body: z.object({
    userId: Id.optional(),
    part_id: PartId,
    brand_id: Id,
    lang_id: LangId,
    driverside: DriverSide,
    tracking: z.unknown().optional(),
  }),
  fails: ['Part no found', 'pdf_not_available'],
  reply: z.object({ tiny_url: z.string(), expires_at: z.string() }),
})

export const getFbLink = endpoint({
  method: 'GET',
  path: '/getFbLink/:user_id',
  who: signedIn,
  actsFor: 'user_id',
  notForCustomers: true,
  summary: 'Returns the URL of Facebook’s share page, to which the URL of a link is appended.',
  params: z.object({ user_id: PathId }),
  reply: z.object({ fb_link: z.string() }),
})

export const getGeneratedLinks = endpoint({
  method: 'GET',
  path: '/getGeneratedLinks/:json',
  who: may('allow_generate_link'),
  actsFor: 'user_id',
  notForCustomers: true,
  summary: 'Returns the links that a user created, newest first, paginated.',
  params: z.object({
    json: jsonParam(
      z.object({
        user_id: Id,
        page: z.int().min(1).max(100_000).default(1),
        size: z.int().min(1).max(500).default(10),
        part_id: PartId.optional(),
        lang_id: LangId.optional(),
      }),
    ),
  }),
  reply: z.object({ rows: z.array(MadeLink), total: z.int() }),
})

const OneLink = z.object({ link_id: Id })

export const revokeLink = endpoint({
  method: 'POST',
  path: '/revokeLink',
  who: signedIn,
  owns: { link_id: 'link' },
  audit: { action: 'link.revoke' },
  notForCustomers: true,
  summary: 'Revokes a link immediately. Revoking it again changes nothing.',
  body: OneLink,
  reply: z.object({ link_id: Id, state: LinkState, expires_at: z.string() }),
})

export const extendLink = endpoint({
  method: 'POST',
  path: '/extendLink',
  who: signedIn,
  owns: { link_id: 'link' },
  audit: { action: 'link.extend' },
  notForCustomers: true,
  summary: 'Renews a link for its full validity from now on, including an expired or revoked one.',
  body: OneLink,
  reply: z.object({ link_id: Id, state: LinkState, expires_at: z.string() }),
})

export const linkQr = endpoint({
  method: 'GET',
  path: '/linkQr/:link_id.svg',
  who: signedIn,
  owns: { link_id: 'link' },
  notForCustomers: true,
  summary: 'Returns the short URL of a link as a QR code, for the screen and for print.',
  params: z.object({ link_id: PathId }),
  reply: file('image/svg+xml'),
})
