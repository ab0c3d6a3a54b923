import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sessionCheck } from './core/auth/caller.ts'
import { registerEndpoints, type AllHandlers } from './core/http/endpoints.ts'
import { registerImports } from './core/import/jobs.ts'
import { makeHttp } from './core/http/http.ts'
import { registerLimitJobs } from './core/http/limit-jobs.ts'
import { databaseRateLimits } from './core/http/rate-limits.ts'
import { watchDatabaseWaits } from './core/observability/metrics.ts'
import { registerHealth } from './core/observability/health.ts'
import { listRoutes } from './core/plain-routes.ts'
import type { Registered } from './core/scope.ts'
import type { Services } from './core/services.ts'
import { registerDescription } from './core/http/openapi.ts'
import { registerAnalyticsStandIn } from './outside/analytics.ts'
import { cardFramePayments } from './rooms/billing/card-frame-payments.ts'
import { registerCardFrame } from './rooms/billing/card-frame.ts'
import { addresses, addressRecords } from './rooms/branding/senders/addresses.ts'
import { bannerRecords, banners } from './rooms/branding/banners.ts'
import { content } from './rooms/branding/content.ts'
import { liveAddress } from './rooms/branding/live-address.ts'
import { domains, registerDomainChecks } from './rooms/branding/senders/domains.ts'
import { registerImages } from './rooms/branding/image-store.ts'
import { logo } from './rooms/branding/logo.ts'
import { registerSentPictures } from './rooms/branding/sent-pictures.ts'
import { pageTexts } from './rooms/branding/texts/page-texts.ts'
import { savedTextRecords, savedTexts } from './rooms/branding/texts/saved-texts.ts'
import { desk } from './rooms/billing/desk/desk.ts'
import { documents } from './rooms/billing/documents/documents.ts'
import { lifeHandlers } from './rooms/billing/life/handlers.ts'
import { registerLifeJobs } from './rooms/billing/life/jobs.ts'
import { exportedInvoices } from './rooms/billing/documents/export.ts'
import { exportedLocations } from './rooms/organisation/export.ts'
import { exportedCustomers, exportedSends } from './rooms/sharing/export.ts'
import { exportedUsers } from './rooms/users/export.ts'
import type { ExportSource } from './core/data-export.ts'
import { lifePurposes } from './rooms/billing/life/purposes.ts'
import { registerWalletReturn } from './rooms/billing/life/pages/wallets.ts'
import { registerPaymentHooks } from './rooms/billing/hooks.ts'
import { registerPaymentJobs } from './rooms/billing/saga/jobs.ts'
import { registerPayPages } from './rooms/billing/pay-pages.ts'
import { payments } from './rooms/billing/payments.ts'
import { returns } from './rooms/billing/returns.ts'
import type { Purpose } from './rooms/billing/purposes.ts'
import { catalogue } from './rooms/catalogue/catalogue.ts'
import { codes } from './rooms/catalogue/codes.ts'
import { siteContent } from './rooms/catalogue/home/site-content.ts'
import { home } from './rooms/catalogue/home/home.ts'
import { filmLists } from './rooms/catalogue/lists.ts'
import { registerSamples } from './rooms/catalogue/library/samples.ts'
import { registerVehiclePictures } from './rooms/catalogue/vehicle/vehicle-pictures.ts'
import { registerVideoFiles } from './rooms/customvideos/files.ts'
import { registerVideoJobs } from './rooms/customvideos/jobs.ts'
import { acceptParts } from './core/http/tus.ts'
import { registerVideoUploads } from './rooms/customvideos/uploads.ts'
import { videos } from './rooms/customvideos/videos.ts'
import { embedMenu, embedRecords, embeds } from './rooms/embeds/embeds.ts'
import { registerEmbedJobs } from './rooms/embeds/page/jobs.ts'
import { embedOembed } from './rooms/embeds/page/oembed.ts'
import { openToNoOrigin } from './rooms/embeds/page/no-origin.ts'
import { embedPage, registerEmbedPages } from './rooms/embeds/page/route.ts'
import { favouriteRecords, favourites } from './rooms/favourites/favourites.ts'
import { earlyFilm, earlyScript } from './rooms/player/early.ts'
import { registerFilms } from './rooms/player/films.ts'
import { registerOembed } from './rooms/player/oembed.ts'
import { filmFacts } from './rooms/player/film-facts.ts'
import { pdf } from './rooms/player/pdf/pdf.ts'
import { player } from './rooms/player/player.ts'
import { tracking } from './rooms/player/tracking/tracking.ts'
import { consent } from './rooms/consent/consent.ts'
import { registerListUnsubscribe } from './rooms/consent/list-unsubscribe.ts'
import { automatic } from './rooms/conversations/automatic.ts'
import { registerAutomaticAnswers } from './rooms/conversations/automatic-answer.ts'
import { withConversations } from './rooms/conversations/inbound.ts'
import { registerMailHook } from './rooms/conversations/mail-hook.ts'
import { support } from './rooms/conversations/support/support.ts'
import { threads } from './rooms/conversations/threads.ts'
import { optOutEvents } from './rooms/consent/opt-out-events.ts'
import { registerBounces } from './rooms/messaging/bounces/bounces.ts'
import { registerCarrierHooks } from './rooms/messaging/carrier-hooks.ts'
import { mailWorker } from './rooms/messaging/mail.ts'
import { registerOutbox } from './rooms/messaging/outbox.ts'
import { outboxPage } from './rooms/messaging/outbox-page.ts'
import { textWorker } from './rooms/messaging/text-messages.ts'
import { businesses } from './rooms/organisation/operator/businesses.ts'
import { businessRecords } from './rooms/organisation/businesses.ts'
import { locationImportRecords, locationImports } from './rooms/organisation/import/imports.ts'
import { locationImport } from './rooms/organisation/import/locations.ts'
import { siteFilms } from './rooms/catalogue/home/site-films.ts'
import { findings } from './rooms/integrations/findings/findings.ts'
import { orders } from './rooms/integrations/orders/orders.ts'
import { ltiPlatformRecords, ltiPlatforms } from './rooms/integrations/lti/platforms.ts'
import { registerLti, registerLtiJobs } from './rooms/integrations/lti/route.ts'
import { registerWebhookJobs, webhookWorker } from './rooms/integrations/webhooks/worker.ts'
import { webhookRecords, webhooks } from './rooms/integrations/webhooks/webhooks.ts'
import { autoLogin } from './rooms/organisation/ip-ranges/auto-login.ts'
import { ipRangeRecords, ipRanges } from './rooms/organisation/ip-ranges/ip-ranges.ts'
import { locationRecords, locations } from './rooms/organisation/locations.ts'
import { regionRecords, regions } from './rooms/organisation/regions.ts'
import { severalLocations } from './rooms/organisation/several-locations.ts'
import { registerVersionBefore } from './rooms/messaging/version-before.ts'
import { lookups } from './rooms/reports/lookups.ts'
import { heat } from './rooms/reports/heat/heat.ts'
import { reports } from './rooms/reports/reports.ts'
import { registerReportSchedules } from './rooms/reports/schedules/jobs.ts'
import { scheduleRecords, schedules } from './rooms/reports/schedules/schedules.ts'
import { settings as reportSettings } from './rooms/reports/settings.ts'
import { registerSessionJobs } from './rooms/sessions/jobs.ts'
import { blocks } from './rooms/sessions/blocks/blocks.ts'
import { acting } from './rooms/sessions/acting/acting.ts'
import { secondStep } from './rooms/sessions/second-step/settings.ts'
import { sessions } from './rooms/sessions/sessions.ts'
import { registerFrames } from './rooms/sessions/third-party/frames.ts'
import { thirdParty, thirdPartyHolder } from './rooms/sessions/third-party/third-party.ts'
import { decisions } from './rooms/sharing/decisions/decisions.ts'
import { withFailureNotices } from './rooms/sharing/receipts/failed-texts.ts'
import { registerViewRetention } from './rooms/player/tracking/retention.ts'
import { registerLinkRetention } from './rooms/sharing/retention/retention.ts'
import { registerLoginRetention } from './rooms/sessions/retention/retention.ts'
import { registerShareJobs } from './rooms/sharing/receipts/notify.ts'
import { linkOembed } from './rooms/sharing/landing/oembed.ts'
import { registerLinkPages } from './rooms/sharing/landing/route.ts'
import { registerFilmPictures } from './rooms/player/film-pictures.ts'
import { popular } from './rooms/sharing/receipts/popular.ts'
import { customerRecords, customers } from './rooms/sharing/customers/customers.ts'
import { history, recipientRecords } from './rooms/sharing/receipts/receipts.ts'
import { linkRecords, links } from './rooms/sharing/links/links.ts'
import { linkHolder, page } from './rooms/sharing/landing/landing.ts'
import { registerReminders } from './rooms/sharing/send/reminders.ts'
import { sends } from './rooms/sharing/send/sends.ts'
import { plays } from './rooms/signage/plays/plays.ts'
import { screenHolder, screenRecords, screens } from './rooms/signage/screens/screens.ts'
import { registerWallWorker } from './rooms/signage/screens/wall-worker.ts'
import { registerScreenJobs } from './rooms/signage/screens/watch.ts'
import { education } from './rooms/signup/education/education.ts'
import { loopItemRecords, loops } from './rooms/signage/loops.ts'
import { registerLoopMedia } from './rooms/signage/media/loop-media.ts'
import { registerMenuPictureJobs } from './rooms/signage/media/pictures.ts'
import { registerLoopUploadJobs, registerLoopUploads } from './rooms/signage/media/uploads.ts'
import { menus } from './rooms/signage/menus.ts'
import { plans as wallPlans } from './rooms/signage/plan.ts'
import { registerSignupJobs } from './rooms/signup/jobs.ts'
import { membership } from './rooms/signup/membership/membership.ts'
import { plans } from './rooms/signup/plans/plans.ts'
import { signupPurpose } from './rooms/signup/registration/purpose.ts'
import { upgradePurpose } from './rooms/signup/upgrade/upgrade-purpose.ts'
import { upgrade } from './rooms/signup/upgrade/upgrade.ts'
import { registration } from './rooms/signup/registration/registration.ts'
import { sellers } from './rooms/signup/sellers/sellers.ts'
import { trial } from './rooms/signup/trial/trial.ts'
import { registerChecks } from './rooms/sites/health/checks.ts'
import { health } from './rooms/sites/health/health.ts'
import { registerHealthMetrics } from './rooms/sites/health/health-metrics.ts'
import { registerHeartbeat } from './rooms/sites/health/heartbeat.ts'
import { inbox, registerInboxJobs } from './rooms/sites/inbox/inbox.ts'
import { guide, registerGuides } from './rooms/sites/guide.ts'
import { registerOutOfService } from './rooms/sites/out-of-service.ts'
import { registerHostChecks, registerWhichSite } from './rooms/sites/operator/host-checks.ts'
import { operator } from './rooms/sites/operator/operator.ts'
import { registerLogos } from './rooms/sites/site-logos.ts'
import { registerPages, type PageSource } from './rooms/sites/page.ts'
import { sites } from './rooms/sites/sites.ts'
import { contact } from './rooms/sites/contact.ts'
import { feedback } from './rooms/sites/feedback.ts'
import { legalTexts } from './rooms/sites/legal/legal-texts.ts'
import { siteTexts } from './rooms/sites/texts/texts.ts'
import { bundles } from './rooms/telephony/bundles/bundles.ts'
import { bundlePurpose } from './rooms/telephony/bundles/bundle-purpose.ts'
import { carriers } from './rooms/telephony/carriers/carriers.ts'
import { registerTelephonyJobs } from './rooms/telephony/jobs.ts'
import { numberPurpose } from './rooms/telephony/numbers/number-purpose.ts'
import { numbers } from './rooms/telephony/numbers/numbers.ts'
import { withNumberUse } from './rooms/telephony/numbers/received.ts'
import { registerVoice } from './rooms/telephony/numbers/voice.ts'
import { registerTexts, translations } from './rooms/sites/translations.ts'
import { account } from './rooms/users/account/account.ts'
import { apiKeyRecords, apiKeys } from './rooms/users/api-keys/api-keys.ts'
import { auditLog } from './rooms/users/audit/audit.ts'
import { userImportRecords, userImports } from './rooms/users/import/imports.ts'
import { userImport } from './rooms/users/import/users.ts'
import { registerLoginDetails } from './rooms/users/login-details.ts'
import { users } from './rooms/users/users.ts'

