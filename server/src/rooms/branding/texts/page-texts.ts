import type * as contract from '@cutaway/contract/rooms/branding/page-texts.ts'
import { mostPageText, type PageWords } from '@cutaway/contract/rooms/branding/page-texts.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { answer, type Handlers } from '../../../core/http/endpoints.ts'
import { badRequest, fail } from '../../../core/http/errors.ts'
import { sanitiseLine } from '../../../core/sanitise-text.ts'
import type { Site } from '../../../core/tenancy.ts'
import { text } from '../../../core/texts.ts'
import { findPageTexts, writePageTexts } from './page-texts.queries.ts'

/** Roles up to this level write for the whole business. */
const businessLevel = 5

/** What a business writes on the page that its customers open. */
export const pageTexts: Handlers<typeof contract> = {
  getPageTexts: async ({ caller, site, db }) => {
    const { businessentity_id } = caller.user
    const isMine = businessentity_id !== null && caller.level <= businessLevel
    return shown(site, await findPageTexts(db, site, businessentity_id), isMine)
  },

  setPageTexts: async ({ body, owner, site, db, services, audit }) => {
    if (owner.businessentity_id === null) badRequest()
    const before = await findPageTexts(db, site, owner.businessentity_id)
    const given = body.words.filter((words) => site.languages.some((l) => l.language_id === words.language_id))
    const changed = new Set(given.map(({ language_id }) => language_id))
    const words = [...before.filter(({ language_id }) => !changed.has(language_id)), ...given.map(tidied)]
    await writePageTexts(db, site, owner.businessentity_id, words, services.clock.now())
    audit({ after: { languages: [...changed] } })
    return answer(shown(site, words, true), { message: 'saved' })
  },
}

function tidied({ language_id, ...texts }: PageWords): PageWords {
  const line = (given: string) => {
    const tidy = sanitiseLine(given, mostPageText + 1)
    return tidy.length > mostPageText ? fail('text_too_long') : tidy
  }
  return {
    language_id,
    told: line(texts.told),
    work: line(texts.work),
    ready: line(texts.ready),
    prices: line(texts.prices),
  }
}

const none = { told: '', work: '', ready: '', prices: '' }

const usualIn = (site: Site, { language_code: tag }: Language) => ({
  ...none,
  work: text(site, tag, 'receipt_step_work'),
  ready: text(site, tag, 'receipt_step_ready'),
})

const shown = (site: Site, words: readonly PageWords[], is_mine: boolean) => ({
  words: site.languages.map(
    ({ language_id }) => words.find((one) => one.language_id === language_id) ?? { language_id, ...none },
  ),
  usual: site.languages.map((language) => ({ language_id: language.language_id, ...usualIn(site, language) })),
  is_mine,
})

/**
 * Returns the texts of a page in a language: what the business wrote in that language, else in a variant of it
 * (American and Australian English), else the usual words.
 */
export function pageWordsIn(
  site: Site,
  written: readonly PageWords[],
  language: Language,
): Omit<PageWords, 'language_id'> {
  const variants = site.languages.filter(
    ({ language_code: tag }) => tag.split('-')[0] === language.language_code.split('-')[0],
  )
  const found = [language, ...variants].flatMap((one) => written.find((w) => w.language_id === one.language_id) ?? [])
  const usual = usualIn(site, language)
  const of = (name: keyof typeof usual) => found.map((words) => words[name]).find(Boolean) ?? usual[name]
  return { told: of('told'), work: of('work'), ready: of('ready'), prices: of('prices') }
}
