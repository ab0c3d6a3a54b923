import type * as contract from '@cutaway/contract/rooms/branding/texts.ts'
import { mostSavedText, mostSavedTexts, mostTextTitle, type SavedText } from '@cutaway/contract/rooms/branding/texts.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { badRequest, fail } from '../../../core/http/errors.ts'
import type { RecordLoader } from '../../../core/scope.ts'
import { sanitiseLine, sanitiseText } from '../../../core/sanitise-text.ts'
import { lockSettings } from '../authorisation.ts'
import * as queries from './saved-texts.queries.ts'
import type { SavedTextRow } from './saved-texts.queries.ts'

declare module '../../../core/scope.ts' {
  interface RecordKinds {
    saved_text: SavedTextRow
  }
}

export const savedTextRecords: RecordLoader<SavedTextRow> = {
  find: queries.findTextsById,
  idOf: ({ text_id }) => text_id,
}

/** Roles up to this level save texts for the whole business. */
const businessLevel = 5

/** Saved texts, and the logo and banners of the business. */
export const savedTexts: Handlers<typeof contract> = {
  getSavedTexts: async ({ owner, site, db }) =>
    (await queries.findTexts(db, site, owner)).map((row) => shown(row, owner.user_id)),

  saveText: async (call) => {
    const { body, owner, site, db, services, audit } = call
    await lockSettings(db, site, owner.user_id)
    const mine = (await queries.findTexts(db, site, owner)).filter(({ user_id }) => user_id === owner.user_id)
    if (mine.length >= mostSavedTexts) fail('too_many_saved_texts')
    const row = await queries.insertText(db, site, {
      user_id: owner.user_id,
      businessentity_id: entityOf(call, body.for_business),
      channel: body.channel,
      ...tidied(call, body),
      created_at: services.clock.now(),
    })
    audit({ target: { kind: 'saved_text', id: row.text_id }, after: { title: row.title } })
    return answer(shown(row, owner.user_id), { message: 'saved' })
  },

  changeText: async (call) => {
    const { body, owned, site, db, audit } = call
    const row = await queries.updateText(db, site, body.id, {
      ...tidied(call, body),
      businessentity_id: entityOf(call, body.for_business),
    })
    audit({ before: { title: owned.id.title }, after: { title: row.title } })
    return answer(shown(row, row.user_id), { message: 'saved' })
  },

  deleteText: async ({ owned, site, db, audit }) => {
    audit({ before: { title: owned.id.title } })
    await queries.removeText(db, site, owned.id.text_id)
    return answer(null, { message: 'saved_text_deleted' })
  },

  getBusinessBrand: ({ caller, site, db }) => brandOf({ site, db }, caller.user.businessentity_id),

  setBusinessBrand: async ({ body, owner, site, db, audit }) => {
    if (owner.businessentity_id === null) badRequest()
    await queries.writeBrandUser(db, site, owner.businessentity_id, body.is_used ? owner.user_id : null)
    audit({ after: { is_used: body.is_used } })
    return answer(await brandOf({ site, db }, owner.businessentity_id), { message: 'saved' })
  },
}

async function brandOf({ site, db }: Pick<AnyCall, 'site' | 'db'>, entity: number | null) {
  const user = entity === null ? undefined : await queries.findBrandUser(db, site, entity)
  return { user: user ? { user_id: user.user_id, name: `${user.first_name} ${user.last_name}`.trim() } : null }
}

/** Returns the business that a text is for; null for the user's own. Advisers save texts for themselves only. */
const entityOf = ({ caller }: Pick<AnyCall, 'caller'>, forBusiness: boolean): number | null =>
  forBusiness && caller.level <= businessLevel ? caller.user.businessentity_id : null

function tidied(
  { site }: Pick<AnyCall, 'site'>,
  given: { title: string; words: { language_id: number; text: string }[] },
) {
  const title = sanitiseLine(given.title, mostTextTitle) || fail('enter_a_title')
  const words = given.words
    .map(({ language_id, text }) => ({ language_id, text: sanitiseText(text) }))
    .filter(({ language_id, text }) => text !== '' && site.languages.some((l) => l.language_id === language_id))
  if (words.length === 0) fail('enter_a_message')
  if (words.some(({ text }) => text.length > mostSavedText)) fail('text_too_long')
  return { title, words }
}

const shown = (row: SavedTextRow, userId: number): SavedText => ({
  id: row.text_id,
  channel: row.channel,
  title: row.title,
  words: row.words,
  for_business: row.businessentity_id !== null,
  is_mine: row.user_id === userId,
})
