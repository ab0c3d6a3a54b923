import { routes } from '@cutaway/contract/routes.ts'
import { colours } from '@cutaway/contract/tokens.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chosenLanguage } from '../../core/http/chosen-language.ts'
import { HttpRefusal } from '../../core/http/errors.ts'
import { allowStyles } from '../../core/http/policy.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { text } from '../../core/texts.ts'
import { escapeHtml } from './legal.ts'

/**
 * A web site that the operator took out of service: its pages say so, and its calls are refused. What others owe to
 * people continues: unsubscribing, and what carriers and mail servers report.
 */

/** The routes that a notice replaces; others, such as pictures in mails, continue. */
const pageRoutes: ReadonlySet<string> = new Set(
  [
    routes.page,
    routes.shortLink,
    routes.linkPage,
    routes.linkFilm,
    routes.film,
    routes.videoFile,
    routes.videoUploadNew,
    routes.videoUploadPart,
    routes.loopUploadNew,
    routes.loopUploadPart,
    routes.oembed,
    routes.embedPage,
    routes.embedFilm,
    routes.embedPreview,
  ].map(({ path }) => path),
)
const unsubscribing = /^\/(?:unsubscribe_email|api\/v1\/updateUnsubscribeEmailDetails)(?:[/?]|$)/i

const style = `body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 Inter,system-ui,sans-serif;background:${colours['gray-0']};color:${colours['gray-9']}}
main{max-width:34rem;padding:2rem;text-align:center}h1{margin:0 0 .75rem;font-size:1.625rem;line-height:1.25}p{margin:0;color:${colours['gray-7']}}`

export function registerOutOfService(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? ''
    const isCall = route.startsWith('/api/')
    if (!isCall && !pageRoutes.has(route)) return done()
    const site = services.sites.byHost(request.host)
    if (site.out_of_service_at === null || unsubscribing.test(request.url)) return done()
    if (isCall) return done(new HttpRefusal(503, 'web_site_out_of_service'))
    sendNotice(request, reply, site)
  })
}

function sendNotice(request: FastifyRequest, reply: FastifyReply, site: Site): void {
  const language =
    chosenLanguage(request, site) ??
    site.languages.find(({ language_id }) => language_id === site.default_lang_id) ??
    site.languages[0]!
  const title = escapeHtml(text(site, language.language_code, 'out_of_service_title', { name: site.name }))
  const words = escapeHtml(text(site, language.language_code, 'out_of_service_text'))
  allowStyles(reply, style)
  void reply
    .code(503)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language.language_code}" dir="${language.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${words}</p></main></body></html>`,
    )
}
