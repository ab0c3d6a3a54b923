import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sessionCheck } from './core/auth/caller.ts'
import { registerEndpoints, type AllHandlers } from './core/http/endpoints.ts'
import { makeHttp } from './core/http/http.ts'
import { watchDatabaseWaits } from './core/observability/metrics.ts'
import { registerHealth } from './core/observability/health.ts'
import type { Services } from './core/services.ts'
import { registerDescription } from './core/http/openapi.ts'
import { registerAnalyticsStandIn } from './outside/analytics.ts'
import { brandingHandlers } from './rooms/branding/branding.ts'
import { registerImages } from './rooms/branding/image-store.ts'
import { catalogueHandlers } from './rooms/catalogue/catalogue.ts'
import type { Library } from './rooms/catalogue/library/library.ts'
import { registerSamples } from './rooms/catalogue/library/samples.ts'
import { registerVehiclePictures } from './rooms/catalogue/vehicle/vehicle-pictures.ts'
import { consent } from './rooms/consent/consent.ts'
import { registerListUnsubscribe } from './rooms/consent/list-unsubscribe.ts'
import { optOutEvents } from './rooms/consent/opt-out-events.ts'
import { findFavourites } from './rooms/favourites/favourites.queries.ts'
import { favouriteHandlers } from './rooms/favourites/favourites.ts'
import { earlyFilm, earlyScript } from './rooms/player/early.ts'
import { registerFilms } from './rooms/player/films.ts'
import { registerBounces } from './rooms/messaging/bounces.ts'
import { registerCarrierHooks } from './rooms/messaging/carrier-hooks.ts'
import { mailWorker } from './rooms/messaging/mail.ts'
import { registerOutbox } from './rooms/messaging/outbox.ts'
import { outboxPage } from './rooms/messaging/outbox-page.ts'
import { textWorker } from './rooms/messaging/text-messages.ts'
import { registerVersionBefore } from './rooms/messaging/version-before.ts'
import { playerHandlers } from './rooms/player/player.ts'
import { keptStars } from './rooms/player/stars.ts'
import { registerSessionJobs } from './rooms/sessions/jobs.ts'
import { sessions } from './rooms/sessions/sessions.ts'
import { registerShareJobs } from './rooms/sharing/receipts/notify.ts'
import { registerOembed } from './rooms/sharing/landing/oembed.ts'
import { registerLinkPages } from './rooms/sharing/landing/route.ts'
import { registerFilmPictures } from './rooms/sharing/landing/film-pictures.ts'
import { sharingHandlers } from './rooms/sharing/sharing.ts'
import { registerGuides } from './rooms/sites/guide.ts'
import { registerPages, type PageSource } from './rooms/sites/page.ts'
import { sites } from './rooms/sites/sites.ts'
import { localeAnswer } from './rooms/sites/translations.ts'
import { users } from './rooms/users/users.ts'

/** The handlers of every room. A room or a call that is missing here does not compile. */
export function handlersOf(library: Library): AllHandlers {
  const stars = keptStars(findFavourites)
  return {
    messaging: outboxPage,
    sites,
    sessions,
    users,
    catalogue: catalogueHandlers(library),
    player: playerHandlers(library, stars),
    favourites: favouriteHandlers(library, stars),
    branding: brandingHandlers,
    consent,
    sharing: sharingHandlers(library),
  }
}

/** The whole application on one screen: calls, films, texts, pages, health. `pages` is left out where only calls are served. */
export async function makeApp(
  services: Services,
  library: Library,
  pages?: PageSource & { folder?: string },
): Promise<FastifyInstance> {
  const app = await makeHttp(services.config, services.log, [earlyScript])
  const checkSession = sessionCheck(services.database.engine, services.clock)

  watchDatabaseWaits(() => services.database.engine.waiting())
  const events = optOutEvents(services.clock)
  registerOutbox(services, [mailWorker(services), textWorker(services, events)])
  registerVersionBefore(services)
  registerCarrierHooks(app, services, events)
  registerBounces(app, services, events)
  registerSessionJobs(services)
  registerShareJobs(services, library)

  await app.register(fastifyStatic, { root: join(import.meta.dirname, '..'), serve: false })
  registerHealth(app, services)
  registerDescription(app)
  registerEndpoints(app, handlersOf(library), services, checkSession)
  registerFilms(app, library, services, checkSession)
  registerLinkPages(app, library, services, pages)
  registerOembed(app, library, services)
  registerVehiclePictures(app, library)
  registerGuides(app)
  registerImages(app, services)
  if (services.config.demo) registerAnalyticsStandIn(app)
  registerSamples(app, library)
  registerFilmPictures(app, library, services)
  registerListUnsubscribe(app, services)
  app.get('/language-translations/locale-:lang(^[^./]+).json', (request, reply) =>
    sendTexts(services, request.params, reply, 'texts'),
  )
  app.get('/language-translations/language-tags/locale-lt-:lang(^[^./]+).json', (request, reply) =>
    sendTexts(services, request.params, reply, 'tags'),
  )

  if (pages?.folder && existsSync(pages.folder))
    await app.register(fastifyStatic, {
      root: join(pages.folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
    })
  if (pages) registerPages(app, services, checkSession, pages, earlyFilm(library))
  return app
}

function sendTexts(
  services: Services,
  params: unknown,
  reply: { type(t: string): { header(n: string, v: string): { send(b: Buffer): unknown } } },
  kind: 'texts' | 'tags',
) {
  const { bytes, mediaType, cacheControl } = localeAnswer(services, (params as { lang: string }).lang, kind)
  return reply
    .type(mediaType)
    .header('cache-control', cacheControl ?? 'no-cache')
    .send(bytes)
}
