import type { PermissionName } from '@cutaway/contract/permissions.ts'
import { type Icon, IconBuildingStore, IconWorld } from '@tabler/icons-react'
import { paths } from '../../../paths.ts'

/** The sections of the operator's console as data: one line for each, in the order of the navigation. */

export interface Section {
  path: string
  /** Message key, in the texts of `operator`. */
  label: string
  icon: Icon
  /** Users without the right do not see the section. */
  permission: PermissionName
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
      { path: paths.operatorSites, label: 'operator_web_sites', icon: IconWorld, permission: 'manage_web_sites' },
      {
        path: paths.operatorBusinesses,
        label: 'operator_businesses',
        icon: IconBuildingStore,
        permission: 'manage_web_sites',
      },
    ],
  },
]

/** Returns the groups with the sections that a user with these rights may open. */
export const groupsFor = (permissions: readonly PermissionName[]): SectionGroup[] =>
  sectionGroups
    .map(({ label, sections }) => ({
      label,
      sections: sections.filter(({ permission }) => permissions.includes(permission)),
    }))
    .filter(({ sections }) => sections.length > 0)

/** Returns whether a user with these rights may open any section of the console. */
export const mayOpenConsole = (permissions: readonly PermissionName[]): boolean => groupsFor(permissions).length > 0
