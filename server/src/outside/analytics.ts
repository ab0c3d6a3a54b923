import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '../core/plain-routes.ts'

/**
 * The analytics service of a web site, for visitors who agree. The site sets its account (`analytics_id`) and may set
 * the script (`analytics_script`). The default script is Google's; the demo uses a built-in stand-in that stores
 * nothing.
 */

export interface Analytics {
  id: string
  /** URL of the script, which is loaded only after consent. */
  script: string
  /** The origins that a page of this site may load scripts from and send data to. */
  policy: { scripts: string[]; connections: string[] }
}

const google = 'https://www.googletagmanager.com/gtag/js'
const standIn = routes.analyticsScript.path
const googleCollects = ['https://*.google-analytics.com', 'https://*.analytics.google.com']

/** Returns the analytics of a site; null for a site without analytics. */
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

/** Returns the sources that analytics adds to the content security policy of a page. */
export const policyOf = ({ policy: { scripts, connections } }: Analytics): Record<string, string[]> => ({
  'script-src': scripts,
  'connect-src': connections,
  'img-src': connections,
})

/** Sends each event once to the server's stand-in endpoint, which discards it. */
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

/** Registers the two routes of the stand-in. Call it only if the demo is on. */
export function registerAnalyticsStandIn(app: FastifyInstance): void {
  addRoute(app, routes.analyticsScript, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(standInScript),
  )
  addRoute(app, routes.analyticsCollect, (_request, reply) => reply.code(204).send(), { bodyLimit: 8 * 1024 })
}
