import type * as contract from '@cutaway/contract/rooms/sites/inbox.ts'
import { secondsAfter } from '../../../core/clock.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { notFound } from '../../../core/http/errors.ts'
import type { Services } from '../../../core/services.ts'
import { reachedSites } from '../reached-sites.ts'
import * as queries from './inbox.queries.ts'

/** What waits for the operator: feedback of users, and errors that browsers reported. */
export const inbox: Handlers<typeof contract> = {
  getFeedbackInbox: async (call) => {
    const { names, of } = ofSites(call, call.body)
    const { rows, total } = await queries.findFeedback(call.services.database.system, of, call.body)
    const shown = rows.map((row) => ({
      ...row,
      site_name: names.get(row.web_site_id) ?? '',
      created_at: row.created_at.toISOString(),
      done_at: row.done_at?.toISOString() ?? null,
    }))
    return { rows: shown, total }
  },

  markFeedback: async (call) => {
    const { db, site, owner, body } = call
    const done = doneBy(call, body.done)
    if (!(await queries.markFeedback(db, site, owner.user_id, done))) notFound()
    call.audit({ target: { kind: 'user', id: owner.user_id }, after: { done: body.done }, onlyAboutUser: true })
    return marked(done)
  },

  getBrowserErrors: async (call) => {
    const { names, of } = ofSites(call, call.body)
    const { rows, total } = await queries.findErrors(call.services.database.system, of, call.body)
    const shown = rows.map(({ first_at, last_at, done_at, ...row }) => ({
      ...row,
      site_name: names.get(row.web_site_id) ?? '',
      first_at: first_at.toISOString(),
      last_at: last_at.toISOString(),
      done_at: done_at?.toISOString() ?? null,
    }))
    return { rows: shown, total }
  },

  markBrowserError: async (call) => {
    const { db, site, body } = call
    const done = doneBy(call, body.done)
    if (!(await queries.markError(db, site, body.fingerprint, done))) notFound()
    call.audit({ target: { kind: 'browser_error', id: body.fingerprint }, after: { done: body.done } })
    return marked(done)
  },

  getWaiting: async ({ caller, services }) => {
    const reached = reachedSites(caller, services).map(({ web_site_id }) => web_site_id)
    return { web_sites: reached.length, ...(await queries.countOpen(services.database.system, reached)) }
  },
}

/** Returns the web sites whose rows a list shows, with their names: all that the caller sees, or the named one. */
function ofSites({ caller, services }: AnyCall, body: { web_site_id?: number | undefined; state: 'open' | 'done' }) {
  const sites = reachedSites(caller, services, body.web_site_id)
  return {
    names: new Map(sites.map(({ web_site_id, name }) => [web_site_id, name])),
    of: { webSiteIds: sites.map(({ web_site_id }) => web_site_id), state: body.state },
  }
}

const marked = (done: { at: Date } | null) =>
  answer({ done_at: done?.at.toISOString() ?? null }, { message: done ? 'marked_done' : 'opened_again' })

const doneBy = ({ caller, services }: AnyCall, isDone: boolean) =>
  isDone ? { at: services.clock.now(), by: caller.user.user_id } : null

/** Days after which an error that no browser reports any more is deleted. */
const errorDays = 90

/** Registers the job that deletes old errors of browsers. */
export function registerInboxJobs({ jobs, database, clock }: Pick<Services, 'jobs' | 'database' | 'clock'>): void {
  jobs.every('inbox.cleanUp', '13 3 * * *', async () => {
    await queries.deleteOldErrors(database.system, secondsAfter(clock.now(), -errorDays * 24 * 3600))
  })
}
