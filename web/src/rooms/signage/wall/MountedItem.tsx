import type { WallItem, WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import classes from './Wall.module.css'

/** What is neither a film of ours nor a picture: a video of another site in a frame. */
export function MountedItem({ item }: { item: WallItem; plan: WallPlan; clockAhead: () => number }) {
  const { address } = item.sources
  return address === null ? null : (
    <iframe className={classes.frame} src={address} title={item.title} allow="autoplay; encrypted-media" />
  )
}
