import { getShareCounts } from '@cutaway/contract/rooms/sharing/popular.ts'
import { call } from '../../../core/api.ts'
import type { LoadCounts } from '../../catalogue/share-counts.ts'

export const loadShareCounts: LoadCounts = async (user_id, signal) => {
  const counts = await call(getShareCounts, { params: { user_id }, signal })
  return new Map(counts.map(({ part_id, shares }) => [part_id, shares]))
}
