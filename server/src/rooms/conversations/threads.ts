import type * as contract from '@cutaway/contract/rooms/conversations/threads.ts'
import type { ThreadState } from '@cutaway/contract/rooms/conversations/threads.ts'
import { formatMoney } from '../../core/formats.ts'
import { answer, type AnyCall, type Handlers } from '../../core/http/endpoints.ts'
import { fail, notFound } from '../../core/http/errors.ts'
import { reachOf } from '../../core/scope.ts'
import { partName } from '../catalogue/library/library.ts'
import { tileOf } from '../catalogue/tiles.ts'
import { findConsents, writeConsent } from '../consent/consent.queries.ts'
import { revokeConsent } from '../consent/opt-out.ts'
import { shownWording } from '../consent/shown-wording.ts'
import { customersOf, ownerOf } from '../sharing/customers/customer-view.ts'
import { changeCustomer, findCustomer, type CustomerRow } from '../sharing/customers/customers.queries.ts'
import { searchOf } from '../sharing/customers/customers.ts'
import { shownAddress } from '../sharing/customers/phone-shown.ts'
import { opened, sealerOf } from '../sharing/customers/sealed-names.ts'
import {
  findAnswersOfCustomer,
  findFindingsOfCustomer,
  findLastReceipts,
  findReceiptsOfCustomer,
} from '../sharing/receipts/receipts.queries.ts'
import { languageFor } from '../sharing/send/sending.ts'
import { textsLeft } from '../messaging/credits.ts'
import { isOptInDay } from '../sharing/send/sends.rules.ts'
import { shopCardOf } from '../sharing/shop.ts'
import { answerCustomer } from './answer.ts'
import { entriesOf } from './thread-entries.ts'
import * as queries from './threads.queries.ts'
import { withOwnFilms } from '../catalogue/library/own-films.ts'

/** The most entries of a kind that a conversation shows, and the most colleagues in the list. */
const mostEntries = 300
const mostPeople = 200

