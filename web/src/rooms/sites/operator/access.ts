import type { PermissionName } from '@cutaway/contract/permissions.ts'

/**
 * The rights that open a section of the operator's console. Beside the sections, so that the menu of every page need not
 * load their icons.
 */
export const consoleRights: readonly PermissionName[] = ['manage_web_sites', 'operate_portal', 'translate_texts']

/** Returns whether a user with these rights may open any section of the console. */
export const mayOpenConsole = (permissions: readonly PermissionName[]): boolean =>
  consoleRights.some((right) => permissions.includes(right))
