import type { PermissionItem } from '@cutaway/contract/rooms/users/permissions.ts'

/** The groups of the dialog, in its order, and the parts of the product in each. */
const partsOf: Record<string, readonly string[]> = {
  films: ['player', 'favourites', 'customvideos'],
  sharing: ['sharing', 'embeds'],
  reports: ['reports'],
  content: ['branding', 'signage', 'sites'],
  organisation: ['organisation', 'users', 'sessions'],
  billing: ['billing', 'telephony', 'signup'],
}

export interface Group {
  id: string
  items: PermissionItem[]
}

/** Returns the rights by group. A part of the product without a group has one of its own. */
export function groupsOf(items: readonly PermissionItem[]): Group[] {
  const groupOf = (part: string) => Object.keys(partsOf).find((id) => partsOf[id]?.includes(part)) ?? part
  const found = new Map<string, PermissionItem[]>(Object.keys(partsOf).map((id) => [id, []]))
  for (const item of items) {
    const id = groupOf(item.group)
    found.set(id, [...(found.get(id) ?? []), item])
  }
  return [...found].flatMap(([id, inGroup]) => (inGroup.length > 0 ? [{ id, items: inGroup }] : []))
}