/** The handlers of every room. A missing room or call does not compile. */
export const handlers: AllHandlers = {
  messaging: outboxPage,
  sites: {
    ...sites,
    ...translations,
    ...siteTexts,
    ...legalTexts,
    ...contact,
    ...feedback,
    ...guide,
    ...inbox,
    ...health,
    ...operator,
  },
  sessions: { ...sessions, ...secondStep, ...acting, ...blocks, ...thirdParty },
  organisation: {
    ...businesses,
    ...locations,
    ...regions,
    ...severalLocations,
    ...locationImports,
    ...autoLogin,
    ...ipRanges,
  },
  users: { ...users, ...account, ...apiKeys, ...auditLog, ...userImports },
  catalogue: { ...catalogue, ...filmLists, ...home, ...codes, ...siteContent, ...siteFilms },
  player: { ...player, ...filmFacts, ...pdf, ...tracking },
  favourites,
  customvideos: videos,
  embeds: { ...embeds, ...embedMenu, ...embedPage },
  branding: {
    ...addresses,
    ...domains,
    ...content,
    ...banners,
    ...logo,
    ...savedTexts,
    ...pageTexts,
    ...liveAddress,
  },
  consent,
  billing: { ...payments, ...returns, ...lifeHandlers, ...documents, ...desk },
  conversations: { ...threads, ...automatic, ...support },
  reports: { ...reports, ...heat, ...lookups, ...schedules, ...reportSettings },
  sharing: { ...sends, ...links, ...page, ...history, ...popular, ...decisions, ...customers },
  integrations: { ...findings, ...ltiPlatforms, ...orders, ...webhooks },
  signup: { ...plans, ...trial, ...registration, ...education, ...membership, ...sellers, ...upgrade },
  telephony: { ...bundles, ...carriers, ...numbers },
  signage: { ...loops, ...menus, ...wallPlans, ...screens, ...plays },
}

