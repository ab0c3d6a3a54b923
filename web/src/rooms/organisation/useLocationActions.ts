import type { Location } from '@cutaway/contract/rooms/organisation/locations.ts'
import {
  deleteLocations,
  restoreLocations,
  setLocationRegions,
} from '@cutaway/contract/rooms/organisation/several-locations.ts'
import { send } from '../../core/api.ts'
import { useChange } from '../../core/change.ts'
import { isolated } from '../../core/i18n/format.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { placeKeys } from './places.ts'

/** Returns what can be done to one or several locations: each in one call, with Undo in its notice. */
export function useLocationActions() {
  const t = useTexts()
  const change = useChange(...placeKeys)
  const of = (rows: readonly Location[]) => {
    const [only] = rows
    return rows.length === 1 && only
      ? isolated(only.businessentity_location_name)
      : t('locations_count', { count: rows.length })
  }
  const idsOf = (rows: readonly Location[]) => rows.map(({ id }) => id)
  const restoring = (rows: readonly Location[]) => send(restoreLocations, { body: { id: idsOf(rows) } })
  const setting = (locations: { id: number; location_class_ids: number[] }[]) =>
    send(setLocationRegions, { body: { locations } })
  return {
    of,
    remove: (rows: readonly Location[]) =>
      change(send(deleteLocations, { body: { id: idsOf(rows) } }), { undo: () => restoring(rows), detail: of(rows) }),
    restore: (rows: readonly Location[]) => change(restoring(rows), { detail: of(rows) }),
    /** Moves locations to one region, or out of all. */
    move: (rows: readonly Location[], regionId: number | undefined) =>
      change(setting(rows.map(({ id }) => ({ id, location_class_ids: regionId === undefined ? [] : [regionId] }))), {
        undo: () => setting(rows.map(({ id, location_class_ids }) => ({ id, location_class_ids }))),
        detail: of(rows),
      }),
  }
}
