import { z } from 'zod'
import { endpoint, may } from '../../endpoint.ts'
import { Id, PathId, Yes } from '../../fields.ts'

/**
 * Terms, privacy policy and the text about the product, as the operator writes them for a web site: versions in each
 * language, one of which is shown. A web site without a version shows the text of the product.
 */

export const legalKinds = ['terms', 'privacy', 'about'] as const
export const LegalKind = z.enum(legalKinds)
export type LegalKind = z.infer<typeof LegalKind>

export const LegalState = z.object({
  kind: LegalKind,
  language_id: Id,
  /** The version that is shown; null: the text of the product. */
  published: z.int().nullable(),
  published_at: z.iso.datetime().nullable(),
  /** The version of the draft, if there is one. */
  draft: z.int().nullable(),
})
export type LegalState = z.infer<typeof LegalState>

export const getLegalTexts = endpoint({
  method: 'GET',
  path: '/getLegalTexts/:web_site_id',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  summary: 'Returns, for each text and language of a web site, the published version and the draft.',
  params: z.object({ web_site_id: PathId }),
  reply: z.object({
    texts: z.array(LegalState),
    /** The web site asks its users to accept the terms. */
    forces_terms: z.boolean(),
  }),
})

export const LegalVersion = z.object({
  version: z.int(),
  html: z.string(),
  saved_at: z.iso.datetime(),
  /** Empty for a person of another web site. */
  saved_by: z.string(),
  published_at: z.iso.datetime().nullable(),
  published_by: z.string(),
  asks_acceptance: z.boolean(),
})
export type LegalVersion = z.infer<typeof LegalVersion>

const which = { web_site_id: Id, kind: LegalKind, language_id: Id }

const LegalText = z.object({
  /** The latest version first; the draft is the first one, if there is one. */
  versions: z.array(LegalVersion),
  /** The text of the product, which is shown without a published version, with {company}, {site} and {email}. */
  shipped: z.string(),
})
export type LegalText = z.infer<typeof LegalText>

export const getLegalText = endpoint({
  method: 'POST',
  path: '/getLegalText',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  audit: { notAudited: 'reads only' },
  summary: 'Returns the versions of a text in a language, at most 100, and the text of the product.',
  body: z.object(which),
  reply: LegalText,
})

/** Maximum length of a text with its markup. */
export const mostLegalText = 100_000

export const saveLegalText = endpoint({
  method: 'PUT',
  path: '/saveLegalText',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  audit: { action: 'legal_text.change' },
  summary:
    'Saves the draft of a text. Markup that texts may not have is removed, and `was_cleaned` says so. `seen` is the time at which the draft was saved that the caller saw, null without a draft: if another one has been saved since, the call refuses.',
  body: z.object({ ...which, html: z.string().trim().min(1).max(mostLegalText), seen: z.iso.datetime().nullable() }),
  fails: ['legal_text_changed_meanwhile'],
  reply: LegalVersion.extend({ was_cleaned: z.boolean() }),
})

export const publishLegalText = endpoint({
  method: 'POST',
  path: '/publishLegalText',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  audit: { action: 'legal_text.publish' },
  summary:
    'Publishes the draft of a text. New terms may ask everyone to accept them again, on web sites that require it. `seen` as in saveLegalText.',
  body: z.object({ ...which, seen: z.iso.datetime(), asks_acceptance: Yes.default(false) }),
  fails: ['legal_text_changed_meanwhile'],
  reply: LegalVersion,
})

export const deleteLegalDraft = endpoint({
  method: 'POST',
  path: '/deleteLegalDraft',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  audit: { action: 'legal_text.delete' },
  summary: 'Deletes the draft of a text. Published versions stay.',
  body: z.object(which),
  reply: z.null(),
})

export const previewHtml = endpoint({
  method: 'POST',
  path: '/previewHtml',
  who: may('manage_web_sites'),
  audit: { notAudited: 'reads only' },
  summary: 'Returns the markup of a text as it will be shown, and whether anything was removed from it.',
  body: z.object({ html: z.string().max(mostLegalText) }),
  reply: z.object({ html: z.string(), was_cleaned: z.boolean() }),
})
