import type { Endpoint } from './endpoint.ts'
import { isEndpoint } from './endpoint.ts'
import * as billingDemoClock from './rooms/billing/demo-clock.ts'
import * as billingPlanChanges from './rooms/billing/plan-changes.ts'
import * as billingReactivation from './rooms/billing/reactivation.ts'
import * as billingSubscription from './rooms/billing/subscription.ts'
import * as billing from './rooms/billing.ts'
import * as billingDesk from './rooms/billing/desk.ts'
import * as billingDocuments from './rooms/billing/documents.ts'
import * as billingReturns from './rooms/billing/returns.ts'
import * as brandingAddresses from './rooms/branding/addresses.ts'
import * as brandingBanners from './rooms/branding/banners.ts'
import * as brandingContent from './rooms/branding/content.ts'
import * as brandingDomains from './rooms/branding/domains.ts'
import * as brandingLiveAddress from './rooms/branding/live-address.ts'
import * as brandingPageTexts from './rooms/branding/page-texts.ts'
import * as brandingPictures from './rooms/branding/pictures.ts'
import * as brandingTexts from './rooms/branding/texts.ts'
import * as catalogueCodes from './rooms/catalogue/codes.ts'
import * as catalogueHome from './rooms/catalogue/home.ts'
import * as catalogueLists from './rooms/catalogue/lists.ts'
import * as catalogueSiteContent from './rooms/catalogue/site-content.ts'
import * as catalogueSiteFilms from './rooms/catalogue/site-films.ts'
import * as catalogue from './rooms/catalogue/catalogue.ts'
import * as consent from './rooms/consent.ts'
import * as conversationsAutomatic from './rooms/conversations/automatic.ts'
import * as conversationsSupport from './rooms/conversations/support.ts'
import * as conversationsThreads from './rooms/conversations/threads.ts'
import * as customVideos from './rooms/customvideos/videos.ts'
import * as embeds from './rooms/embeds/embeds.ts'
import * as embedsMenu from './rooms/embeds/menu.ts'
import * as embedsPage from './rooms/embeds/page.ts'
import * as favourites from './rooms/favourites.ts'
import * as integrationsFindings from './rooms/integrations/findings.ts'
import * as integrationsLti from './rooms/integrations/lti.ts'
import * as integrationsOrders from './rooms/integrations/orders.ts'
import * as integrationsWebhooks from './rooms/integrations/webhooks.ts'
import * as messaging from './rooms/messaging.ts'
import * as organisationImports from './rooms/organisation/imports.ts'
import * as organisationAutoLogin from './rooms/organisation/auto-login.ts'
import * as organisationBusinesses from './rooms/organisation/businesses.ts'
import * as organisationIpRanges from './rooms/organisation/ip-ranges.ts'
import * as organisationLocations from './rooms/organisation/locations.ts'
import * as organisationRegions from './rooms/organisation/regions.ts'
import * as organisationSeveral from './rooms/organisation/several-locations.ts'
import * as playerFilms from './rooms/player/films.ts'
import * as playerPdf from './rooms/player/pdf.ts'
import * as playerTracking from './rooms/player/tracking.ts'
import * as player from './rooms/player/player.ts'
import * as sessionsActing from './rooms/sessions/acting.ts'
import * as sessionsBlocks from './rooms/sessions/blocks.ts'
import * as sessionsSecondStep from './rooms/sessions/second-step.ts'
import * as sessionsThirdParty from './rooms/sessions/third-party.ts'
import * as sessions from './rooms/sessions.ts'
import * as sharingDecisions from './rooms/sharing/decisions.ts'
import * as sharingCustomers from './rooms/sharing/customers.ts'
import * as sharingHistory from './rooms/sharing/receipts.ts'
import * as sharingLinks from './rooms/sharing/links.ts'
import * as sharingPage from './rooms/sharing/landing.ts'
import * as sharingPopular from './rooms/sharing/popular.ts'
import * as sharingSends from './rooms/sharing/send.ts'
import * as reportsHeat from './rooms/reports/heat.ts'
import * as reportsLookups from './rooms/reports/lookups.ts'
import * as reports from './rooms/reports/reports.ts'
import * as reportsSchedules from './rooms/reports/schedules.ts'
import * as reportsSettings from './rooms/reports/settings.ts'
import * as signageLoops from './rooms/signage/loops.ts'
import * as signageMenus from './rooms/signage/digital-menus.ts'
import * as signagePlan from './rooms/signage/plan.ts'
import * as signupEducation from './rooms/signup/education.ts'
import * as signupMembership from './rooms/signup/membership.ts'
import * as signupPlans from './rooms/signup/plans.ts'
import * as signupRegistration from './rooms/signup/registration.ts'
import * as signupSellers from './rooms/signup/sellers.ts'
import * as signupTrial from './rooms/signup/trial.ts'
import * as signupUpgrade from './rooms/signup/upgrade.ts'
import * as sitesContact from './rooms/sites/contact.ts'
import * as sitesFeedback from './rooms/sites/feedback.ts'
import * as sitesHealth from './rooms/sites/health.ts'
import * as sitesInbox from './rooms/sites/inbox.ts'
import * as sitesGuide from './rooms/sites/guide.ts'
import * as sitesLegal from './rooms/sites/legal.ts'
import * as sitesOperator from './rooms/sites/operator.ts'
import * as sitesTexts from './rooms/sites/texts.ts'
import * as sitesTranslations from './rooms/sites/translations.ts'
import * as sites from './rooms/sites/sites.ts'
import * as signagePlays from './rooms/signage/plays.ts'
import * as signageScreens from './rooms/signage/screens.ts'
import * as telephonyBundles from './rooms/telephony/bundles.ts'
import * as telephonyCarriers from './rooms/telephony/carriers.ts'
import * as telephonyNumbers from './rooms/telephony/numbers.ts'
import * as usersAccount from './rooms/users/account.ts'
import * as usersApiKeys from './rooms/users/api-keys.ts'
import * as usersAudit from './rooms/users/audit.ts'
import * as usersImports from './rooms/users/imports.ts'
import * as usersMoving from './rooms/users/moving.ts'
import * as usersPermissions from './rooms/users/permissions.ts'
import * as users from './rooms/users/users.ts'

