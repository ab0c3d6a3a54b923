import type { WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import type { PairedScreen } from '../../../core/auth/screens.ts'
import type { AnyCall } from '../../../core/http/endpoints.ts'
import { wallPlan } from '../plan.ts'

/**
 * Returns what a paired screen plays: the loop of the person who paired it, at the place of the screen. Undefined if that
 * person has left; the screen then goes on with what it has.
 */
export const screenPlan = (
  { db, site, services }: Pick<AnyCall, 'services' | 'site' | 'db'>,
  { paired_by, location_id }: PairedScreen,
): Promise<WallPlan | undefined> =>
  wallPlan({ db, site, services }, { user_id: paired_by, location_id, interactive: false })
