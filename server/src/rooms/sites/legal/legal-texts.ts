import type * as contract from '@cutaway/contract/rooms/sites/legal.ts'
import { legalKinds, type LegalVersion } from '@cutaway/contract/rooms/sites/legal.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import { cleanedHtml } from '../../../core/html.ts'
import { sanitiseText } from '../../../core/sanitise-text.ts'
import type { Site } from '../../../core/tenancy.ts'
import { productText } from '../legal.ts'
import * as queries from './legal-texts.queries.ts'

/** Terms, privacy policy and the text about the product, as the operator writes them for a web site. */
export const legalTexts: Handlers<typeof contract> = {
  getLegalTexts: async ({ site, db }) => {
    const states = await queries.findStates(db, site)
    const texts = legalKinds.flatMap((kind) =>
      site.languages.map(({ language_id }) => {
        const state = states.find((one) => one.kind === kind && one.language_id === language_id)
        return {
          kind,
          language_id,
          published: state?.published ?? null,
          published_at: state?.published_at?.toISOString() ?? null,
          draft: state?.draft ?? null,
        }
      }),
    )
    return { texts, forces_terms: site.features.includes('force_terms_acceptance') }
  },

  getLegalText: async ({ body, site, db }) => ({
    versions: (await queries.findVersions(db, site, body)).map(shown),
    shipped: productText(body.kind, tagOf(site, body.language_id)),
  }),

  saveLegalText: async (call) => {
    const { body, site, db, caller, services, audit } = call
    const before = await lockText(call)
    const { html, wasCleaned } = cleanedHtml(sanitiseText(body.html))
    const [latest] = before
    const draft = latest?.published_at === null ? latest : undefined
    const version = draft?.version ?? (latest?.version ?? 0) + 1
    await queries.putDraft(db, site, body, {
      version,
      html,
      saved_at: services.clock.now(),
      saved_by: caller.user.user_id,
    })
    audit({ target: targetOf(body), before: draft ? { html: draft.html } : null, after: { version, html } })
    const [saved] = await queries.findVersions(db, site, body)
    return answer({ ...shown(saved!), was_cleaned: wasCleaned }, { message: 'legal_text_saved' })
  },

  publishLegalText: async (call) => {
    const { body, site, db, caller, services, audit } = call
    const before = await lockText(call)
    const [draft] = before
    if (draft?.published_at !== null) notFound()
    const asks_acceptance = body.kind === 'terms' && body.asks_acceptance
    await queries.publishDraft(db, site, body, {
      published_at: services.clock.now(),
      published_by: caller.user.user_id,
      asks_acceptance,
    })
    const former = before.find(({ published_at }) => published_at !== null)
    audit({
      target: targetOf(body),
      before: former ? { version: former.version } : null,
      after: { version: draft.version, asks_acceptance },
    })
    const [published] = await queries.findVersions(db, site, body)
    return answer(shown(published!), { message: 'legal_text_published' })
  },

  deleteLegalDraft: async ({ body, site, db, audit }) => {
    tagOf(site, body.language_id)
    await queries.lockLegalText(db, site, body)
    const [latest] = await queries.findVersions(db, site, body)
    if (latest?.published_at !== null) audit(false)
    else {
      await queries.deleteDraft(db, site, body)
      audit({ target: targetOf(body), before: { version: latest.version, html: latest.html } })
    }
    return answer(null, { message: 'legal_draft_deleted' })
  },

  previewHtml: ({ body }) => {
    const { html, wasCleaned } = cleanedHtml(sanitiseText(body.html))
    return { html, was_cleaned: wasCleaned }
  },
}

type OneText = Pick<AnyCall, 'site' | 'db'> & { body: queries.Which & { seen: string | null } }

const tagOf = (site: Site, languageId: number): string =>
  (site.languages.find((l) => l.language_id === languageId) ?? notFound()).language_code

const targetOf = ({ kind, language_id }: queries.Which) => ({ kind: 'legal_text', id: `${kind} ${language_id}` })

/** Returns the versions before a change. Refuses if the draft is not the one that the caller saw. */
async function lockText({ body, site, db }: OneText): Promise<queries.VersionRow[]> {
  tagOf(site, body.language_id)
  await queries.lockLegalText(db, site, body)
  const versions = await queries.findVersions(db, site, body)
  const [latest] = versions
  const draftAt = latest?.published_at === null ? latest.saved_at.toISOString() : null
  if (draftAt !== body.seen) fail('legal_text_changed_meanwhile')
  return versions
}

const shown = (row: queries.VersionRow): LegalVersion => ({
  version: row.version,
  html: row.html,
  saved_at: row.saved_at.toISOString(),
  saved_by: row.saved_by ?? '',
  published_at: row.published_at?.toISOString() ?? null,
  published_by: row.published_by ?? '',
  asks_acceptance: row.asks_acceptance,
})
