import type * as contract from '@cutaway/contract/rooms/sharing/landing.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import {
  Answer,
  answer,
  SerialisedResponse,
  type AnyCall,
  type Call,
  type Handlers,
} from '../../../core/http/endpoints.ts'
import { secondsAfter } from '../../../core/clock.ts'
import { badRequest, fail, HttpRefusal, notFound } from '../../../core/http/errors.ts'
import { contentDisposition } from '../../../core/pdf/pdf.ts'
import { sanitiseLine, sanitiseText } from '../../../core/sanitise-text.ts'
import { queueMail } from '../../messaging/mail.ts'
import type { HolderResolvers } from '../../../core/scope.ts'
import { partName } from '../../catalogue/library/library.ts'
import { locationOfUser } from '../../player/pdf/pdf.queries.ts'
import { aboutLink, linkQuestion } from '../notify.letters.ts'
import { decisionOf, rowsOfAnswer } from '../decisions/decisions.ts'
import * as decided from '../decisions/decisions.queries.ts'
import { rowsAfter, summaryOf } from '../decisions/decisions.rules.ts'
import { isProofOf, visitOfDay } from '../decisions/proof.ts'
import { isAsking, stateOf } from '../links/link-state.ts'
import type { LinkRow } from '../links/links.queries.ts'
import { findLink } from '../links/short-links.ts'
import { notifySender } from '../receipts/notify.ts'
import { footageOf } from '../../player/page/footage.ts'
import { filmsOfLink, linkPageOf, pdfOfFilm, videoUrlOf } from './facts.ts'
import { isOfShop } from './shop-visitor.ts'
import { customerReacted } from '../customers/customers.queries.ts'
import * as queries from './landing.queries.ts'
import { hitKind, programOf } from '../../player/visitors.ts'
import { mergeStretches, standingAnswer, watchedPercent } from './rules.ts'
import { isEmail } from '@cutaway/contract/addresses.ts'
import { originOf } from '../send/sending.ts'
import { shopCardOf } from '../shop.ts'
import { withOwnFilms } from '../../catalogue/library/own-films.ts'

declare module '../../../core/scope.ts' {
  interface Holders {
    linkHolder: LinkRow
  }
}

/** Returns the link of a token. A call that serves expired links checks the state itself. */
export const linkHolder: HolderResolvers['linkHolder'] = async (request) => {
  const { token, ended, services } = request
  const link = token === undefined ? undefined : await findLink(request, token)
  const refusal = refusalOf(link, services.clock.now())
  if (!link || (refusal && !ended)) fail(refusal ?? 'link_not_available')
  return link
}

/** Maximum stored visits of one link: more than a shop's page on the web has in a month, and a limit for floods. */
const mostVisits = 5_000
/** Maximum answers to one link: enough for a customer who changes his mind, too few for a program. */
const mostAnswers = 100
/** Maximum questions about one link in a day: each is a mail to the sender. */
const mostQuestions = 5

