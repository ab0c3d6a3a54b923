import { z } from 'zod'
import { anyone, endpoint, may, notAudited, unscoped } from '../../endpoint.ts'
import { Flag, Id, LangId, PartId, PathId } from '../../fields.ts'

/** Screens in waiting rooms: pairing by a code, the list, orders, and a film for one customer. */

/** Letters and digits that are not mistaken for each other on a television. */
export const codeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const codeLength = 6
export const codeMinutes = 10
/** Wrong codes that a person may type in a minute. */
export const mostWrongCodes = 5
export const mostScreens = 200

/** Seconds without a report after which a screen is no longer online. */
export const quietAfter = 60
/** Seconds without a report in opening hours after which a screen is dark. */
export const darkAfter = 300
/** Seconds for which a screen shows its name. */
export const identifySeconds = 10

const Code = z
  .string()
  .trim()
  .toUpperCase()
  .transform((text) => text.replaceAll(/[\s·-]/g, ''))
  .pipe(z.string().regex(/^[A-Z0-9]{6}$/))
  .meta({ example: 'K7M4X2' })
const Name = z.string().trim().min(1).max(80)
const Pixels = z.int().min(0).max(20_000)

/** What a screen says that it shows. */
export const Playing = z.object({
  title: z.string().max(200),
  kind: z.enum(['film', 'image', 'video', 'menu']),
  part_id: PartId.nullable(),
  /** Counts from 1. */
  place: z.int().min(1).max(1000),
  of: z.int().min(1).max(1000),
  /** Seconds of a film for a customer that are left; null in the loop. */
  left: z.number().min(0).max(36_000).nullable(),
})
export type Playing = z.infer<typeof Playing>

/** What a screen keeps for times without network. */
export const Kept = z.object({
  items: z.int().min(0).max(1000),
  of: z.int().min(0).max(1000),
  bytes: z.number().min(0),
  /** The device has no room for the whole loop. */
  is_full: z.boolean(),
})
export type Kept = z.infer<typeof Kept>

/** Online: heard within a minute. Quiet: not heard since. Dark: five minutes in opening hours. New: never heard. */
export const ScreenState = z.enum(['new', 'online', 'quiet', 'dark', 'closed'])
export type ScreenState = z.infer<typeof ScreenState>

export const Screen = z.object({
  screen_id: Id,
  name: z.string(),
  location_id: Id.nullable(),
  location_name: z.string().nullable(),
  state: ScreenState,
  last_seen_at: z.string().nullable(),
  app_version: z.string(),
  width: z.int(),
  height: z.int(),
  playing: Playing.nullable(),
  /** The picture of the film that plays. */
  poster: z.string().nullable(),
  kept: Kept.nullable(),
  clock_offset_ms: z.number(),
  is_muted: Flag,
  is_watched: Flag,
  /** When a mail was sent about the present outage, and to whom. */
  told_at: z.string().nullable(),
  told_name: z.string().nullable(),
  /** A film that was asked for and has not ended. */
  play_title: z.string().nullable(),
})
export type Screen = z.infer<typeof Screen>

const common = { who: may('manage_looped_animations'), notForCustomers: true } as const
const OneScreen = z.object({ screen_id: Id })

export const getScreens = endpoint({
  ...common,
  method: 'GET',
  path: '/getScreens',
  summary: 'Returns the screens at the locations that the caller reaches.',
  reply: z.array(Screen),
})

export const findScreenCode = endpoint({
  ...common,
  method: 'POST',
  path: '/findScreenCode',
  audit: notAudited('reads only'),
  limit: { max: 60 },
  summary: 'Looks for the screen that shows a code. Five wrong codes in a minute are refused.',
  body: z.object({ code: Code }),
  fails: ['screen_code_unknown', 'screen_code_too_many'],
  reply: z.object({ width: z.int(), height: z.int(), expires_at: z.string() }),
})

