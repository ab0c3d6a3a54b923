import { problemsOf } from '@cutaway/contract/administration/message-texts.ts'
import type * as contract from '@cutaway/contract/rooms/sites/texts.ts'
import {
  mostFileProblems,
  type SiteText,
  type TextCounts,
  type TextFileCheck,
  type TextStateFilter,
  type TextVersion,
} from '@cutaway/contract/rooms/sites/texts.ts'
import type { AnyCall, Handlers } from '../../../core/http/endpoints.ts'
import { answer, SerialisedResponse } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import { sanitiseTranslation } from '../../../core/sanitise-text.ts'
import type { Site } from '../../../core/tenancy.ts'
import { shippedTexts, type ShippedText } from '../../../core/texts.ts'
import { checkTextFile } from './text-file.ts'
import * as queries from './texts.queries.ts'

/**
 * The texts that translators write over the shipped ones for one web site. Every node reads them again within a second
 * of a change (server/src/core/tenancy.ts).
 */
export const siteTexts: Handlers<typeof contract> = {
  getSiteTexts: async ({ body, caller, site, db }) => {
    const language = languageOf(site, body.language_id)
    const own = await queries.findTexts(db, site, language.language_id)
    const words = body.search.toLowerCase().split(/\s+/).filter(Boolean)
    const found = rowsOf(site, language, own, caller.user.user_id)
      .filter((row) => (body.room === '' || row.room === body.room) && isInState(row, body.state))
      .filter((row) => {
        const all = [row.message_key, row.english, row.shipped, row.text].join('\n').toLowerCase()
        return words.every((word) => all.includes(word))
      })
    const sorted = body.sort === 'changed' ? found.toSorted(byChange) : found
    if (body.descending) sorted.reverse()
    const from = body.size === undefined ? 0 : (body.page - 1) * body.size
    const rows = sorted.slice(from, body.size === undefined ? undefined : from + body.size)
    return answer(rows, { beside: { total: sorted.length } })
  },

  getTextCounts: async ({ caller, site, db }) => {
    const own = await queries.findAllTexts(db, site)
    const languages = site.languages.map(({ language_id, language_code, name, direction }): TextCounts => {
      const mine = own.filter((row) => row.language_id === language_id)
      const rows = rowsOf(site, { language_id, language_code }, mine, caller.user.user_id)
      const count = (state: TextStateFilter) => rows.filter((row) => isInState(row, state)).length
      return {
        language_id,
        language_code,
        name,
        direction,
        all: rows.length,
        missing: count('missing'),
        problems: count('problems'),
        changed: count('changed'),
        mine: count('mine'),
      }
    })
    const rooms = [...new Set(shippedTexts('en-US').map(({ room }) => room))].toSorted()
    return { languages, rooms }
  },

  saveSiteText: async (call) => {
    const { body, site, db, caller, services, audit } = call
    const { language, shipped, before } = await lockText(call)
    const text = sanitiseTranslation(body.text)
    if (text !== shipped.text && problemsOf(shipped.english, text, { key: body.message_key }).length > 0)
      fail('text_has_problems')
    if (text === before?.text) audit(false)
    else if (text === shipped.text) await queries.deleteTexts(db, site, language.language_id, [shipped.key])
    else {
      const one = { message_key: shipped.key, text, shipped: shipped.text ?? shipped.english }
      const by = { userId: caller.user.user_id, now: services.clock.now() }
      await queries.putTexts(db, site, language.language_id, [one], by)
    }
    if (text !== before?.text) auditChange(call, before?.text, text === shipped.text ? undefined : text)
    return answer(await rowOf(call, shipped), { message: 'text_saved' })
  },

  removeSiteText: async (call) => {
    const { site, db, audit } = call
    const { language, shipped, before } = await lockText(call)
    if (!before) audit(false)
    else {
      await queries.deleteTexts(db, site, language.language_id, [shipped.key])
      auditChange(call, before.text, undefined)
    }
    return answer(await rowOf(call, shipped), { message: 'text_restored' })
  },

  getTextHistory: async ({ body, site, db }) => {
    const { language_id } = languageOf(site, body.language_id)
    const shipped = shippedText(site, language_id, body.message_key)
    const changes = await queries.findChanges(db, site, language_id, shipped.key)
    return changes.map((change): TextVersion => ({
      at: change.at.toISOString(),
      by: change.by_name ?? '',
      before: textIn(change.before, shipped.key),
      after: textIn(change.after, shipped.key),
      is_import: change.target_kind === 'texts',
    }))
  },

  exportSiteTexts: async ({ params, caller, site, db, reply }) => {
    const language = languageOf(site, params.language_id)
    const own = await queries.findTexts(db, site, language.language_id)
    const texts = rowsOf(site, language, own, caller.user.user_id)
      .filter((row) => isInState(row, params.state))
      .map((row) => [row.message_key, row.text ?? row.shipped ?? row.english] as const)
    reply.header('content-disposition', `attachment; filename="texts-${language.language_code}.json"`)
    const bytes = Buffer.from(`${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`)
    return new SerialisedResponse(bytes, 'application/json; charset=utf-8', 'no-store')
  },

  checkTextFile: async (call) => (await readFile(call)).check,

  importSiteTexts: async (call) => {
    const { site, db, caller, services, audit, body } = call
    const { language_id } = languageOf(site, body.language_id)
    await queries.lockTexts(db, site, language_id)
    const { check, changes } = await readFile(call)
    if (check.problem_count > 0) fail('texts_not_imported', check)
    const put = changes.flatMap(({ shipped, after }) =>
      after === null ? [] : [{ message_key: shipped.key, text: after, shipped: shipped.text ?? shipped.english }],
    )
    const removed = changes.filter(({ after }) => after === null).map(({ shipped }) => shipped.key)
    await queries.putTexts(db, site, language_id, put, { userId: caller.user.user_id, now: services.clock.now() })
    await queries.deleteTexts(db, site, language_id, removed)
    if (changes.length === 0) audit(false)
    else
      audit({
        target: queries.languageTarget(language_id),
        before: { texts: changes.map(({ shipped, before }) => ({ message_key: shipped.key, text: before })) },
        after: { texts: changes.map(({ shipped, after }) => ({ message_key: shipped.key, text: after })) },
      })
    return answer(check, { message: 'texts_imported' })
  },

  removeAllSiteTexts: async ({ body, site, db, audit }) => {
    const { language_id } = languageOf(site, body.language_id)
    await queries.lockTexts(db, site, language_id)
    const own = await queries.findTexts(db, site, language_id)
    const keys = own.map(({ message_key }) => message_key)
    await queries.deleteTexts(db, site, language_id, keys)
    if (own.length === 0) audit(false)
    else
      audit({
        target: queries.languageTarget(language_id),
        before: { texts: own.map(({ message_key, text }) => ({ message_key, text })) },
        after: { texts: keys.map((message_key) => ({ message_key, text: null })) },
      })
    return answer(null, { message: 'texts_restored' })
  },
}

