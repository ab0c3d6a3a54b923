/** Spots of the oil circuit that labels may point at. */
export const anchorNames = [
  'sump',
  'sump_left',
  'pickup',
  'pump',
  'pump_left',
  'relief_valve',
  'filter',
  'filter_left',
  'filter_paper',
  'main_gallery',
  'main_bearing',
  'main_bearing_detail',
  'oil_film',
  'camshaft',
  'oil_return',
  'pressure_switch',
  'crankshaft',
] as const
export type AnchorName = (typeof anchorNames)[number]
