import type { Migration } from 'kysely/migration'
import * as sites from './0001-sites.ts'
import * as people from './0002-people.ts'
import * as sessions from './0003-sessions.ts'
import * as mails from './0004-mails.ts'
import * as views from './0006-views.ts'
import * as favourites from './0007-favourites.ts'
import * as home from './0008-home.ts'
import * as feedback from './0009-feedback.ts'
import * as branding from './0010-branding.ts'
import * as messages from './0011-messages.ts'
import * as sharing from './0012-sharing.ts'
import * as audit from './0013-audit.ts'
import * as loginLimits from './0014-login-limits.ts'
import * as outbox from './0015-outbox.ts'
import * as notices from './0016-notices.ts'
import * as unsignedUnsubscribing from './0017-unsigned-unsubscribing.ts'
import * as decisions from './0018-decisions.ts'
import * as conversations from './0019-conversations.ts'
import * as touchScreen from './0020-touch-screen.ts'
import * as addressAttempts from './0021-address-attempts.ts'
import * as delivery from './0022-delivery.ts'
import * as aboutCustomers from './0023-about-customers.ts'
import * as pageTexts from './0024-page-texts.ts'
import * as places from './0025-places.ts'
import * as usersOfBusinesses from './0026-people.ts'
import * as account from './0027-account.ts'
import * as imports from './0028-imports.ts'
import * as operator from './0030-operator.ts'
import * as siteTexts from './0031-site-texts.ts'
import * as formerKeys from './0032-former-keys.ts'
import * as operation from './0033-operation.ts'
import * as shortLinks from './0034-short-links.ts'
import * as importCorrections from './0035-import-corrections.ts'
import * as console from './0036-console.ts'
import * as ipRanges from './0037-ip-ranges.ts'
import * as signup from './0040-signup.ts'
import * as billing from './0041-billing.ts'
import * as reactivation from './0043-reactivation.ts'
import * as memberships from './0044-memberships.ts'
import * as comparisons from './0045-comparisons.ts'
import * as subscriptions from './0046-subscriptions.ts'
import * as documents from './0049-documents.ts'
import * as desk from './0050-desk.ts'
import * as sellers from './0051-sellers.ts'
import * as upgrades from './0064-upgrades.ts'
import * as reminders from './0066-reminders.ts'
import * as telephony from './0072-telephony.ts'
import * as embeds from './0076-embeds.ts'
import * as thirdParty from './0078-third-party.ts'
import * as ipLoginTypes from './0079-ip-login-types.ts'
import * as reportViews from './0080-report-views.ts'
import * as reportSettings from './0081-report-settings.ts'
import * as integrations from './0086-integrations.ts'
import * as embedReports from './0087-embed-reports.ts'
import * as textsAndNumbers from './0088-texts-and-numbers.ts'
import * as demoClock from './0092-demo-clock.ts'
import * as lti from './0093-lti.ts'
import * as signage from './0096-signage.ts'
import * as screens from './0099-screens.ts'
import * as customVideos from './0102-custom-videos.ts'
import * as retention from './0105-retention.ts'
import * as reportSchedules from './0106-report-schedules.ts'
import * as reportFunnel from './0107-report-funnel.ts'
import * as ipNetworks from './0117-ip-networks.ts'
import * as screenViews from './0121-screen-views.ts'
import * as customersWatching from './0129-customers-watching.ts'
import * as addressesOfCustomers from './0130-addresses-of-customers.ts'
import * as namesInTheAuditLog from './0140-names-in-the-audit-log.ts'
import * as locationsOfNumbers from './0141-locations-of-numbers.ts'
import * as timeZonesOfSchedules from './0146-time-zones-of-schedules.ts'

/** Every migration in order. A landed one is never changed; the next change is a new file. */
export const migrations: Record<string, Migration> = {
  '0001-sites': sites,
  '0002-people': people,
  '0003-sessions': sessions,
  '0004-mails': mails,
  '0006-views': views,
  '0007-favourites': favourites,
  '0008-home': home,
  '0009-feedback': feedback,
  '0010-branding': branding,
  '0011-messages': messages,
  '0012-sharing': sharing,
  '0013-audit': audit,
  '0014-login-limits': loginLimits,
  '0015-outbox': outbox,
  '0016-notices': notices,
  '0017-unsigned-unsubscribing': unsignedUnsubscribing,
  '0018-decisions': decisions,
  '0019-conversations': conversations,
  '0020-touch-screen': touchScreen,
  '0021-address-attempts': addressAttempts,
  '0022-delivery': delivery,
  '0023-about-customers': aboutCustomers,
  '0024-page-texts': pageTexts,
  '0025-places': places,
  '0026-people': usersOfBusinesses,
  '0027-account': account,
  '0028-imports': imports,
  '0030-operator': operator,
  '0031-site-texts': siteTexts,
  '0032-former-keys': formerKeys,
  '0033-operation': operation,
  '0034-short-links': shortLinks,
  '0035-import-corrections': importCorrections,
  '0036-console': console,
  '0037-ip-ranges': ipRanges,
  '0040-signup': signup,
  '0041-billing': billing,
  '0043-reactivation': reactivation,
  '0044-memberships': memberships,
  '0045-comparisons': comparisons,
  '0046-subscriptions': subscriptions,
  '0049-documents': documents,
  '0050-desk': desk,
  '0051-sellers': sellers,
  '0064-upgrades': upgrades,
  '0066-reminders': reminders,
  '0072-telephony': telephony,
  '0076-embeds': embeds,
  '0078-third-party': thirdParty,
  '0079-ip-login-types': ipLoginTypes,
  '0080-report-views': reportViews,
  '0081-report-settings': reportSettings,
  '0086-integrations': integrations,
  '0087-embed-reports': embedReports,
  '0088-texts-and-numbers': textsAndNumbers,
  '0092-demo-clock': demoClock,
  '0093-lti': lti,
  '0096-signage': signage,
  '0099-screens': screens,
  '0102-custom-videos': customVideos,
  '0105-retention': retention,
  '0106-report-schedules': reportSchedules,
  '0107-report-funnel': reportFunnel,
  '0117-ip-networks': ipNetworks,
  '0121-screen-views': screenViews,
  '0129-customers-watching': customersWatching,
  '0130-addresses-of-customers': addressesOfCustomers,
  '0140-names-in-the-audit-log': namesInTheAuditLog,
  '0141-locations-of-numbers': locationsOfNumbers,
  '0146-time-zones-of-schedules': timeZonesOfSchedules,
}