/** The public calls of the landing page. */
export const page: Handlers<typeof contract> = {
  getAnimationLinkVideo: async (call) => {
    const { holder: link, site, services, db } = call
    // An invalid Host header is not repeated: the site's own host name replaces it.
    const beside = { loginPath: '/login', domainName: new URL(originOf(call)).host }
    const refusal = refusalOf(link, services.clock.now())
    if (refusal) return new Answer(null, { status: 0, message: refusal, beside })
    const view = {
      library: await libraryOf(call, link),
      link,
      site,
      language: languageOf(call, link.language_id),
      now: services.clock.now(),
    }
    const shop = await shopCardOf(db, site, link.user_id)
    const answered = standingAnswer(await queries.lastAnswer(db, site, link.link_id))
    const decision = await decisionAt(call, link, view.language.language_code)
    return answer(linkPageOf(view, shop, answered, decision), { beside })
  },

  animationVideoTracking: async (call) => {
    const { body, holder: link, site, services, db, ip, userAgent, origin } = call
    const now = services.clock.now()
    const { link_id } = link
    const program = programOf(userAgent)
    const isFromPage = isProofOf(pageOf(call), body.proof)
    const isShop = !program && (await isOfShop(db, site, link, call.callerOrNull?.user))
    if (program || isShop || (body.view_key === undefined && !isFromPage)) {
      const kind = program ?? (isShop ? 'shop' : 'page')
      await queries.insertHit(db, site, { link_id, at: now, kind, user_agent: userAgent, remote_address: ip })
      return { watched_percent: 0 }
    }
    const view_key = body.view_key ?? visitOfDay(link, { ip, userAgent }, now)
    const language = languageOf(call, body.language_id ?? link.language_id)
    const films = filmsOfLink({ library: await libraryOf(call, link), link, site, language, now })
    const part = body.part_id?.toLowerCase()
    const shown = part === undefined ? films[0] : films.find(({ film }) => film.partId.toLowerCase() === part)
    if (!shown) return badRequest()
    const { duration } = footageOf(shown.film)
    const reported = mergeStretches(body.stretches ?? [], duration) ?? badRequest()

    const key = { link_id, view_key, part_id: shown.film.partId }
    let kept = await queries.findView(db, site, key)
    if (!kept) {
      if ((await queries.countVisits(db, site, link_id, mostVisits)) >= mostVisits)
        throw new HttpRefusal(429, 'too_many_requests')
      const { language_id } = language
      await queries.beginView(db, site, {
        ...key,
        language_id,
        opened_at: now,
        user_agent: userAgent,
        remote_address: ip,
      })
      kept = (await queries.findView(db, site, key))!
    }
    if (body.decoded && kept.decoded_at === null) await queries.noteDecoded(db, site, key, now)
    // Nothing counts as watched before a frame is shown, whatever else is reported. A page that reports no visits
    // proves only that it was opened.
    const hasFrame = body.first_frame === true || body.view_key === undefined
    if (kept.first_frame_at === null && !hasFrame) return { watched_percent: 0 }
    const stretches = mergeStretches([...kept.stretches, ...reported], duration)!
    const watched_percent = watchedPercent(stretches, duration)
    const news = watched_percent > kept.watched_percent || kept.first_frame_at === null
    if (!news) return { watched_percent: kept.watched_percent }
    await queries.updateView(db, site, key, {
      last_at: now,
      first_frame_at: kept.first_frame_at ?? now,
      language_id: language.language_id,
      stretches,
      watched_percent,
    })
    await notifySender(db, services, site, { link_id, origin }, 'watched')
    await services.customerEvents.watched(db, site, link, {
      part_id: key.part_id,
      before: kept.watched_percent,
      after: watched_percent,
      isFirst: kept.first_frame_at === null,
      at: now,
    })
    return { watched_percent }
  },

  answerLink: async (call) => {
    const { body, holder: link, site, services, db, ip, origin, audit } = call
    const { link_id } = link
    const tag = languageOf(call, link.language_id).language_code
    if (await isOfShop(db, site, link, call.callerOrNull?.user)) fail('answer_not_of_shop')
    if (!(await isOfPerson(call))) fail('answer_needs_person')
    if ((await queries.countAnswers(db, site, link_id, mostAnswers)) >= mostAnswers)
      throw new HttpRefusal(429, 'too_many_requests')
    const at = services.clock.now()
    const takenUp = await decided.lockDecision(db, site, link_id)
    const common = { link_id, request_key: body.request_key, at, remote_address: ip }
    let isNew: boolean
    if (body.answer === 'action') {
      const action = { answer: 'action' as const, wants_call: false, has_question: false, contact: '' }
      isNew = await decided.insertAnswer(db, site, { ...common, ...action }, [])
    } else {
      if (!isAsking(link) && asksNothing(body)) fail('answer_not_asked')
      const findings = await decided.findFindings(db, site, link_id)
      const before = await decided.findStandingAnswer(db, site, link_id)
      const standing = before && before.answer !== 'withdraw' ? rowsOfAnswer(before, findings) : []
      const rows = rowsAfter(findings, standing, cleaned(body)) ?? badRequest()
      const isKnown = await queries.hasAnswer(db, site, link_id, body.request_key)
      if (takenUp && !isKnown) fail('answer_taken_up')
      const contact = sanitiseLine(body.contact ?? '')
      isNew = await decided.insertAnswer(db, site, { ...common, ...summaryOf(rows), contact }, rows)
    }
    // The audit log outlives the customer, so it holds none of the customer's words.
    const rows = body.rows?.map((row) => ({ part_id: row.part_id, answer: row.answer }))
    audit(isNew ? { target: { kind: 'link', id: link_id }, after: { answer: body.answer, rows } } : false)
    const last = await queries.lastAnswer(db, site, link_id)
    if (isNew) {
      if (body.answer !== 'action') {
        await decided.noteCustomer(db, site, link_id, at)
        await services.customerEvents.answered(db, site, link, at)
      }
      await customerReacted(db, site, link_id, at)
      await notifySender(db, services, site, { link_id, origin }, last!.answer)
    }
    return { answered: standingAnswer(last), decision: await decisionAt(call, link, tag) }
  },

  askShop: async (call) => {
    const { body, holder: link, site, services, db, ip, audit } = call
    const now = services.clock.now()
    // Only a revoked link is closed permanently: the customer of an expired one may ask for a new one.
    if (stateOf(link, now) === 'revoked') fail('link_not_available')
    const contact = sanitiseLine(body.contact)
    // Invisible characters are not contact details.
    if (contact.length < 3) badRequest()
    const message = sanitiseText(body.message ?? '')
    const { link_id } = link
    if ((await queries.countQuestions(db, site, link_id, secondsAfter(now, -86_400), mostQuestions)) >= mostQuestions)
      throw new HttpRefusal(429, 'too_many_requests')
    await queries.insertQuestion(db, site, { link_id, contact, message, at: now, remote_address: ip })
    await decided.noteCustomer(db, site, link_id, now)
    audit({ target: { kind: 'link', id: link_id } })
    await customerReacted(db, site, link_id, now)
    const sender = await queries.senderOfLink(db, site, link.user_id)
    const muted = await decided.findMuted(db, site, link.user_id)
    if (muted.some(({ kind }) => kind === 'questions')) return { asked: 1 }
    const language =
      services.sites.language(sender?.language_id ?? site.default_lang_id) ??
      services.sites.language(site.default_lang_id)!
    await queueMail(db, services, site, {
      to: sender?.email || site.contact_email,
      about: aboutLink(link_id),
      ...(isEmail(contact) ? { replyTo: contact } : {}),
      language,
      letter: linkQuestion({
        film: partName(await libraryOf(call, link), link.part_ids[0]!, language.language_code),
        contact,
        message,
        ro_number: link.ro_number,
      }),
    })
    return { asked: 1 }
  },

  linkPdf: async (call) => {
    const { params, holder: link, site, services, reply } = call
    const now = services.clock.now()
    const language = services.sites.language(params.language_id) ?? notFound()
    const part = params.part_id.toLowerCase()
    const films = filmsOfLink({ library: await libraryOf(call, link), link, site, language, now })
    const { film } = films.find((f) => f.film.partId.toLowerCase() === part) ?? notFound()
    const location = await locationOfUser(call.db, site.web_site_id, link.user_id)
    const { facts, document } = pdfOfFilm({ link, site, language, now }, film, location) ?? notFound()
    const isOwn = await isOfShop(call.db, site, link, call.callerOrNull?.user)
    // Ends the transaction before the PDF is drawn, because connections are scarce.
    await call.endTransaction()
    if (!isOwn) await countPdfView(call, film.partId, language.language_id)
    const bytes = await services.pdfs.of(call.person, document)
    reply.header('content-disposition', contentDisposition(`${facts.tag_name}.pdf`, `${facts.part_id}.pdf`))
    reply.header('content-language', facts.language_code)
    reply.header('x-robots-tag', 'noindex')
    return new SerialisedResponse(bytes, 'application/pdf', 'private, no-store')
  },
}

