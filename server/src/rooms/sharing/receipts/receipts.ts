import { senderRights } from '@cutaway/contract/permissions.ts'
import type * as contract from '@cutaway/contract/rooms/sharing/receipts.ts'
import type { SentRow } from '@cutaway/contract/rooms/sharing/receipts.ts'
import { secondsAfter } from '../../../core/clock.ts'
import type { AnyCall, Handlers } from '../../../core/http/endpoints.ts'
import { notFound } from '../../../core/http/errors.ts'
import { formatMoney } from '../../../core/formats.ts'
import { text } from '../../../core/texts.ts'
import { reachOf, reachOfUser, type RecordLoader } from '../../../core/scope.ts'
import { partName, type Library } from '../../catalogue/library/library.ts'
import { tileOf } from '../../catalogue/tiles.ts'
import { findConsents, findSuppressed } from '../../consent/consent.queries.ts'
import { countUnreadCustomers } from '../customers/customers.queries.ts'
import { findWritten } from '../customers/messages.queries.ts'
import { shownAddress, shownPhone } from '../customers/phone-shown.ts'
import { nameIn, sealerOf, wantedNames } from '../customers/sealed-names.ts'
import { decisionOf } from '../decisions/decisions.ts'
import { findFindings, findStandingAnswer } from '../decisions/decisions.queries.ts'
import { inboxOf, unreadOf } from '../decisions/inbox.ts'
import * as queries from './receipts.queries.ts'
import { findFailures } from './failures.queries.ts'
import { stateOf } from '../links/link-state.ts'
import { resend } from '../send/resend.ts'
import { languageFor, originOf } from '../send/sending.ts'
import { tinyUrl } from '../links/short-links.ts'
import { findRecipientsById, type RecipientRow } from '../send/sends.queries.ts'
import { timelineOf } from './timeline.ts'
import { withOwnFilms } from '../../catalogue/library/own-films.ts'

declare module '../../../core/scope.ts' {
  interface RecordKinds {
    recipient: RecipientRow
  }
}

export const recipientRecords: RecordLoader<RecipientRow> = {
  find: findRecipientsById,
  idOf: ({ recipient_id }) => recipient_id,
}

/** Seconds by which `now` in the response is set back; the next request asks for news since then. */
const overlap = 3
/** The page does not poll for a link older than this, even if it is active. */
const recentDays = 14
/** Older events are not news, however long ago the last request was. */
const newsDays = 7
const mostNews = 50

