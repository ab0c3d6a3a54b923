import { circle, type Drawings, gear } from './shapes.ts'

const rackTeeth = Array.from({ length: 9 }, (_, i) => `l1.5-5h2l1.5 5h${i < 8 ? 1 : 0}`).join('')

/** The sub-systems of the steering. */
export const drawings: Drawings = {
  // The pinion on the rack; bellows and tie rods at both ends.
  steering_rack: (fill) => (
    <>
      <path d={gear(48, 24, 13, 18, 12, 15)} />
      <circle cx="48" cy="24" r="5" />
      <path fill={fill} d={`M22 46${rackTeeth}H74V58H22Z`} />
      <path d="M22 46l-3-2-3 16-3-14-3 13-3-12v10M74 46l3-2 3 16 3-14 3 13 3-12v10" />
      <path d="M7 51H1M7 54H1M89 51h6M89 54h6" />
    </>
  ),
  // Inner joint, threaded rod with lock nut, and the outer end with its stud.
  tie_rods: (fill) => (
    <>
      <circle cx="12" cy="46" r="8" />
      <path d="M4 46H1M20 43h28M20 49h28" />
      <path d="M48 39h7v14h-7zM48 44h7M48 48h7M55 42h6v8h-6" />
      <path fill={fill} fillRule="evenodd" d={`M61 41h5a14 14 0 1 1 0 10h-5Z${circle(79, 46, 8)}`} />
      <circle cx="79" cy="46" r="4.5" />
      <path d="M75 38l-1-10h10l-1 10M76 28V8h6v20M76 12h6M76 16h6M73 20h12v5H73z" />
      <path d="m26 43 2 6M31 43l2 6M36 43l2 6M41 43l2 6" />
    </>
  ),
}