const pageOf = ({ site, services, holder }: LinkCall) => ({
  secret: services.config.linkSecret,
  webSiteId: site.web_site_id,
  token: holder.token,
})

/** Without a decision the customer may still ask, and take the question back. */
const asksNothing = ({ answer: given, rows }: Call<typeof contract.answerLink>['body']): boolean =>
  given === 'approve' || given === 'not_now' || (rows ?? []).some((row) => row.answer !== 'ask')

const cleaned = ({ answer: given, rows, question, reply_by }: Call<typeof contract.answerLink>['body']) => ({
  answer: given,
  rows: rows?.map((row) => ({ ...row, question: sanitiseText(row.question ?? '') })),
  question: sanitiseText(question ?? ''),
  reply_by,
})

/**
 * Returns whether a person gave an answer: it comes from a page that the server rendered for this link, in a browser
 * that decoded a frame of its film, after a key or a button was pressed. The shop's own button needs no film.
 */
async function isOfPerson(call: Call<typeof contract.answerLink>): Promise<boolean> {
  const { body, holder: link, site, services, db, userAgent } = call
  if (programOf(userAgent) || body.gesture === undefined || !isProofOf(pageOf(call), body.proof)) return false
  if (body.answer === 'action') return true
  const language = languageOf(call, link.language_id)
  const view = { library: await libraryOf(call, link), link, site, language, now: services.clock.now() }
  if (!filmsOfLink(view).some(({ film }) => videoUrlOf(film, view) !== null)) return true
  return body.view_key !== undefined && (await queries.hasDecoded(db, site, link.link_id, body.view_key))
}