/** The receipts of sent films. */
export const history: Handlers<typeof contract> = {
  resendToRecipient: resend,

  getSends: async (call) => {
    const { owner, caller, site, services, db } = call
    const { json } = call.params
    const { language_code: tag } = languageFor(services, json.lang ?? caller.user.language_id ?? site.default_lang_id)
    const senders = json.whose === 'location' ? inboxOf(caller, site) : reachOfUser(owner.user_id)
    const names = wantedNames(sealerOf(services.config), site, owner, json.search)
    const asked = { ...json, names, reach: senders, readerId: caller.user.user_id }
    const { rows, total } = await queries.findSends(db, site, asked)
    const library = await withOwnFilms(db, site, services.library, rows.flatMap(partsOf), 'any')
    return { rows: rows.map((row) => sentRow(call, row, library, tag)), total }
  },

  getSend: async (call) => {
    const { params, caller, site, services, db } = call
    const { language_code: tag } = languageFor(services, params.lang ?? caller.user.language_id ?? site.default_lang_id)
    const send = (await queries.findSend(db, site, params.recipient_id, caller.user.user_id)) ?? notFound()
    const { link_id: linkId } = send
    const library = await withOwnFilms(db, site, services.library, send.part_ids, 'any')
    const now = services.clock.now()
    const consents = (await findConsents(db, site, send.address_key, send)).toReversed()
    const happened = {
      send,
      consents,
      visits: linkId === null ? [] : await queries.findVisits(db, site, linkId),
      answers: linkId === null ? [] : await queries.findAnswers(db, site, linkId),
      questions: linkId === null ? [] : await queries.findQuestions(db, site, linkId),
      pdfViews: linkId === null ? [] : await queries.findPdfViews(db, site, linkId),
      written: await findWritten(db, site, send.recipient_id),
      resends: await queries.findResends(db, site, send.user_id, send.recipient_id, send.address_key),
    }
    const answer = linkId === null ? undefined : await findStandingAnswer(db, site, linkId)
    const granted = consents.find(({ action }) => action === 'granted')
    const link = linkId !== null && send.token !== null && send.expires_at !== null
    const phone = send.channel === 'email' ? (answer?.contact ?? '') : send.address_key
    return {
      row: sentRow(call, send, library, tag),
      message: send.message,
      decision:
        linkId === null
          ? null
          : decisionOf(
              { ...send, kind: send.kind ?? send.channel, currency: send.currency || site.currency },
              await findFindings(db, site, linkId),
              answer,
              (partId) => partName(library, partId, tag),
            ),
      phone,
      phone_shown: phone && shownPhone(site, phone),
      link: link
        ? {
            link_id: linkId,
            tiny_url: tinyUrl(originOf(call), { token: send.token!, short_code: send.short_code }),
            state: stateOf({ expires_at: send.expires_at!, revoked_at: send.revoked_at }, now),
            expires_at: send.expires_at!.toISOString(),
          }
        : null,
      timeline: timelineOf(happened, now, {
        filmOf: (partId) => partName(library, partId, tag),
        moneyOf: (minor) => formatMoney(minor, send.currency || site.currency, tag),
        reasonOf: (why) => text(site, tag, `delivery_reason_${why}`),
      }),
      machine_hits: linkId === null ? 0 : await queries.countMachineHits(db, site, linkId),
      consent: granted
        ? { at: granted.at.toISOString(), opt_in_date: granted.opt_in_date, wording: granted.wording }
        : null,
      suppressed_by: (await findSuppressed(db, site, [send.address_key])).get(send.address_key) ?? null,
    }
  },

  getShareNews: async ({ params: { json }, caller, site, services, db }) => {
    const { user_id, language_id } = caller.user
    const { language_code: tag } = languageFor(services, json.lang ?? language_id ?? site.default_lang_id)
    const now = services.clock.now()
    const recent = secondsAfter(now, -recentDays * 86_400)
    const oldest = secondsAfter(now, -newsDays * 86_400)
    const asked = json.since === undefined ? null : new Date(json.since)
    const since = asked === null || asked > oldest ? asked : oldest
    const reach = inboxOf(caller, site)
    const news =
      since === null ? [] : await queries.findNews(db, site, { userId: user_id, reach, since, most: mostNews })
    const failures = since === null ? [] : await findFailures(db, site, user_id, since, mostNews)
    const library = await withOwnFilms(
      db,
      site,
      services.library,
      [...news, ...failures].map(({ part_id }) => part_id),
      'any',
    )
    const failed = failures.map((failure) => ({ ...failure, kind: 'failed' as const, watched_percent: 0, approved: 0 }))
    return {
      now: secondsAfter(now, -overlap).toISOString(),
      waiting: (await queries.hasRecentLink(db, site, reach, recent, now)) ? 1 : 0,
      unread: await unreadOf(db, site, caller, now),
      unread_conversations: senderRights.some((right) => caller.may(right))
        ? await countUnreadCustomers(db, site, reachOf(caller, site))
        : 0,
      news: [...failed, ...news].map(
        ({ address, part_id, at, name_sealed, customer_entity, customer_user, ...rest }) => ({
          ...rest,
          to: shownAddress(site, address ?? ''),
          customer: nameIn(sealerOf(services.config), site, { name_sealed, customer_entity, customer_user }),
          part_name: partName(library, part_id, tag),
          at: at.toISOString(),
        }),
      ),
    }
  },
}

const partsOf = ({ part_ids }: queries.SentFacts) => part_ids

function sentRow(
  { site, services: { clock, config } }: Pick<AnyCall, 'site' | 'services'>,
  row: queries.SentFacts,
  library: Library,
  tag: string,
): SentRow {
  const now = clock.now()
  return {
    recipient_id: row.recipient_id,
    send_id: row.send_id,
    link_id: row.link_id,
    to: shownAddress(site, row.address),
    customer: nameIn(sealerOf(config), site, row),
    channel: row.channel,
    sender: `${row.first_name} ${row.last_name}`.trim(),
    films: row.part_ids.map((part_id) => {
      const film = library.film(part_id)
      const poster_url = film ? tileOf(film, tag, now).poster_url : null
      return { part_id, part_name: partName(library, part_id, tag), poster_url }
    }),
    subject: row.subject,
    ro_number: row.ro_number,
    sent_at: row.created_at.toISOString(),
    delivery: row.delivery,
    reason: row.why,
    outcome: row.outcome,
    views: row.views,
    watched_percent: row.percent,
    last_watched_at: row.last_at?.toISOString() ?? null,
    asked: row.asked,
    approved: row.approved,
    approved_total: row.approved_total,
    currency: row.currency ?? '',
    pdf_views: row.pdf_views,
    unread: row.unread ? 1 : 0,
  }
}