/** The loaders of the records that calls name, and the resolvers of callers without a session. */
export const registered: Registered = {
  records: {
    favourite: favouriteRecords,
    embed: embedRecords,
    sender_address: addressRecords,
    banner: bannerRecords,
    api_key: apiKeyRecords,
    saved_text: savedTextRecords,
    link: linkRecords,
    recipient: recipientRecords,
    customer: customerRecords,
    business: businessRecords,
    ip_range: ipRangeRecords,
    location: locationRecords,
    region: regionRecords,
    location_import: locationImportRecords,
    user_import: userImportRecords,
    webhook: webhookRecords,
    lti_platform: ltiPlatformRecords,
    report_schedule: scheduleRecords,
    loop_item: loopItemRecords,
    screen: screenRecords,
  },
  holders: { linkHolder, thirdParty: thirdPartyHolder, screen: screenHolder },
}

/** What a business can take with it: each room hands over its tables. */
export const exportSources: readonly ExportSource[] = [
  exportedUsers,
  exportedLocations,
  exportedCustomers,
  exportedSends,
  exportedInvoices,
]

/** What can be paid for: the rooms that sell something hand over how. */
export const makePurposes = (services: Parameters<typeof signupPurpose>[0]): readonly Purpose[] => [
  signupPurpose(services),
  ...lifePurposes(services),
  upgradePurpose(services),
  bundlePurpose(services),
  numberPurpose(services),
]

