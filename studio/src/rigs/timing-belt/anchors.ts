import { anchorNames as engineAnchors } from '../four-stroke/anchors.ts'

/** Spots that labels may point at; those of the engine behind the belt are among them, but it is shown without its gas. */
export const anchorNames = [
  ...engineAnchors.filter((name) => name !== 'mixture'),
  'timing_belt',
  'timing_belt_crank',
  'timing_belt_left',
  'camshaft_sprocket',
  'crankshaft_sprocket',
  'tensioner',
  'idler',
  'water_pump',
  'timing_marks',
  'timing_marks_crank',
  'camshaft',
  'valve',
] as const
export type AnchorName = (typeof anchorNames)[number]