export const pairScreen = endpoint({
  ...common,
  method: 'POST',
  path: '/pairScreen',
  owns: { location_id: 'location' },
  audit: { action: 'screen.pair' },
  notWhileActing: true,
  limit: { max: 60 },
  summary: 'Pairs the screen that shows a code; the code works once.',
  body: z.object({ code: Code, name: Name, location_id: Id.optional(), is_watched: Flag.default(1) }),
  fails: ['screen_code_unknown', 'screen_code_too_many', 'screens_too_many', 'screen_needs_business'],
  reply: Screen,
})

export const updateScreen = endpoint({
  ...common,
  method: 'PUT',
  path: '/updateScreen',
  owns: { screen_id: 'screen', location_id: 'location' },
  audit: { action: 'screen.change' },
  summary: 'Renames or moves a screen, mutes it, or switches its alerts. An omitted field does not change.',
  body: OneScreen.extend({
    name: Name.optional(),
    location_id: Id.optional(),
    is_muted: Flag.optional(),
    is_watched: Flag.optional(),
  }),
  reply: Screen,
})

export const revokeScreen = endpoint({
  ...common,
  method: 'DELETE',
  path: '/revokeScreen/:screen_id',
  owns: { screen_id: 'screen' },
  audit: { action: 'screen.revoke' },
  summary: 'Revokes a screen. Its credential stops at once; the screen shows a new code after the film that runs.',
  params: z.object({ screen_id: PathId }),
  reply: z.object({ screen_id: Id }),
})

export const orderScreen = endpoint({
  ...common,
  method: 'POST',
  path: '/orderScreen',
  owns: { screen_id: 'screen' },
  audit: { action: 'screen.order' },
  summary: 'Lets a screen reload its page, or show its name for ten seconds.',
  body: OneScreen.extend({ order: z.enum(['reload', 'identify']) }),
  fails: ['screen_not_heard'],
  reply: Screen,
})

export const playOnScreen = endpoint({
  ...common,
  method: 'POST',
  path: '/playOnScreen',
  owns: { screen_id: 'screen' },
  audit: { action: 'screen.play' },
  summary: 'Plays a film on a screen for one customer; afterwards its loop goes on where it was.',
  body: OneScreen.extend({ part_id: PartId, lang_id: LangId }),
  fails: ['screen_not_heard', 'Part no found', 'Videos Are Not Available'],
  reply: Screen,
})

export const stopOnScreen = endpoint({
  ...common,
  method: 'POST',
  path: '/stopOnScreen',
  owns: { screen_id: 'screen' },
  audit: { action: 'screen.stop' },
  summary: 'Ends the film for a customer on a screen.',
  body: OneScreen,
  reply: Screen,
})

export const makeScreenCode = endpoint({
  method: 'POST',
  path: '/makeScreenCode',
  who: anyone,
  audit: notAudited('the pairing is audited'),
  limit: { max: 60 },
  summary: 'Makes the code that an unpaired screen shows, and the secret with which it asks whether it was paired.',
  body: z.object({ width: Pixels, height: Pixels }),
  reply: z.object({ code: z.string(), secret: z.string(), expires_at: z.string(), server_time: z.string() }),
})

export const claimScreen = endpoint({
  method: 'POST',
  path: '/claimScreen',
  who: anyone,
  actsFor: unscoped('nobody: the secret names the code'),
  audit: notAudited('the pairing is audited'),
  // A shop with many screens has one address.
  limit: { max: 600 },
  summary: 'Asks whether the screen was paired. Once it was, the reply sets its credential as a cookie.',
  body: z.object({
    secret: z
      .string()
      .regex(/^[\w-]{43}$/)
      .meta({ example: 'x'.repeat(43) }),
  }),
  reply: z.object({ state: z.enum(['waiting', 'paired', 'over']) }),
})

export const getScreenPlaces = endpoint({
  ...common,
  method: 'GET',
  path: '/getScreenPlaces',
  summary: 'Returns the locations at which the caller may have screens.',
  reply: z.array(z.object({ location_id: Id, name: z.string() })),
})
