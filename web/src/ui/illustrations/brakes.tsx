import { arc, at, type Drawings, gear, ringPart, spread } from './shapes.ts'

/** Grooves on a disc: radius, first and last angle. */
const scores = [
  [25.5, 100, 300],
  [22, 150, 390],
  [18.5, 20, 200],
  [15, 80, 330],
] as const

/** The sub-systems of the brakes. */
export const drawings: Drawings = {
  // The floating caliper in section over the edge of the disc.
  disc_brakes: (fill) => (
    <g transform="translate(-6)">
      <path fill={fill} d="M20 48V12a5 5 0 0 1 5-5h52a5 5 0 0 1 5 5v31a5 5 0 0 1-5 5H60V38h15V22H60v-6H30v32Z" />
      <path d="M41 21h9v46h-9zM44 25v38M47 25v38" />
      <path d="M31 22h10v20H31zM34.5 22v20M50 22h10v20H50zM56.5 22v20" />
      <path d="M60 24h10v12H60M82 30h9" />
    </g>
  ),
  drum_brakes: (fill) => (
    <>
      <circle cx="48" cy="36" r="32" />
      <circle cx="48" cy="36" r="28" />
      <path fill={fill} d={ringPart(48, 36, 19, 25, 126, 234)} />
      <path fill={fill} d={ringPart(48, 36, 19, 25, -54, 54)} />
      <rect x="39" y="11" width="18" height="9" rx="2" />
      <path d="M39 15.5h-4M57 15.5h4M41 55h14v4H41z" />
      <path d="M30 47h8l2-3 4 6 4-6 4 6 4-6 2 3h8" />
      <circle cx="48" cy="32" r="7" />
      <circle cx="48" cy="32" r="2.5" />
    </>
  ),
  // The toothed ring, its sensor, and the signal that comes of it.
  anti_lock_braking: (fill) => (
    <>
      <path d={gear(32, 36, 22, 27, 18)} />
      <circle cx="32" cy="36" r="15" />
      <circle cx="32" cy="36" r="5" />
      <path fill={fill} d="M62 30h5v-3h14v18H67v-3h-5z" />
      <path d="M81 36c8 0 9-5 9-12" />
      <path d="M60 62h5v-8h6v8h6v-8h6v8h6" />
    </>
  ),
  // The reservoir on the master cylinder.
  brake_fluid: (fill) => (
    <>
      <path d="M20 14h44v20l-4 4H24l-4-4zM33 14V7h18v7" />
      <path d="M20 24c4-3 7-3 11 0s7 3 11 0 7-3 11 0 7 3 11 0" />
      <path d="M56 18h8M56 31h8" />
      <path d="M29 38v12M33 38v12M51 38v12M55 38v12" />
      <path fill={fill} fillRule="evenodd" d="M12 44h60v23H12ZM18 50h54v11H18Z" />
      <path d="M40 50v11M45 50v11M45 55.5h43M88 51v9" />
      <path d="M82 12c4 6 6 8.5 6 11.5a6 6 0 0 1-12 0c0-3 2-5.5 6-11.5Z" />
    </>
  ),
  // A pad from the front; beside it from the edge, where dashes show what has been worn away.
  pad_wear: (fill) => (
    <>
      <path d="M6 27c0-4 2-6 6-7 10-4 32-4 42 0 4 1 6 3 6 7v6h-5l-3 20c-.4 3-2 4-4 4H18c-2 0-3.6-1-4-4l-3-20H6z" />
      <path d="M15 28c10-4 26-4 36 0l-3 23H18zM33 25v26" />
      <path d="M70 12h6v48h-6z" />
      <path fill={fill} d="M76 16h5v40h-5z" />
      <path d="M81 16h9v40h-9" strokeDasharray="3 3" />
    </>
  ),
  // The scored face of the disc, and its section with the lip that the pads leave.
  rotor_wear: (fill) => (
    <>
      <circle cx="32" cy="36" r="29" />
      <circle cx="32" cy="36" r="11" />
      <circle cx="32" cy="36" r="3.5" />
      {spread(5, -90).map((angle) => {
        const [x, y] = at(32, 36, 7.2, angle).split(' ')
        return <circle key={angle} cx={x} cy={y} r="1.1" fill="currentColor" />
      })}
      <path d={scores.map(([radius, from, to]) => arc(32, 36, radius, from, to)).join('')} />
      <path fill={fill} d="M73 6h12v7l-3 3v29l3 3v18H73V48l3-3V16l-3-3Z" />
      <path d="M66 31h8m-3-3 3 3-3 3M92 31h-8m3-3-3 3 3 3" />
    </>
  ),
}
