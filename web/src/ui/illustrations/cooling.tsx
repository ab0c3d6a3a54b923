import { at, type Drawings, spread } from './shapes.ts'

/** The sub-systems of cooling. */
export const drawings: Drawings = {
  // Radiator and engine in one loop.
  cooling_circuit: (fill) => (
    <>
      <rect x="6" y="14" width="24" height="44" rx="2" />
      <path d="M11 19v34M16 19v34M20 19v34M25 19v34M6 19h24M6 53h24" />
      <path fill={fill} fillRule="evenodd" d="M60 16h30v40H60ZM65 24h20v25H65Z" />
      <path d="M65 33h20M65 37h20M75 37v12" />
      <path d="M30 15c8-6 22-6 30 4M30 22c8-5 16-5 22-1l8 5" />
      <path d="M60 47c-8 8-16 9-30 3M60 54c-9 10-20 11-30 3" />
      <path d="m41 29-6 4 6 4M35 33h16M49 37l6 4-6 4M55 41H39" />
    </>
  ),
  // Flange, bridge, wax capsule and spring.
  thermostat: (fill) => (
    <>
      <path fill={fill} d="M8 6h20v24H8zM68 6h20v24H68zM8 37h20v29H8zM68 37h20v29H68z" />
      <path d="M8 30h30v7H8zM58 30h30v7H58zM38 30l4-4h12l4 4" />
      <path d="M36 30c0-10 4-18 12-18s12 8 12 18M48 12v14" />
      <path d="M34 37v22h7M62 37v22h-7" />
      <path d="m37 40 22 4-22 4 22 4-22 4" />
      <path d="M43 38v22a5 5 0 0 0 10 0V38" />
    </>
  ),
  // The impeller in its volute.
  water_pump: (fill) => (
    <>
      <path
        fill={fill}
        fillRule="evenodd"
        d={`M40 6h46v20H68c2 4 3 7 3 11A31 31 0 1 1 40 6ZM40 12h46v8H59c4 5 6 10 6 17A25 25 0 1 1 40 12Z`}
      />
      <path d="M86 3v26h5V3z" />
      <circle cx="40" cy="37" r="7" />
      <circle cx="40" cy="37" r="2.5" />
      <path
        d={spread(6)
          .map((angle) => `M${at(40, 37, 7, angle)}Q${at(40, 37, 15, angle + 4)} ${at(40, 37, 20, angle + 42)}`)
          .join('')}
      />
    </>
  ),
}