/** The calls of a subject or a room: the exports created by endpoint(). */
export type CallsOf<Subject> = {
  [Name in keyof Subject as Subject[Name] extends Endpoint ? Name : never]: Subject[Name]
}

/** Merges the calls of a room's subjects into one object. Throws if two subjects have a call of the same name. */
function room<Subjects extends readonly object[]>(...subjects: Subjects): CallsOf<Together<Subjects>> {
  const calls: Record<string, Endpoint> = {}
  for (const subject of subjects)
    for (const [name, endpoint] of Object.entries(subject)) {
      if (!isEndpoint(endpoint)) continue
      if (name in calls) throw new Error(`two subjects of a room declare ${name}`)
      calls[name] = endpoint
    }
  return calls as CallsOf<Together<Subjects>>
}
type Together<Subjects extends readonly object[]> = Subjects extends readonly [infer First, ...infer Rest]
  ? First & (Rest extends readonly object[] ? Together<Rest> : unknown)
  : unknown

/** Every call of the product: the subjects of each room, one contract file each. */
export const contract = {
  messaging: room(messaging),
  sites: room(
    sites,
    sitesTranslations,
    sitesTexts,
    sitesLegal,
    sitesContact,
    sitesFeedback,
    sitesGuide,
    sitesInbox,
    sitesHealth,
    sitesOperator,
  ),
  sessions: room(sessions, sessionsSecondStep, sessionsActing, sessionsBlocks, sessionsThirdParty),
  organisation: room(
    organisationBusinesses,
    organisationAutoLogin,
    organisationIpRanges,
    organisationLocations,
    organisationRegions,
    organisationSeveral,
    organisationImports,
  ),
  users: room(users, usersPermissions, usersAccount, usersApiKeys, usersAudit, usersImports, usersMoving),
  catalogue: room(catalogue, catalogueLists, catalogueHome, catalogueCodes, catalogueSiteContent, catalogueSiteFilms),
  player: room(player, playerFilms, playerPdf, playerTracking),
  favourites: room(favourites),
  customvideos: room(customVideos),
  embeds: room(embeds, embedsMenu, embedsPage),
  branding: room(
    brandingAddresses,
    brandingContent,
    brandingDomains,
    brandingBanners,
    brandingPictures,
    brandingTexts,
    brandingPageTexts,
    brandingLiveAddress,
  ),
  consent: room(consent),
  billing: room(
    billing,
    billingReturns,
    billingDemoClock,
    billingSubscription,
    billingPlanChanges,
    billingReactivation,
    billingDocuments,
    billingDesk,
  ),
  conversations: room(conversationsThreads, conversationsAutomatic, conversationsSupport),
  reports: room(reports, reportsHeat, reportsLookups, reportsSchedules, reportsSettings),
  sharing: room(
    sharingSends,
    sharingLinks,
    sharingPage,
    sharingHistory,
    sharingPopular,
    sharingDecisions,
    sharingCustomers,
  ),
  integrations: room(integrationsFindings, integrationsLti, integrationsOrders, integrationsWebhooks),
  signup: room(
    signupPlans,
    signupTrial,
    signupRegistration,
    signupEducation,
    signupMembership,
    signupSellers,
    signupUpgrade,
  ),
  telephony: room(telephonyBundles, telephonyCarriers, telephonyNumbers),
  signage: room(signageLoops, signageMenus, signagePlan, signagePlays, signageScreens),
}
export type Contract = typeof contract
export type RoomName = keyof Contract

/** Returns every declared call in the order of rooms, with its name in code. */
export function allCalls(): { room: RoomName; name: string; endpoint: Endpoint }[] {
  return Object.entries(contract).flatMap(([name, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(([call, endpoint]) => ({
      room: name as RoomName,
      name: call,
      endpoint,
    })),
  )
}
