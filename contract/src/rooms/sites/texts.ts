import { z } from 'zod'
import { listFields, listTotal } from '../../administration/list.ts'
import { endpoint, file, may } from '../../endpoint.ts'
import { Id, Nothing, PathId } from '../../fields.ts'

/**
 * The message texts of a web site: the shipped ones in `locales/`, and those that translators have written over them
 * for this web site.
 */

export const MessageKey = z.string().min(1).max(200).meta({ example: 'log_in' })

export const TextProblem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('empty') }),
  z.object({ kind: z.literal('too_long'), most: z.int() }),
  z.object({ kind: z.literal('braces') }),
  z.object({ kind: z.literal('markup') }),
  z.object({ kind: z.literal('unknown'), names: z.array(z.string()) }),
  z.object({ kind: z.literal('missing'), names: z.array(z.string()) }),
])

/** Who changed a text, and when. */
const Changed = z.object({
  at: z.iso.datetime(),
  /** Empty for a person of another web site, such as the operator. */
  by: z.string(),
  is_mine: z.boolean(),
})

export const SiteText = z.object({
  message_key: z.string(),
  /** The part of the product that shows the text: the name of its file in `locales/<language>`. */
  room: z.string(),
  /** The English text of the web site, else the shipped one. */
  english: z.string(),
  /** Null where the language has no shipped text, so that English is shown. */
  shipped: z.string().nullable(),
  /** What the web site wrote over the shipped text; null where it shows that. */
  text: z.string().nullable(),
  changed: Changed.nullable(),
  /** The shipped text has changed since the web site wrote its own. */
  is_outdated: z.boolean(),
  problems: z.array(TextProblem),
})
export type SiteText = z.infer<typeof SiteText>

export const textStates = ['all', 'missing', 'problems', 'changed', 'mine'] as const
export type TextStateFilter = (typeof textStates)[number]

const site = { web_site_id: Id, language_id: Id }

export const getSiteTexts = endpoint({
  method: 'POST',
  path: '/getSiteTexts',
  who: may('translate_texts'),
  site: 'web_site_id',
  audit: { notAudited: 'reads only' },
  summary:
    'Returns the message texts of a web site in a language beside the English ones, in pages: searched and filtered.',
  body: z.object({
    ...site,
    ...listFields(['key', 'changed']),
    state: z.enum(textStates).default('all'),
    room: z.string().max(40).default(''),
  }),
  reply: z.array(SiteText),
  beside: listTotal(),
})

export const TextCounts = z.object({
  language_id: Id,
  language_code: z.string(),
  name: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  all: z.int(),
  missing: z.int(),
  problems: z.int(),
  changed: z.int(),
  mine: z.int(),
})
export type TextCounts = z.infer<typeof TextCounts>

export const getTextCounts = endpoint({
  method: 'GET',
  path: '/getTextCounts/:web_site_id',
  who: may('translate_texts'),
  site: 'web_site_id',
  summary:
    'Returns, for each language of a web site, how many texts are missing, have problems or were changed; and the rooms of the texts.',
  params: z.object({ web_site_id: PathId }),
  reply: z.object({ languages: z.array(TextCounts), rooms: z.array(z.string()) }),
})

export const saveSiteText = endpoint({
  method: 'PUT',
  path: '/saveSiteText',
  who: may('translate_texts'),
  site: 'web_site_id',
  audit: { action: 'text.change' },
  summary:
    'Writes a text over the shipped one, on one web site. `seen` is the text of the web site that the translator saw, null for the shipped one: if another has been saved meanwhile, the call refuses with that one as its data. A text that equals the shipped one removes the own one.',
  body: z.object({ ...site, message_key: MessageKey, text: z.string().max(10_000), seen: z.string().nullable() }),
  fails: ['text_has_problems', 'text_changed_meanwhile'],
  reply: SiteText,
})

export const removeSiteText = endpoint({
  method: 'POST',
  path: '/useShippedText',
  who: may('translate_texts'),
  site: 'web_site_id',
  audit: { action: 'text.restore' },
  summary: 'Removes the text of a web site, so that the shipped one is shown. `seen` as in saveSiteText.',
  body: z.object({ ...site, message_key: MessageKey, seen: z.string().nullable() }),
  fails: ['text_changed_meanwhile'],
  reply: SiteText,
})

export const TextVersion = z.object({
  at: z.iso.datetime(),
  /** Empty for a person of another web site. */
  by: z.string(),
  /** Null: the shipped text. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  is_import: z.boolean(),
})
export type TextVersion = z.infer<typeof TextVersion>

export const getTextHistory = endpoint({
  method: 'POST',
  path: '/getTextHistory',
  who: may('translate_texts'),
  site: 'web_site_id',
  audit: { notAudited: 'reads only' },
  summary: 'Returns the changes of a text on a web site, the latest first, at most 50.',
  body: z.object({ ...site, message_key: MessageKey }),
  reply: z.array(TextVersion),
})

export const exportSiteTexts = endpoint({
  method: 'GET',
  path: '/exportSiteTexts/:web_site_id/:language_id/:state',
  who: may('translate_texts'),
  site: 'web_site_id',
  summary: 'Returns texts of a web site in a language as JSON: message key to text, English where a text is missing.',
  params: z.object({ web_site_id: PathId, language_id: PathId, state: z.enum(textStates) }),
  reply: file('application/json'),
})

/** A problem of a file, with its line. */
export const TextFileProblem = z.object({
  line: z.int(),
  /** Null if the file cannot be read from this line on. */
  message_key: z.string().nullable(),
  problem: z.union([TextProblem, z.object({ kind: z.enum(['not_json', 'not_text', 'unknown_key', 'repeated_key']) })]),
})
export type TextFileProblem = z.infer<typeof TextFileProblem>

/** Maximum number of problems that a reply lists. */
export const mostFileProblems = 200

const TextFile = z.object({
  ...site,
  /** The content of the file. */
  json: z.string().max(1_000_000),
})
const maxBody = 1_000_000

export const TextFileCheck = z.object({
  /** At most 200 of them. */
  problems: z.array(TextFileProblem),
  problem_count: z.int(),
  /** Texts that the import changes, those among them that return to the shipped text, and texts that stay as they are. */
  changed: z.int(),
  restored: z.int(),
  same: z.int(),
})
export type TextFileCheck = z.infer<typeof TextFileCheck>

export const checkTextFile = endpoint({
  method: 'POST',
  path: '/checkTextFile',
  who: may('translate_texts'),
  site: 'web_site_id',
  maxBody,
  audit: { notAudited: 'reads only' },
  summary: 'Checks a JSON file of texts line by line, and counts what importing it changes.',
  body: TextFile,
  reply: TextFileCheck,
})

export const importSiteTexts = endpoint({
  method: 'POST',
  path: '/importSiteTexts',
  who: may('translate_texts'),
  site: 'web_site_id',
  maxBody,
  audit: { action: 'text.import' },
  summary:
    'Writes the texts of a JSON file over the shipped ones. If a line has a problem, nothing is imported, and the data of the refusal are those of checkTextFile. Texts that the file does not name stay as they are.',
  body: TextFile,
  fails: ['texts_not_imported'],
  reply: TextFileCheck,
})

export const removeAllSiteTexts = endpoint({
  method: 'POST',
  path: '/useShippedTexts',
  who: may('translate_texts'),
  site: 'web_site_id',
  audit: { action: 'text.restore_all' },
  summary: 'Removes all texts of a web site in a language, so that the shipped ones are shown.',
  body: z.object(site),
  reply: Nothing,
})
