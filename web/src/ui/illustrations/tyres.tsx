import type { Drawings } from './shapes.ts'

/** The sub-systems of tyres. */
export const drawings: Drawings = {
  // The tread in section: the dashes are the new tread, the gauge stands in a groove.
  tyre_wear: (fill) => (
    <>
      <path fill={fill} d="M4 28h12v18h6V28h12v18h6V29l12 3v14h6V34l12 3v9h6v-7l12 3v22c-28 4-56 4-84 0Z" />
      <path d="M37 28h51v12" strokeDasharray="3 3" />
      <path d="M8 12h22v8H8zM17 20v26M21 20v26M17 46h4M19 12V6M14 6h10M12 16h2M17 16h2M22 16h2" />
    </>
  ),
  // The axles from above: the front wheels point inwards.
  wheel_alignment: (fill) => (
    <>
      <g transform="rotate(9 20 20)">
        <rect x="14" y="7" width="12" height="26" rx="3" fill={fill} />
        <path d="M20 1v38" strokeDasharray="4 3" />
      </g>
      <g transform="rotate(-9 76 20)">
        <rect x="70" y="7" width="12" height="26" rx="3" fill={fill} />
        <path d="M76 1v38" strokeDasharray="4 3" />
      </g>
      <rect x="14" y="44" width="12" height="24" rx="3" />
      <rect x="70" y="44" width="12" height="24" rx="3" />
      <path d="M26 20h44M26 56h44M42 20v36M54 20v36" />
      <path d="M48 14V3m-3.5 4L48 3l3.5 4" />
    </>
  ),
}
