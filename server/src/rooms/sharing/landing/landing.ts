import type { contract } from '@cutaway/contract'
import type { Endpoint } from '@cutaway/contract/endpoint.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { Answer, answer, Prepared, type Call, type Handlers } from '../../../core/http/endpoints.ts'
import { secondsAfter } from '../../../core/clock.ts'
import { badRequest, fail, HttpRefusal, notFound } from '../../../core/http/errors.ts'
import { contentDisposition } from '../../../core/pdf/pdf.ts'
import { sanitiseLine, sanitiseText } from '../../../core/sanitise-text.ts'
import { queueMail } from '../../messaging/mail.ts'
import { textFor, type Library } from '../../catalogue/library/library.ts'
import { documentOf } from '../../player/pdf/document.ts'
import { partsPdfOf } from '../../player/pdf/facts.ts'
import { locationOfUser } from '../../player/pdf/pdf.queries.ts'
import { linkQuestion } from '../notify.letters.ts'
import { stateOf } from '../links/link-state.ts'
import { findLinkByToken, type LinkRow } from '../links/links.queries.ts'
import { notifySender } from '../receipts/notify.ts'
import { filmsOfLink, footageOf, linkPageOf } from './facts.ts'
import * as queries from './landing.queries.ts'
import { mergeStretches, programOf, standingAnswer, watchedPercent } from './rules.ts'
import { isEmail } from '@cutaway/contract/addresses.ts'
import { shopCardOf } from '../shop.ts'

type Calls = Pick<
  Handlers<typeof contract.sharing>,
  'getAnimationLinkVideo' | 'animationVideoTracking' | 'answerLink' | 'askShop' | 'linkPdf'
>

/** Visits of one link that are kept: more than a shop's page on the web has in a month, and an end to floods. */
const mostVisits = 5_000
/** Answers of one link: a customer who changes his mind, not a program. */
const mostAnswers = 100
/** Questions about one link in a day: each is a mail to the sender. */
const mostQuestions = 5

