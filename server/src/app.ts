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
import { registerBounces } from './outside/mail.bounces.ts'
import { registerMail } from './outside/mail.ts'
import { registerMessageHooks } from './outside/messages.hooks.ts'
import { registerMessages } from './outside/messages.ts'
import { brandingHandlers } from './rooms/branding/branding.ts'
import { registerImages } from './rooms/branding/image-store.ts'
import { catalogueHandlers } from './rooms/catalogue/catalogue.ts'
import type { Library } from './rooms/catalogue/library/library.ts'
import { registerSamples } from './rooms/catalogue/library/samples.ts'
import { registerVehiclePictures } from './rooms/catalogue/vehicle/vehicle-pictures.ts'
import { findFavourites } from './rooms/favourites/favourites.queries.ts'
import { favouriteHandlers } from './rooms/favourites/favourites.ts'
import { earlyFilm, earlyScript } from './rooms/player/early.ts'
import { registerFilms } from './rooms/player/films.ts'
import { playerHandlers } from './rooms/player/player.ts'
import { keptStars } from './rooms/player/stars.ts'
import { registerSessionJobs } from './rooms/sessions/jobs.ts'
import { sessions } from './rooms/sessions/sessions.ts'
import { registerShareJobs } from './rooms/sharing/receipts/notify.ts'
import { registerOembed } from './rooms/sharing/landing/oembed.ts'
import { registerLinkPages } from './rooms/sharing/landing/route.ts'
import { registerFilmPictures } from './rooms/sharing/landing/film-pictures.ts'
import { registerOneClick } from './rooms/sharing/one-click.ts'
import { waysOut } from './rooms/sharing/ways-out.ts'
import { sharingHandlers } from './rooms/sharing/sharing.ts'
import { registerGuides } from './rooms/sites/guide.ts'
import { registerPages, type PageSource } from './rooms/sites/page.ts'
import { sites } from './rooms/sites/sites.ts'
import { registerTexts } from './rooms/sites/translations.ts'
import { users } from './rooms/users/users.ts'

/** The handlers of every room. A room or a call that is missing here does not compile. */
export function handlersOf(library: Library): AllHandlers {
  const stars = keptStars(findFavourites)
  return {
    sites,
    sessions,
    users,
    catalogue: catalogueHandlers(library),
    player: playerHandlers(library, stars),
    favourites: favouriteHandlers(library, stars),
    branding: brandingHandlers,
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
  app.addHook('onClose', registerMail(services))
  const ways = waysOut(services.clock)
  registerMessages(services, ways)
  registerMessageHooks(app, services, ways)
  registerBounces(app, services, ways)
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
  registerOneClick(app, services)
  registerTexts(app, services)

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
  if (pages) registerPages(app, services, checkSession, pages, earlyFilm(library, services))
  return app
}
