import type { WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import type { PairedScreen } from '../../../core/auth/screens.ts'
import type { AnyCall } from '../../../core/http/endpoints.ts'
import { wallPlan, wallPlanVersion } from '../plan.ts'

/**
 * What a paired screen plays: the loop of the person who paired it, at the place of the screen. Undefined if that person
 * has left; the screen then goes on with what it has.
 */

type Asking = Pick<AnyCall, 'services' | 'site' | 'db'>

const wallOf = ({ paired_by, location_id }: PairedScreen) => ({ user_id: paired_by, location_id, interactive: false })

export const screenPlan = (call: Asking, screen: PairedScreen): Promise<WallPlan | undefined> =>
  wallPlan(call, wallOf(screen))

export const screenPlanVersion = (call: Asking, screen: PairedScreen): Promise<string | undefined> =>
  wallPlanVersion(call, wallOf(screen))
