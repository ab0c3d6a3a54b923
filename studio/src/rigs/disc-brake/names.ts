/** Spots that labels point at. */
export const anchors = [
  'pedal',
  'master',
  'reservoir',
  'line',
  'hose',
  'rotor',
  'rotor_face',
  'rotor_edge',
  'rotor_inner',
  'grooves',
  'caliper',
  'caliper_outside',
  'bracket',
  'guide_pin',
  'piston',
  'piston_below',
  'inner_pad',
  'outer_pad',
  'fluid',
  'seal',
  'boot',
  'indicator',
  'backing_plate',
  'outer_plate',
] as const

export type Anchor = (typeof anchors)[number]
