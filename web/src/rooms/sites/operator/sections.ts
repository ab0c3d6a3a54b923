import type { DataOf } from '@cutaway/contract/endpoint.ts'
import type { PermissionName } from '@cutaway/contract/permissions.ts'
import type { getWaiting } from '@cutaway/contract/rooms/sites/inbox.ts'
import {
  type Icon,
  IconActivityHeartbeat,
  IconBug,
  IconBuildingStore,
  IconCash,
  IconClockPlay,
  IconDeviceMobileMessage,
  IconFileText,
  IconHistory,
  IconLanguage,
  IconLayoutGrid,
  IconLifebuoy,
  IconMessageStar,
  IconMovie,
  IconNews,
  IconReceipt2,
  IconSchool,
  IconShieldX,
  IconUserCheck,
  IconWorld,
} from '@tabler/icons-react'
import { paths } from '../../../paths.ts'

/** The sections of the operator's console as data: one line for each, in the order of the navigation. */

type WaitingCounts = DataOf<typeof getWaiting>

export interface Section {
  path: string
  /** Message key, in the texts of `operator`. */
  label: string
  icon: Icon
  /** Users without the right do not see the section. */
  permission: PermissionName
  /** Exists only where the stand-ins of the demo are enabled. */
  demoOnly?: true
  /** What waits there, among the counts of `getWaiting`. A kind of decision that is added is counted here. */
  waiting?: readonly (keyof WaitingCounts)[]
  /** What the section lists, among the same counts, if its number is shown. */
  holds?: keyof WaitingCounts
}

export interface SectionGroup {
  /** Message key, in the texts of `operator`. */
  label: string
  sections: readonly Section[]
}

export const sectionGroups: readonly SectionGroup[] = [
  {
    label: 'operator_group_operator',
    sections: [
      {
        path: paths.operatorSites,
        label: 'operator_web_sites',
        icon: IconWorld,
        permission: 'manage_web_sites',
        holds: 'web_sites',
      },
      {
        path: paths.operatorBusinesses,
        label: 'operator_businesses',
        icon: IconBuildingStore,
        permission: 'manage_web_sites',
      },
      { path: paths.operatorSupport, label: 'operator_support', icon: IconLifebuoy, permission: 'manage_web_sites' },
      {
        path: paths.operatorWaiting,
        label: 'operator_waiting',
        icon: IconUserCheck,
        permission: 'manage_web_sites',
        waiting: ['ip_ranges'],
      },
      {
        path: paths.operatorFeedback,
        label: 'operator_feedback',
        icon: IconMessageStar,
        permission: 'manage_web_sites',
        waiting: ['feedback'],
      },
      {
        path: paths.operatorApplications,
        label: 'operator_applications',
        icon: IconSchool,
        permission: 'manage_web_sites',
        waiting: ['applications'],
      },
      {
        path: paths.operatorCarriers,
        label: 'operator_carriers',
        icon: IconDeviceMobileMessage,
        permission: 'manage_web_sites',
        waiting: ['registrations'],
      },
    ],
  },
  {
    label: 'operator_group_content',
    sections: [
      {
        path: paths.operatorHomePage,
        label: 'operator_home_page',
        icon: IconLayoutGrid,
        permission: 'manage_web_sites',
      },
      { path: paths.operatorNews, label: 'operator_news', icon: IconNews, permission: 'manage_web_sites' },
      { path: paths.operatorFilms, label: 'operator_custom_films', icon: IconMovie, permission: 'manage_web_sites' },
      {
        path: paths.operatorLegalTexts,
        label: 'operator_legal_texts',
        icon: IconFileText,
        permission: 'manage_web_sites',
      },
      { path: paths.translations, label: 'operator_translations', icon: IconLanguage, permission: 'translate_texts' },
    ],
  },
  {
    label: 'operator_group_money',
    sections: [
      {
        path: paths.paymentDesk,
        label: 'operator_payment_desk',
        icon: IconCash,
        permission: 'manage_web_sites',
        waiting: ['payments'],
      },
      { path: paths.operatorSeller, label: 'operator_seller', icon: IconReceipt2, permission: 'manage_web_sites' },
    ],
  },
  {
    label: 'operator_group_safety',
    sections: [
      {
        path: paths.operatorHealth,
        label: 'operator_health',
        icon: IconActivityHeartbeat,
        permission: 'operate_portal',
      },
      { path: paths.operatorAudit, label: 'nav_audit_log', icon: IconHistory, permission: 'manage_web_sites' },
      { path: paths.operatorBlocked, label: 'operator_blocked', icon: IconShieldX, permission: 'manage_web_sites' },
      {
        path: paths.operatorErrors,
        label: 'operator_browser_errors',
        icon: IconBug,
        permission: 'manage_web_sites',
        waiting: ['browser_errors'],
      },
      {
        path: paths.demoClock,
        label: 'operator_demo_clock',
        icon: IconClockPlay,
        permission: 'operate_portal',
        demoOnly: true,
      },
    ],
  },
]

/** Returns the groups with the sections that a user with these rights may open. */
export const groupsFor = (permissions: readonly PermissionName[], isDemo: boolean): SectionGroup[] =>
  sectionGroups
    .map(({ label, sections }) => ({
      label,
      sections: sections.filter(
        ({ permission, demoOnly }) => permissions.includes(permission) && (!demoOnly || isDemo),
      ),
    }))
    .filter(({ sections }) => sections.length > 0)