/** The public calls of a link's page. */
export const pageHandlers = (library: Library): Calls => ({
  getAnimationLinkVideo: async (call) => {
    const { params, site, services, db, origin } = call
    const beside = { loginPath: '/login', domainName: new URL(origin).host }
    const link = await findLinkByToken(db, site, params.random)
    const refusal = refusalOf(link, services.clock.now())
    if (!link || refusal) return new Answer(null, { status: 0, message: refusal ?? 'link_not_available', beside })
    const view = { library, link, site, language: languageOf(call, link.language_id), now: services.clock.now() }
    const shop = await shopCardOf(db, site, link.user_id)
    const answered = standingAnswer(await queries.lastAnswer(db, site, link.link_id))
    return answer(linkPageOf(view, shop, answered), { beside })
  },

  animationVideoTracking: async (call) => {
    const { body, site, services, db, ip, userAgent, origin } = call
    const link = await workingLink(call, body.randomNumber)
    const now = services.clock.now()
    const { link_id } = link
    const program = programOf(userAgent)
    if (program || body.view_key === undefined) {
      const kind = program ?? 'page'
      await queries.insertHit(db, site, { link_id, at: now, kind, user_agent: userAgent, remote_address: ip })
      return { watched_percent: 0 }
    }
    const language = languageOf(call, body.language_id ?? link.language_id)
    const films = filmsOfLink({ library, link, site, language, now })
    const part = body.part_id?.toLowerCase()
    const shown = part === undefined ? films[0] : films.find(({ film }) => film.partId.toLowerCase() === part)
    if (!shown) return badRequest()
    const { duration } = footageOf(shown.film)
    const reported = mergeStretches(body.stretches ?? [], duration) ?? badRequest()

    const key = { link_id, view_key: body.view_key, part_id: shown.film.partId }
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
    const stretches = mergeStretches([...kept.stretches, ...reported], duration)!
    const watched_percent = watchedPercent(stretches, duration)
    const isWatching = body.first_frame === true || reported.length > 0
    const news = watched_percent > kept.watched_percent || (isWatching && kept.first_frame_at === null)
    if (!news) return { watched_percent: kept.watched_percent }
    await queries.updateView(db, site, key, {
      last_at: now,
      first_frame_at: kept.first_frame_at ?? now,
      language_id: language.language_id,
      stretches,
      watched_percent,
    })
    await notifySender(db, services, site, { link_id, origin }, 'watched')
    return { watched_percent }
  },

  answerLink: async (call) => {
    const { body, site, services, db, ip, origin } = call
    const { link_id } = await workingLink(call, body.randomNumber)
    if ((await queries.countAnswers(db, site, link_id, mostAnswers)) >= mostAnswers)
      throw new HttpRefusal(429, 'too_many_requests')
    const isNew = await queries.insertAnswer(db, site, {
      link_id,
      request_key: body.request_key,
      answer: body.answer,
      at: services.clock.now(),
      remote_address: ip,
    })
    if (isNew) await notifySender(db, services, site, { link_id, origin }, body.answer)
    return { answered: standingAnswer(await queries.lastAnswer(db, site, link_id)) }
  },

  askShop: async (call) => {
    const { body, site, services, db, ip } = call
    const link = (await findLinkByToken(db, site, body.randomNumber)) ?? fail('link_not_available')
    const now = services.clock.now()
    const contact = sanitiseLine(body.contact)
    // Signs that nobody sees are no way to reach somebody.
    if (contact.length < 3) badRequest()
    const message = sanitiseText(body.message ?? '')
    const { link_id } = link
    if ((await queries.countQuestions(db, site, link_id, secondsAfter(now, -86_400), mostQuestions)) >= mostQuestions)
      throw new HttpRefusal(429, 'too_many_requests')
    await queries.insertQuestion(db, site, { link_id, contact, message, at: now, remote_address: ip })
    const sender = await queries.senderOfLink(db, site, link.user_id)
    const language =
      services.sites.language(sender?.language_id ?? site.default_lang_id) ??
      services.sites.language(site.default_lang_id)!
    const film = library.film(link.part_ids[0]!)
    await queueMail(db, services, site, {
      to: sender?.email || site.contact_email,
      ...(isEmail(contact) ? { replyTo: contact } : {}),
      language,
      letter: linkQuestion({
        film: film ? textFor(film.of.texts, language.language_code).name : link.part_ids[0]!,
        contact,
        message,
        ro_number: link.ro_number,
      }),
    })
    return { asked: 1 }
  },

  linkPdf: async (call) => {
    const { params, site, services, reply } = call
    const now = services.clock.now()
    const language = services.sites.language(params.language_id) ?? notFound()
    // A transaction of its own, which is over before the file is drawn: connections are few.
    const { link, location } = await services.database.inTenant(site.web_site_id, async (db) => {
      const found = await findLinkByToken(db, site, params.token)
      if (!found || stateOf(found, now) !== 'active') notFound()
      return { link: found, location: await locationOfUser(db, site.web_site_id, found.user_id) }
    })
    const part = params.part_id.toLowerCase()
    const films = filmsOfLink({ library, link, site, language, now })
    const { film } = films.find((f) => f.film.partId.toLowerCase() === part) ?? notFound()
    const reader = location && { userId: link.user_id, location }
    const facts = partsPdfOf({ film, site, language, reader, now }) ?? notFound()
    const bytes = await services.pdfs.of(documentOf(facts, film.of, site))
    reply.header('content-disposition', contentDisposition(`${facts.tag_name}.pdf`, `${facts.part_id}.pdf`))
    reply.header('content-language', facts.language_code)
    reply.header('x-robots-tag', 'noindex')
    return new Prepared(bytes, 'application/pdf', 'private, no-store')
  },
})

/** Why a link opens nothing, as a message key; null where it works. One that was ended looks as if it had never been. */
export function refusalOf(link: LinkRow | undefined, now: Date): 'link_not_available' | 'link_expired' | null {
  const state = link && stateOf(link, now)
  if (state === 'active') return null
  return state === 'expired' ? 'link_expired' : 'link_not_available'
}

type Asking = Pick<Call<Endpoint>, 'db' | 'site' | 'services'>

async function workingLink({ db, site, services }: Asking, token: string): Promise<LinkRow> {
  const link = await findLinkByToken(db, site, token)
  const refusal = refusalOf(link, services.clock.now())
  return !link || refusal ? fail(refusal ?? 'link_not_available') : link
}

/** A language of the site. */
function languageOf({ site }: Asking, id: number): Language {
  return site.languages.find((l) => l.language_id === id) ?? site.languages[0]!
}
