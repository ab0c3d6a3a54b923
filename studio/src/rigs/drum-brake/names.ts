/** Spots that labels point at. */
export const anchors = [
  'drum',
  'drum_edge',
  'drum_side',
  'leading_shoe',
  'leading_web',
  'trailing_shoe',
  'lining',
  'trailing_lining',
  'wheel_cylinder',
  'piston',
  'brake_line',
  'return_spring',
  'adjuster',
  'anchor',
  'backing_plate',
] as const

export type Anchor = (typeof anchors)[number]

/** The left shoe leads: the drum turns anticlockwise as seen from outboard. */
export const sides = { leading: -1, trailing: 1 } as const
export type Side = keyof typeof sides
