import type * as contract from '@cutaway/contract/rooms/conversations/support.ts'
import { mostHits, type SupportHit } from '@cutaway/contract/rooms/conversations/support.ts'
import { FailureReason } from '@cutaway/contract/rooms/messaging.ts'
import { secondsAfter } from '../../../core/clock.ts'
import type { Handlers } from '../../../core/http/endpoints.ts'
import { notFound } from '../../../core/http/errors.ts'
import { addressKey } from '../../consent/consent.queries.ts'
import { shownAddress } from '../../sharing/customers/phone-shown.ts'
import { reachedSites } from '../../sites/reached-sites.ts'
import * as queries from './support.queries.ts'

/** Letters before this many days are not searched: a reader who looks for one knows about when it was sent. */
const searchedDays = 90

/** Support: the operator finds a person, a business, a link or a letter, and reads what happened to a letter. */
export const support: Handlers<typeof contract> = {
  findForSupport: async ({ caller, services, params }) => {
    const { search } = params.json
    const sites = reachedSites(caller, services)
    const siteOf = new Map(sites.map((site) => [site.web_site_id, site]))
    const now = services.clock.now()
    const asked = { webSiteIds: [...siteOf.keys()], search, now, since: secondsAfter(now, -searchedDays * 24 * 3600) }
    const { system } = services.database
    const found = await Promise.all(
      [queries.findBusinesses, queries.findPeople, queries.findLinks, queries.findLetters].map((find) =>
        find(system, asked),
      ),
    )
    const ofSites: SupportHit[] = sites
      .filter((site) => hasWords(`${site.name} ${site.web_site_id} ${site.hosts.join(' ')}`, search))
      .slice(0, mostHits)
      .map(({ web_site_id, name, hosts }) => ({
        kind: 'site',
        id: String(web_site_id),
        web_site_id,
        site_name: name,
        site_host: hosts[0] ?? '',
        title: name,
        hints: hosts.slice(0, 1),
        business_type: null,
        username: null,
        role: null,
        letter_id: null,
        at: null,
        is_ended: false,
      }))
    const others = found.flat().map((hit) => ({
      ...hit,
      site_name: siteOf.get(hit.web_site_id)?.name ?? '',
      site_host: siteOf.get(hit.web_site_id)?.hosts[0] ?? '',
      at: hit.at?.toISOString() ?? null,
    }))
    return { hits: [...ofSites, ...others] }
  },

  getLetterHistory: async ({ db, site, params, audit }) => {
    const { delivery_id } = params
    const letter = (await queries.findLetter(db, site, delivery_id)) ?? notFound()
    const attempts = await queries.findAttempts(db, site, delivery_id)
    const send = await queries.findSend(db, site, delivery_id)
    const key = send?.address_key ?? (letter.to === '' ? '' : addressKey(letter.to))
    const suppression = key === '' ? undefined : await queries.findSuppression(db, site, key)
    audit({ target: { kind: 'letter', id: delivery_id } })
    const { created_at, sent_at, ended_at, due_at, failure_reason, ...facts } = letter
    return {
      ...facts,
      to: shownAddress(site, facts.to),
      site_name: site.name,
      failure_reason: failure_reason === null ? null : FailureReason.parse(failure_reason),
      created_at: created_at.toISOString(),
      sent_at: sent_at?.toISOString() ?? null,
      ended_at: ended_at?.toISOString() ?? null,
      due_at: due_at?.toISOString() ?? null,
      attempts: attempts.map(({ started_at, ended_at: end, ...attempt }) => ({
        ...attempt,
        started_at: started_at.toISOString(),
        ended_at: end?.toISOString() ?? null,
      })),
      send: send
        ? {
            sender: send.sender,
            acted_by: send.acted_by,
            business: send.business,
            opened_at: send.opened_at?.toISOString() ?? null,
            watched_at: send.watched_at?.toISOString() ?? null,
            views: send.views,
            answers: send.answers,
            answered_at: send.answered_at?.toISOString() ?? null,
            link_ends_at: send.link_ends_at?.toISOString() ?? null,
            is_revoked: send.is_revoked,
          }
        : null,
      suppression: suppression ? { reason: suppression.reason, since: suppression.since.toISOString() } : null,
    }
  },
}

const hasWords = (text: string, search: string) =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word))