declare module 'fastify' {
  interface FastifyInstance {
    /** Every served route, as 'GET /path'. */
    servedRoutes: readonly string[]
  }
}

/** Assembles the whole application: calls, films, texts, pages, health. `pages` is omitted if only calls are served. */
export async function makeApp(services: Services, pages?: PageSource & { folder?: string }): Promise<FastifyInstance> {
  const app = await makeHttp(services.config, services.log, {
    limits: databaseRateLimits(services.database.engine, services.clock),
    inlineScripts: [earlyScript],
  })
  app.decorate('servedRoutes', listRoutes(app))
  registerOutOfService(app, services)
  registerFrames(app, services)
  openToNoOrigin(app)
  const checkSession = sessionCheck(services.database.engine, services.clock)

  watchDatabaseWaits(() => services.database.engine.waiting())
  const inbound = withNumberUse(withConversations(optOutEvents(services.clock), services), services)
  const events = withFailureNotices(inbound, services)
  registerOutbox(services, [mailWorker(services, events), textWorker(services, events), webhookWorker(services)])
  registerVersionBefore(services)
  registerCarrierHooks(app, services, events)
  registerVoice(app, services)
  registerBounces(app, services, events)
  registerLimitJobs(services)
  registerSessionJobs(services)
  registerLoginDetails(services)
  registerImports(services, [userImport, locationImport])
  registerShareJobs(services)
  registerViewRetention(services)
  registerLoginRetention(services)
  registerLinkRetention(services)
  registerReportSchedules(services)
  registerSentPictures(services)
  registerDomainChecks(services)
  registerReminders(services)
  registerWebhookJobs(services)
  registerLtiJobs(services)
  registerEmbedJobs(services)
  registerAutomaticAnswers(services)
  registerMailHook(app, services)
  registerInboxJobs(services)
  registerSignupJobs(services)
  registerPaymentJobs(services)
  registerLifeJobs(services)
  registerTelephonyJobs(services)
  registerScreenJobs(services)
  registerVideoJobs(services)
  registerLoopUploadJobs(services)
  registerMenuPictureJobs(services)
  registerChecks(services)
  registerHostChecks(services)
  registerHeartbeat(app, services)
  registerHealthMetrics(app, services)

  await app.register(fastifyStatic, { root: join(import.meta.dirname, '..'), serve: false })
  registerHealth(app, services)
  registerDescription(app)
  registerEndpoints(app, handlers, { services, sessions: checkSession, ...registered })
  registerFilms(app, services, checkSession)
  acceptParts(app)
  registerVideoUploads(app, services, checkSession)
  registerLoopUploads(app, services, checkSession)
  registerVideoFiles(app, services, checkSession)
  registerLinkPages(app, services, pages, checkSession)
  registerEmbedPages(app, services, pages, checkSession)
  registerOembed(app, services, [linkOembed, embedOembed])
  registerLti(app, services, pages)
  registerVehiclePictures(app, services)
  registerGuides(app)
  registerLogos(app, services)
  registerWhichSite(app, services)
  registerImages(app, services)
  registerLoopMedia(app, services)
  if (services.config.demo) registerAnalyticsStandIn(app)
  registerSamples(app, services)
  registerFilmPictures(app, services)
  registerListUnsubscribe(app, services)
  registerPayPages(app, services)
  registerPaymentHooks(app, services)
  registerWalletReturn(app, services)
  registerTexts(app, services)
  registerCardFrame(app, services, pages, cardFramePayments(services))

  if (pages?.folder && existsSync(pages.folder))
    await app.register(fastifyStatic, {
      root: join(pages.folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      // Scripts of modules are read across origins by pages that have none (embeds in frames with `sandbox`).
      setHeaders: (reply) =>
        reply.header('cache-control', 'public, max-age=31536000, immutable').header('access-control-allow-origin', '*'),
    })
  if (pages) registerWallWorker(app, pages)
  if (pages) registerPages(app, services, checkSession, pages, earlyFilm(services))
  return app
}
