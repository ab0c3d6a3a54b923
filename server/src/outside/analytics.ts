import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '../core/plain-routes.ts'

/**
 * Who counts the visits of a web site, for visitors who agree. The site names its account (`analytics_id`) and may name the
 * script (`analytics_script`); without one it is Google's, and in the demo a stand-in of the house that forgets everything.
 */

export interface Analytics {
  id: string
  /** Address of the script, loaded after consent only. */
  script: string
  /** What a page of this site may load scripts from and send to. */
  policy: { scripts: string[]; connections: string[] }
}

const google = 'https://www.googletagmanager.com/gtag/js'
const standIn = routes.analyticsScript.path
const googleCollects = ['https://*.google-analytics.com', 'https://*.analytics.google.com']

/** Null on a site that does not count. */
export function analyticsOf(
  { features, settings }: { features: readonly string[]; settings: Record<string, unknown> },
  demo: boolean,
): Analytics | null {
  const { analytics_id: id, analytics_script: given } = settings
  if (!features.includes('analytics') || typeof id !== 'string' || id === '') return null
  const script = typeof given === 'string' ? given : demo ? standIn : google
  if (script.startsWith('/')) return { id, script, policy: { scripts: [], connections: [] } }
  const { origin } = new URL(script)
  const connections = script === google ? [origin, ...googleCollects] : [origin]
  return { id, script, policy: { scripts: [origin], connections } }
}

/** What the content security policy of a page needs for the counting. */
export const policyOf = ({ policy: { scripts, connections } }: Analytics): Record<string, string[]> => ({
  'script-src': scripts,
  'connect-src': connections,
  'img-src': connections,
})

/** Says what it would count, once for each event, to the server that forgets it. */
const standInScript = `
const queue = (window.dataLayer ??= [])
const send = (entry) => {
  const [kind, name, values] = entry
  if (kind === 'event')
    void fetch('/analytics/collect', { method: 'POST', keepalive: true, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name, ...values }) })
}
for (const entry of queue) send(entry)
queue.push = (...entries) => { for (const entry of entries) send(entry); return Array.prototype.push.apply(queue, entries) }
`

/** The stand-in's two addresses, where the demo is shown. */
export function registerAnalyticsStandIn(app: FastifyInstance): void {
  addRoute(app, routes.analyticsScript, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(standInScript),
  )
  addRoute(app, routes.analyticsCollect, (_request, reply) => reply.code(204).send(), { bodyLimit: 8 * 1024 })
}
