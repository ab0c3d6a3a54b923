import type * as contract from '@cutaway/contract/rooms/sharing/decisions.ts'
import { noticeKinds, type Decision, type NoticeSettings } from '@cutaway/contract/rooms/sharing/decisions.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Handlers } from '../../../core/http/endpoints.ts'
import { fail } from '../../../core/http/errors.ts'
import type { Site } from '../../../core/tenancy.ts'
import { findCustomersOfLink, recountUnread } from '../customers/customers.queries.ts'
import { isAsking } from '../links/link-state.ts'
import * as queries from './decisions.queries.ts'
import { decisionRows, type Finding } from './decisions.rules.ts'
import { unreadOf } from './inbox.ts'

/** What the shop does with customers' answers, and which answers a user sees as new. */
export const decisions: Handlers<typeof contract> = {
  takeUpAnswer: async ({ body, owned, caller, site, db, services, audit }) => {
    const linkId = owned.recipient_id.link_id ?? fail('nothing_to_take_up')
    const isTaken = body.taken_up === 1
    const before = await queries.lockDecision(db, site, linkId)
    const answer = await queries.findStandingAnswer(db, site, linkId)
    if (isTaken && answer?.answer !== 'approve') fail('nothing_to_take_up')
    const taken_up_at = isTaken ? (before ?? services.clock.now()) : null
    await queries.setTakenUp(db, site, linkId, { taken_up_at, taken_up_by: isTaken ? caller.user.user_id : null })
    audit({ before: { taken_up_at: before }, after: { taken_up_at } })
    return { taken_up_at: taken_up_at?.toISOString() ?? null }
  },

  markCalled: async ({ body, owned, caller, site, db, services, audit }) => {
    const linkId = owned.recipient_id.link_id ?? fail('call_not_requested')
    await queries.lockDecision(db, site, linkId)
    const answer = await queries.findStandingAnswer(db, site, linkId)
    if (!answer || (!answer.has_question && answer.answer !== 'call')) return fail('call_not_requested')
    const handled_at = body.called === 1 ? (answer.handled_at ?? services.clock.now()) : null
    const handled = { handled_at, handled_by: handled_at && caller.user.user_id }
    await queries.setHandled(db, site, answer.answer_id, handled)
    audit({ before: { handled_at: answer.handled_at }, after: { handled_at } })
    return { handled_at: handled_at?.toISOString() ?? null }
  },

  markSendRead: async ({ owned, caller, site, db, services }) => {
    const { link_id } = owned.recipient_id
    const now = services.clock.now()
    if (link_id !== null) {
      await queries.setRead(db, site, caller.user.user_id, link_id, now)
      // What is read here is not new in the conversation.
      await recountUnread(db, site, await findCustomersOfLink(db, site, link_id))
    }
    return { unread: await unreadOf(db, site, caller, now) }
  },

  getNoticeSettings: ({ caller, site, db }) => settingsOf(db, site, caller.user.user_id),

  saveNoticeSettings: async ({ body, owner, site, db, audit }) => {
    const before = await settingsOf(db, site, owner.user_id)
    for (const kind of noticeKinds)
      if (body[kind] !== undefined) await queries.setMuted(db, site, owner.user_id, kind, body[kind] === 0)
    const after = await settingsOf(db, site, owner.user_id)
    audit({ before, after })
    return after
  },
}

async function settingsOf(db: Db, site: Site, userId: number): Promise<NoticeSettings> {
  const muted = new Set((await queries.findMuted(db, site, userId)).map(({ kind }) => kind))
  const on = (kind: keyof NoticeSettings) => (muted.has(kind) ? 0 : 1)
  return { answers: on('answers'), questions: on('questions'), watched: on('watched'), failures: on('failures') }
}

interface DecidedLink {
  kind: string
  ro_number: string
  asks: 'decision' | 'information' | null
  currency: string
  taken_up_at: Date | null
}

/** Returns the decision of a link, for its page and for the sender. `nameOf` returns the name of a film by its part. */
export function decisionOf(
  link: DecidedLink,
  findings: readonly Finding[],
  answer: queries.StoredAnswer | undefined,
  nameOf: (partId: string) => string,
): Decision {
  const standing = answer && answer.answer !== 'withdraw' ? answer : undefined
  return {
    asks: isAsking(link) ? 'decision' : 'information',
    currency: link.currency,
    ...decisionRows(findings, standing ? rowsOfAnswer(standing, findings) : [], nameOf),
    answered_at: standing?.at.toISOString() ?? null,
    taken_up_at: link.taken_up_at?.toISOString() ?? null,
    handled_at: standing?.handled_at?.toISOString() ?? null,
  }
}

/** An answer that the version before stored has no rows: it applies to all of them. */
export function rowsOfAnswer({ answer, rows }: queries.StoredAnswer, findings: readonly Finding[]) {
  if (rows.length > 0 || (answer !== 'approve' && answer !== 'call')) return rows
  return findings.map(({ part_id, finding, price }) => ({
    part_id,
    finding,
    price,
    answer: answer === 'approve' ? ('approve' as const) : ('ask' as const),
    question: '',
    reply_by: answer === 'call' ? ('call' as const) : null,
  }))
}