/** Counts the reading of a PDF by a person, once in ten minutes for each visitor. */
async function countPdfView(call: Call<typeof contract.linkPdf>, part_id: string, language_id: number): Promise<void> {
  const { holder: link, site, services, ip, userAgent } = call
  if (hitKind(call.reply.request) !== 'page') return
  const at = services.clock.now()
  const view = { link_id: link.link_id, part_id, language_id, at, user_agent: userAgent, remote_address: ip }
  // The transaction of a GET is read-only.
  await services.database.inTenant(site.web_site_id, (db) =>
    queries.insertPdfView(db, site, view, secondsAfter(at, -600)),
  )
}

interface LinkCall extends Pick<AnyCall, 'site' | 'db' | 'services'> {
  holder: LinkRow
}

async function decisionAt(
  { site, db, services }: Pick<AnyCall, 'site' | 'db' | 'services'>,
  link: LinkRow,
  tag: string,
) {
  const findings = await decided.findFindings(db, site, link.link_id)
  const standing = await decided.findStandingAnswer(db, site, link.link_id)
  const library = await libraryOf({ site, db, services }, link)
  return decisionOf(link, findings, standing, (partId) => partName(library, partId, tag))
}

/** The library with the business's own videos on a link. */
const libraryOf = ({ site, db, services }: Pick<AnyCall, 'site' | 'db' | 'services'>, link: LinkRow) =>
  withOwnFilms(db, site, services.library, link.part_ids, link.businessentity_id)

/** Returns why a link is inactive, as a message key; null if it is active. A revoked link looks like an unknown one. */
export function refusalOf(link: LinkRow | undefined, now: Date): 'link_not_available' | 'link_expired' | null {
  const state = link && stateOf(link, now)
  if (state === 'active') return null
  return state === 'expired' ? 'link_expired' : 'link_not_available'
}

/** Returns a language of the site. */
function languageOf({ site }: Pick<AnyCall, 'site'>, id: number): Language {
  return site.languages.find((l) => l.language_id === id) ?? site.languages[0]!
}