type OneText = Pick<AnyCall, 'site' | 'db' | 'caller' | 'audit'> & {
  body: { language_id: number; message_key: string }
}

/** The languages of the site only: a translator of a site with one language changes nothing else. */
const languageOf = (site: Site, id: number) => site.languages.find((l) => l.language_id === id) ?? notFound()

const shippedText = (site: Site, languageId: number, key: string): ShippedText =>
  shippedTexts(languageOf(site, languageId).language_code).find((one) => one.key === key) ?? notFound()

/** Returns a text before its change. Refuses if another one than the translator saw has been saved meanwhile. */
async function lockText(call: OneText & { body: { seen: string | null } }) {
  const { body, site, db } = call
  const language = languageOf(site, body.language_id)
  const shipped = shippedText(site, language.language_id, body.message_key)
  await queries.lockTexts(db, site, language.language_id)
  const before = await queries.findText(db, site, language.language_id, shipped.key)
  if ((before?.text ?? null) !== body.seen) fail('text_changed_meanwhile', await rowOf(call, shipped))
  return { language, shipped, before }
}

async function rowOf({ body, site, db, caller }: OneText, shipped: ShippedText): Promise<SiteText> {
  const own = await queries.findText(db, site, body.language_id, shipped.key)
  return shownRow(shipped, own, englishOf(site, shipped), caller.user.user_id)
}

