import { z } from 'zod'
import { endpoint, may } from '../../endpoint.ts'
import { DriverSide, Flag, Id, LangId, PartId, PathId } from '../../fields.ts'
import { Asks, Decision, FilmRow } from '../sharing/decisions.ts'
import { LinkState } from '../sharing/links.ts'

/** One link for a repair order, which another program sends to the customer itself. */

export const mostOrderFilms = 20

export const OrderLink = z.object({
  link_id: Id,
  /** The short URL to send. */
  tiny_url: z.string(),
  ro_number: z.string(),
  state: LinkState,
  created_at: z.string(),
  expires_at: z.string(),
  /** When a person first saw a frame of a film. */
  opened_at: z.string().nullable(),
  films: z.array(
    z.object({
      part_id: PartId,
      part_name: z.string(),
      /** The most that one visit watched, from 0 to 100. */
      watched_percent: z.int(),
    }),
  ),
  /** What the customer answered. Prices are in minor units (cents). */
  decision: Decision,
})
export type OrderLink = z.infer<typeof OrderLink>

export const makeOrderLink = endpoint({
  method: 'POST',
  path: '/orderLinks',
  who: may('allow_generate_link'),
  actsFor: 'user_id',
  audit: { action: 'link.make' },
  notForCustomers: true,
  summary:
    'Makes one link with the films of a repair order, with findings and prices. A repeated request with the same key returns the link made first, with already_made 1.',
  limit: { max: 120 },
  body: z.object({
    /** A key of your own for this request, at most 64 characters: repeat the request with it if you got no response. */
    request_key: z
      .string()
      .regex(/^[\w.:-]{1,64}$/)
      .meta({ example: 'order-48213-1' }),
    user_id: Id.optional(),
    ro_number: z.string().trim().min(1).max(40),
    lang_id: LangId,
    brand_id: Id.optional(),
    driverside: DriverSide.default('left'),
    subject: z.string().max(200).optional(),
    message: z.string().max(1000).optional(),
    asks: Asks.default('decision'),
    /** Mails the user when the customer watches. */
    notify: Flag.default(0),
    /** Days until the link expires; the web site’s own number by default. */
    days: z.int().min(1).max(365).optional(),
    films: z
      .array(FilmRow)
      .min(1)
      .max(mostOrderFilms)
      .meta({ example: [{ part_id: 'BRKDSC', rating: 'red', price: 38000 }] }),
  }),
  fails: ['Part no found'],
  reply: OrderLink.extend({ already_made: Flag }),
})

export const getOrderLink = endpoint({
  method: 'GET',
  path: '/orderLink/:link_id',
  who: may('allow_generate_link'),
  owns: { link_id: 'link' },
  notForCustomers: true,
  summary: 'Returns the state of a link: whether it was opened, how much was watched, and what the customer answered.',
  params: z.object({ link_id: PathId }),
  reply: OrderLink,
})
