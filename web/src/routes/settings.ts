import type { RouteObject } from 'react-router'
import { withTexts } from '../core/i18n/i18n.ts'
import { settingsPages } from '../pages/settings.ts'
import { paths } from '../paths.ts'
import { type Module, routesOf } from './route.tsx'

/** Maps the pages of settings, of the operator's console and of the demo to their modules and layouts. */

const modules: Record<string, Module> = {
  [paths.favouritesSettings]: () => import('../rooms/favourites/FavouritesSettingsPage.tsx'),
  [paths.shared]: () => import('../rooms/sharing/receipts/SharedPage.tsx'),
  [paths.noticeSettings]: () => import('../rooms/sharing/decisions/NoticeSettingsPage.tsx'),
  [paths.senderAddresses]: () => import('../rooms/branding/senders/SenderAddressesPage.tsx'),
  [paths.messageTexts]: () => import('../rooms/branding/MessageTextsPage.tsx'),
  [paths.banners]: () => import('../rooms/branding/BannersPage.tsx'),
  [paths.manageUsers]: () => import('../rooms/users/ManageUsersPage.tsx'),
  [paths.userImport]: () => import('../rooms/users/import/UserImportPage.tsx'),
  [paths.locationImport]: () => import('../rooms/organisation/import/LocationImportPage.tsx'),
  [paths.locations]: () => import('../rooms/organisation/LocationsPage.tsx'),
  [paths.ipAutoLogin]: () => import('../rooms/users/ip-ranges/IpRangesPage.tsx'),
  [paths.regions]: () => import('../rooms/organisation/RegionsPage.tsx'),
  [paths.personalSettings]: () => import('../rooms/users/account/PersonalSettingsPage.tsx'),
  [paths.apiKeys]: () => import('../rooms/users/api-keys/ApiKeysPage.tsx'),
  [paths.auditLog]: () => import('../rooms/users/audit/AuditLogPage.tsx'),
  [paths.liveAddress]: () => import('../rooms/branding/live/LiveAddressPage.tsx'),
  [paths.superSystemIcon]: () => import('../rooms/branding/live/IconPage.tsx'),
  [paths.invoices]: () => import('../rooms/billing/invoices/InvoicesPage.tsx'),
  [paths.paymentDesk]: () => import('../rooms/billing/desk/PaymentDeskPage.tsx'),
  [paths.billing]: () => import('../rooms/billing/overview/BillingPage.tsx'),
  [paths.switchPlan]: () => import('../rooms/signup/switch/SwitchPlanPage.tsx'),
  [paths.cancelSubscription]: () => import('../rooms/billing/cancel/CancelPage.tsx'),
  [paths.renewal]: () => import('../rooms/billing/renewal/RenewalPage.tsx'),
  [paths.billingPaypalSuccess]: () => import('../rooms/billing/return/ChangedPage.tsx'),
  [paths.reactivateByCard]: () => import('../rooms/signup/reactivation/ReactivatePage.tsx'),
  [paths.reactivateByPayPal]: () => import('../rooms/signup/reactivation/ReactivatePage.tsx'),
  [paths.reactivate]: () => import('../rooms/signup/reactivation/ReactivatePage.tsx'),
  [paths.demoClock]: () => import('../rooms/billing/clock/DemoClockPage.tsx'),
  [paths.operator]: () => import('../rooms/sites/operator/OperatorPage.tsx'),
  [paths.operatorSites]: () => import('../rooms/sites/operator/WebSitesPage.tsx'),
  [paths.operatorHomePage]: () => import('../rooms/catalogue/content/HomeSystemsPage.tsx'),
  [paths.operatorNews]: () => import('../rooms/catalogue/content/SiteNewsPage.tsx'),
  [paths.operatorFilms]: () => import('../rooms/catalogue/content/SiteFilmsPage.tsx'),
  [paths.operatorWaiting]: () => import('../rooms/organisation/ip-ranges/WaitingPage.tsx'),
  [paths.operatorLegalTexts]: () => import('../rooms/sites/content/LegalTextsPage.tsx'),
  [paths.translations]: () => import('../rooms/sites/texts/TranslationsPage.tsx'),
  [paths.operatorSupport]: () => import('../rooms/conversations/support/SupportPage.tsx'),
  [paths.operatorHealth]: () => import('../rooms/sites/operator/health/HealthPage.tsx'),
  [paths.operatorFeedback]: () => import('../rooms/sites/operator/inbox/FeedbackPage.tsx'),
  [paths.operatorBlocked]: () => import('../rooms/sessions/blocks/BlockedPage.tsx'),
  [paths.operatorAudit]: () => import('../rooms/users/audit/OperatorAuditPage.tsx'),
  [paths.operatorErrors]: () => import('../rooms/sites/operator/inbox/BrowserErrorsPage.tsx'),
  [paths.operatorSite]: () => import('../rooms/sites/operator/site/WebSitePage.tsx'),
  [paths.operatorBusinesses]: () => import('../rooms/users/businesses/BusinessesPage.tsx'),
  [paths.operatorSeller]: () => import('../rooms/signup/sellers/SellerPage.tsx'),
  [paths.operatorApplications]: () => import('../rooms/signup/applications/ApplicationsPage.tsx'),
  [paths.outbox]: () => import('../rooms/messaging/OutboxPage.tsx'),
  [paths.gallery]: () => import('../rooms/gallery/GalleryPage.tsx'),
}

export const settingsRoutes: RouteObject[] = routesOf(settingsPages, modules, {
  sidebar: () => import('../layouts/SidebarLayout.tsx'),
  operator: () => withTexts(['operator'], import('../layouts/OperatorLayout.tsx')),
  bare: () => import('../layouts/BareLayout.tsx'),
  quiet: () => import('../layouts/QuietLayout.tsx'),
  'logged-out': () => import('../layouts/LoggedOutLayout.tsx'),
})