function auditChange({ audit, body }: OneText, before: string | undefined, after: string | undefined): void {
  audit({
    target: queries.textTarget(body.language_id, body.message_key),
    before: { text: before ?? null },
    after: { text: after ?? null },
  })
}

/** Returns the text of a key in a row of the audit log; null for the shipped text. */
function textIn(facts: object | null, key: string): string | null {
  const { text, texts } = (facts ?? {}) as {
    text?: string | null
    texts?: { message_key: string; text: string | null }[]
  }
  return (texts ? texts.find((one) => one.message_key === key)?.text : text) ?? null
}

const english = 'en-US'
const englishOf = (site: Site, { key, english: shipped }: ShippedText) => site.texts.get(english)?.get(key) ?? shipped

function rowsOf(
  site: Site,
  language: { language_id: number; language_code: string },
  own: readonly queries.TextRow[],
  userId: number,
): SiteText[] {
  const byKey = new Map(own.map((row) => [row.message_key, row]))
  return shippedTexts(language.language_code).map((shipped) =>
    shownRow(shipped, byKey.get(shipped.key), englishOf(site, shipped), userId),
  )
}

function shownRow(
  shipped: ShippedText,
  own: queries.TextRow | undefined,
  englishText: string,
  userId: number,
): SiteText {
  return {
    message_key: shipped.key,
    room: shipped.room,
    english: englishText,
    shipped: shipped.text ?? null,
    text: own?.text ?? null,
    changed: own
      ? { at: own.changed_at.toISOString(), by: own.by_name ?? '', is_mine: own.changed_by === userId }
      : null,
    is_outdated: own !== undefined && own.shipped !== (shipped.text ?? shipped.english),
    // A later release may have changed the placeholders of a text.
    problems: own ? problemsOf(shipped.english, own.text, { key: shipped.key }) : [],
  }
}

function isInState(row: SiteText, state: TextStateFilter): boolean {
  switch (state) {
    case 'all':
      return true
    case 'missing':
      return row.text === null && row.shipped === null
    case 'problems':
      return row.problems.length > 0 || row.is_outdated
    case 'changed':
      return row.text !== null
    case 'mine':
      return row.changed?.is_mine === true
  }
}

/** The latest change first; texts without a change in their own order after them. */
const byChange = (a: SiteText, b: SiteText) => (b.changed?.at ?? '').localeCompare(a.changed?.at ?? '')

/** Reads the file of a call: its problems, and the texts that it changes. */
async function readFile({
  body,
  site,
  db,
}: Pick<AnyCall, 'site' | 'db'> & { body: { language_id: number; json: string } }) {
  const language = languageOf(site, body.language_id)
  const all = shippedTexts(language.language_code)
  const { texts, problems } = checkTextFile(body.json, all)
  const own = new Map(
    (await queries.findTexts(db, site, language.language_id)).map((row) => [row.message_key, row.text]),
  )
  const changes = all.flatMap((shipped) => {
    const asked = texts.get(shipped.key)
    if (asked === undefined) return []
    const before = own.get(shipped.key) ?? null
    // English in place of a missing text is what an export holds: it is no translation.
    const isShipped = asked === shipped.text || (shipped.text === undefined && asked === shipped.english)
    const after = isShipped ? null : asked
    return before === after ? [] : [{ shipped, before, after }]
  })
  const check: TextFileCheck = {
    problems: problems.slice(0, mostFileProblems),
    problem_count: problems.length,
    changed: changes.length,
    restored: changes.filter(({ after }) => after === null).length,
    same: texts.size - changes.length,
  }
  return { check, changes }
}
