import { routes } from '@cutaway/contract/routes.ts'
import type { WebSiteData } from '@cutaway/contract/rooms/sites/operator.ts'
import type { FastifyInstance } from 'fastify'
import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { badRequest } from '../../../core/http/errors.ts'
import type { Db } from '../../../core/db/database.ts'
import { addRoute } from '../../../core/plain-routes.ts'
import type { Services } from '../../../core/services.ts'
import { deleteOtherHosts, findHostChecks, putHostChecks, type HostCheck } from './host-checks.queries.ts'

/**
 * Checks from outside whether the hosts of web sites lead to them: the portal requests a page of its own at each host. The
 * page answers with a proof that only this portal can give.
 */

type CheckServices = Pick<Services, 'config' | 'database' | 'sites' | 'hosts' | 'clock'>

/** Requests at the same time: one that gets no response takes seconds. */
const together = 8

const proofOf = ({ config }: Pick<Services, 'config'>, question: string, webSiteId: number): string =>
  createHmac('sha256', config.linkSecret).update(`which site ${question} ${webSiteId}`).digest('hex')

const Question = z.object({ question: z.string().regex(/^[\da-f]{32}$/) })

/** Serves /which-site, which proves to this portal which web site a host leads to. */
export function registerWhichSite(app: FastifyInstance, services: Pick<Services, 'config' | 'sites'>): void {
  addRoute(app, routes.whichSite, (request, reply) => {
    const { data } = Question.safeParse(request.query)
    if (!data) badRequest()
    const { web_site_id } = services.sites.byHost(request.host)
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(proofOf(services, data.question, web_site_id))
  })
}

/** Checks the hosts of web sites and keeps the results; of all web sites by default. */
export async function checkHosts(services: CheckServices, only?: number): Promise<void> {
  const { database, sites, hosts, clock } = services
  const checked = sites.all().filter(({ web_site_id }) => only === undefined || web_site_id === only)
  const next = checked.flatMap(({ web_site_id, hosts: names }) => names.map((host) => ({ web_site_id, host }))).values()
  const found: HostCheck[] = []
  const worker = async () => {
    for (const one of next) {
      const question = randomBytes(16).toString('hex')
      const path = `${routes.whichSite.path}?question=${question}`
      const problem = await hosts.ask(one.host, path, proofOf(services, question, one.web_site_id))
      found.push({ ...one, problem, at: clock.now() })
    }
  }
  await Promise.all(Array.from({ length: together }, worker))
  await putHostChecks(database.system, found)
  await deleteOtherHosts(database.system)
}

const Data = z.object({ web_site_id: z.int() })
const checkOne = 'hosts.check'

/** Registers the check of all hosts every five minutes, and that of one web site on demand. */
export function registerHostChecks(services: CheckServices & Pick<Services, 'jobs'>): void {
  services.jobs.every('hosts.checkAll', 300, () => checkHosts(services))
  services.jobs.define(checkOne, { data: Data }, async ({ web_site_id }) => {
    // This node may not have received the notice of the change yet.
    await services.sites.refresh()
    await checkHosts(services, web_site_id)
  })
}

/** Checks the hosts of a web site as soon as the transaction has been committed. */
export const queueHostCheck = (db: Db, { jobs }: Pick<Services, 'jobs'>, webSiteId: number): Promise<void> =>
  jobs.enqueue(db, checkOne, { web_site_id: webSiteId })

/** Returns the results for the hosts of a web site, in its tenant and in their order. */
export async function hostChecks(db: Db, id: number, hosts: readonly string[]): Promise<WebSiteData['host_checks']> {
  const found = new Map((await findHostChecks(db, id)).map((row) => [row.host, row]))
  return hosts.flatMap((host) => {
    const row = found.get(host)
    if (!row) return []
    return {
      host,
      checked_at: row.checked_at.toISOString(),
      reached_at: row.reached_at?.toISOString() ?? null,
      problem: row.problem,
    }
  })
}