/** Conversations with customers. */
export const threads: Handlers<typeof contract> = {
  answerCustomer,

  getConversations: async (call) => {
    const { params, owner, caller, site, services, db } = call
    const { json } = params
    const tag = languageOf(call, json.lang)
    const reach = reachOf(caller, site)
    const search = json.search === '' ? null : searchOf(services, site, owner, json.search)
    const { rows, total } = await queries.findThreads(db, site, reach, { ...json, user_id: owner.user_id, search })
    const ids = rows.map(({ customer_id }) => customer_id)
    const words = new Map((await queries.findLastWords(db, site, ids)).map((one) => [one.customer_id, one]))
    const sends = new Map(
      (await findLastReceipts(db, site, ids, caller.user.user_id)).map((one) => [one.customer_id, one]),
    )
    const people = await peopleById(
      call,
      rows.flatMap(({ assigned_user_id: id }) => id ?? []),
    )
    const sealer = sealerOf(services.config)
    const partIds = [...sends.values()].flatMap(({ part_ids }) => part_ids)
    const library = await withOwnFilms(db, site, services.library, partIds, 'any')
    return {
      rows: rows.map((row) => {
        const last = words.get(row.customer_id)
        const send = sends.get(row.customer_id)
        return {
          customer_id: row.customer_id,
          name: opened(sealer, row).name,
          address: shownAddress(
            site,
            (row.addresses.find(({ key }) => !key.includes('@')) ?? row.addresses[0])?.key ?? '',
          ),
          ro_number: row.ro_number,
          state: stateOf(row, send?.outcome),
          unread: row.unread,
          last_at: row.last_at.toISOString(),
          last: last ? { from: last.from, text: last.text } : null,
          last_film: send?.part_ids[0] === undefined ? null : partName(library, send.part_ids[0], tag),
          approved: { total: send?.approved_total ?? 0, currency: send?.currency ?? '' },
          assigned_to: people.get(row.assigned_user_id ?? 0) ?? null,
        }
      }),
      total,
      unread: await queries.countUnreadThreads(db, site, reach, owner.user_id),
    }
  },

  getConversation: async (call) => {
    const { params, owned, caller, site, services, db } = call
    const row = owned.customer_id
    const owner = ownerOf(row)
    const tag = languageOf(call, params.lang)
    const id = row.customer_id
    const sends = await findReceiptsOfCustomer(db, site, id, caller.user.user_id)
    const addresses = row.addresses.map(({ key }) => key)
    const consents = await Promise.all(addresses.map((key) => findConsents(db, site, key, owner)))
    const now = services.clock.now()
    const ids = sends.flatMap(({ part_ids }) => part_ids)
    const library = await withOwnFilms(db, site, services.library, ids, 'any')
    const filmOf = (part_id: string) => {
      const film = library.film(part_id)
      const poster_url = film ? tileOf(film, tag, now).poster_url : null
      return { part_id, part_name: partName(library, part_id, tag), poster_url }
    }
    const happened = {
      sends,
      messages: await queries.findMessages(db, site, id, mostEntries),
      reactions: await queries.findReactions(db, site, id, mostEntries),
      findings: await findFindingsOfCustomer(db, site, id),
      answers: await findAnswersOfCustomer(db, site, id, mostEntries),
      consents: consents.flat(),
      addresses,
    }
    const people = await peopleById(call, row.assigned_user_id === null ? [] : [row.assigned_user_id])
    const [customer] = await customersOf(db, services, site, owner, [row], tag)
    const colleagues =
      row.businessentity_id === null ? [] : await queries.findColleagues(db, site, row.businessentity_id, mostPeople)
    return {
      customer: customer!,
      state: stateOf(row, sends.at(-1)?.outcome),
      entries: entriesOf(happened, {
        filmOf,
        moneyOf: (minor, currency) => formatMoney(minor, currency || site.currency, tag),
      }),
      read_at: row.read_at?.toISOString() ?? null,
      unread: row.unread,
      may_stop: row.may_stop,
      assigned_to: people.get(row.assigned_user_id ?? 0) ?? null,
      people: colleagues.map(person),
      shop: (await shopCardOf(db, site, caller.user.user_id)).business_name,
      texts_left: await textsLeft(db, site, row.businessentity_id),
    }
  },

  markConversationRead: async ({ body, owned, caller, site, db, audit }) => {
    const { customer_id: customerId, unread } = owned.customer_id
    const reader = { customerId, userId: caller.user.user_id, until: new Date(body.until) }
    const left = await queries.markRead(db, site, reader)
    // Who read what new message first is of interest; opening it again is not.
    audit(unread === 0 ? false : { after: { unread: left } })
    return { unread: left }
  },

  assignConversation: async (call) => {
    const { body, owned, site, db, audit } = call
    const { customer_id, businessentity_id, assigned_user_id } = owned.customer_id
    const { assignee_id } = body
    if (assignee_id !== null) {
      const [user] = await queries.findPeople(db, site, [assignee_id])
      const isColleague = businessentity_id !== null && user?.businessentity_id === businessentity_id
      if (!isColleague && assignee_id !== call.caller.user.user_id) fail('assignee_not_in_business')
    }
    await changeCustomer(db, site, customer_id, { assigned_user_id: assignee_id })
    audit({ before: { assignee_id: assigned_user_id }, after: { assignee_id } })
    const people = await peopleById(call, assignee_id === null ? [] : [assignee_id])
    return answer({ assigned_to: people.get(assignee_id ?? 0) ?? null }, { message: 'conversation_assigned' })
  },

  recordConsent: async (call) => {
    const { body, owned, caller, site, services, db, ip } = call
    const row = owned.customer_id
    const now = services.clock.now()
    const opt_in_date = body.opt_in_date.trim()
    if (!isOptInDay(opt_in_date, now, site.time_zone)) fail('opt_in_date_not_valid')
    const number = row.addresses.find(({ key }) => !key.includes('@'))?.key ?? fail('customer_has_no_number')
    const before = await shown(call, row.customer_id)
    if (before.texts.state === 'stopped') fail('error_unsubscribe_user')
    await writeConsent(db, site, {
      at: now,
      address_key: number,
      action: 'granted',
      wording: shownWording(call, 'conversation_consent_words', body.wording),
      screen: 'conversation',
      user_id: caller.user.user_id,
      businessentity_id: row.businessentity_id,
      opt_in_date,
      remote_address: ip,
    })
    return answer(await shown(call, row.customer_id), { message: 'consent_recorded' })
  },

  decideStop: async (call) => {
    const { body, owned, site, services, db, ip, audit } = call
    const row = owned.customer_id
    await changeCustomer(db, site, row.customer_id, { may_stop: false })
    audit({ before: { may_stop: row.may_stop }, after: { stop: body.stop } })
    if (body.stop) {
      const messages = await queries.findMessages(db, site, row.customer_id, mostEntries)
      const wording = messages.findLast(({ direction }) => direction === 'in')?.body ?? ''
      const now = services.clock.now()
      for (const { key: address } of row.addresses)
        await revokeConsent(db, site, { address, wording, screen: 'conversation', now, remoteAddress: ip })
    }
    return answer(await shown(call, row.customer_id), { message: body.stop ? 'texts_stopped' : 'texts_kept' })
  },
}

/** What needs a person comes first, then the outcome of the last send. */
function stateOf(row: CustomerRow, outcome: ThreadState | undefined): ThreadState {
  if (row.may_stop) return 'may_stop'
  if (outcome === 'asked_for_call' || outcome === 'asked') return outcome
  if (row.assigned_user_id === null) return 'unassigned'
  return outcome ?? 'none'
}

const languageOf = ({ services, caller, site }: Pick<AnyCall, 'services' | 'caller' | 'site'>, asked?: string) =>
  languageFor(services, asked ?? caller.user.language_id ?? site.default_lang_id).language_code

const person = ({ user_id, first_name, last_name }: { user_id: number; first_name: string; last_name: string }) => ({
  user_id,
  name: `${first_name} ${last_name}`.trim(),
})

async function peopleById({ db, site }: Pick<AnyCall, 'db' | 'site'>, ids: readonly number[]) {
  const rows = await queries.findPeople(db, site, [...new Set(ids)])
  return new Map(rows.map((row) => [row.user_id, person(row)]))
}

async function shown(call: Pick<AnyCall, 'db' | 'services' | 'site' | 'caller'>, customerId: number) {
  const { db, services, site } = call
  const row = (await findCustomer(db, site, customerId)) ?? notFound()
  const [customer] = await customersOf(db, services, site, ownerOf(row), [row], languageOf(call))
  return customer!
}
