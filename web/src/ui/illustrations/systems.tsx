import { at, type Drawings, spread } from './shapes.ts'

/** The ten systems. */
export const drawings: Drawings = {
  brakes: (fill) => (
    <>
      <circle cx="44" cy="37" r="26" />
      <circle cx="44" cy="37" r="22" />
      <circle cx="44" cy="37" r="10" />
      <circle cx="44" cy="37" r="3.5" />
      {spread(5, -90).map((angle) => {
        const [x, y] = at(44, 37, 6.8, angle).split(' ')
        return <circle key={angle} cx={x} cy={y} r="1.1" fill="currentColor" />
      })}
      <path fill={fill} d="M58 8c12 5 19 16 19 29 0 10-4 18-10 24l-9-8c4-4 6-10 6-16 0-8-4-15-11-19Z" />
      <path d="M77 30h9v-9" />
    </>
  ),
  engine: (fill) => (
    <>
      <path fill={fill} d="M28 12h8v38h-8zM60 12h8v38h-8z" />
      <path d="M36 12h24M36 26h24v12H36zM36 29.5h24M36 32.5h24" />
      <path d="M46 38 42 56M50 38l-2 20" />
      <circle cx="45" cy="60" r="8" />
      <circle cx="45" cy="60" r="2.5" />
      <path d="M48 36a3 3 0 1 0-.1 0M42 12V6M54 12V6M39 6h6M51 6h6M48 12v5" />
    </>
  ),
  cooling: (fill) => (
    <>
      <rect x="16" y="14" width="42" height="46" rx="2" />
      <path fill={fill} d="M16 14h42v8H16zM16 52h42v8H16z" />
      <path d="M22 22v30M28 22v30M34 22v30M40 22v30M46 22v30M52 22v30" />
      <path d="M58 18h10c7 0 7 8 7 12v6M58 56h10c7 0 7-6 7-8" />
      <circle cx="75" cy="42" r="7" />
      <path d="M75 38v8M71 42h8" />
    </>
  ),
  suspension: (fill) => (
    <>
      <path d="M48 6v10M40 6h16" />
      <path fill={fill} d="M43 40h10v20H43z" />
      <path d="M48 16v24M34 16h28M34 48h28" />
      <path d="m34 18 28 5-28 5 28 5-28 5 28 5-28 4" />
      <circle cx="48" cy="64" r="4" />
      <circle cx="48" cy="64" r="1.2" />
    </>
  ),
  steering: (fill) => (
    <>
      <circle cx="34" cy="28" r="20" />
      <circle cx="34" cy="28" r="16" />
      <circle cx="34" cy="28" r="5" />
      <path d="M18.5 25 29 27M49.5 25 39 27M34 33v11" />
      <path d="m38 45 14 12" />
      <path fill={fill} d="M24 56h58v9H24z" />
      <path d="m46 56 2-3 2 3 2-3 2 3 2-3 2 3M82 60h8M24 60h-8" />
    </>
  ),
  electrical: (fill) => (
    <>
      <path fill={fill} d="M18 24h60v9H18z" />
      <rect x="18" y="24" width="60" height="38" rx="2" />
      <path d="M26 24v-7h10v7M60 24v-7h10v7M28 42h8M60 42h8M64 38v8" />
      <path d="m50 36-7 11h8l-4 10" />
    </>
  ),
  drivetrain: (fill) => (
    <>
      <circle cx="30" cy="37" r="17" />
      <circle cx="30" cy="37" r="6" />
      <path
        d={spread(12)
          .map((angle) => `M${at(30, 37, 17, angle)}L${at(30, 37, 21, angle)}`)
          .join('')}
        strokeWidth="3"
      />
      <path d="M36 34h18M36 40h18" />
      <path fill={fill} d="m54 27 6 3v14l-6 3zM60 30l5 2v10l-5 2zM65 32l4 2v6l-4 2z" />
      <path d="M69 35h17M69 39h17" />
    </>
  ),
  fuel_exhaust: (fill) => (
    <>
      <path d="M6 30h14M6 44h14M76 30h14M76 44h14" />
      <path fill={fill} d="M32 22h32v30H32z" />
      <path d="M20 30c6 0 6-8 12-8h32c6 0 6 8 12 8M20 44c6 0 6 8 12 8h32c6 0 6-8 12-8M20 30v14M76 30v14" />
      <path d="M10 37h6M80 37h8m-3-3 3 3-3 3" />
      <path d="M48 22v-7" />
    </>
  ),
  air_conditioning: (fill) => (
    <>
      <rect x="14" y="16" width="30" height="42" rx="2" />
      <path d="M14 24h30M14 32h30M14 40h30M14 48h30" />
      <path fill={fill} d="M58 22h26v12H58z" />
      <rect x="58" y="22" width="26" height="30" rx="3" />
      <path d="M71 36v12M66 39l10 6M76 39l-10 6M44 22h14M44 52h14" />
    </>
  ),
  tyres: (fill) => (
    <>
      <path fill={fill} d="M30 8h36c6 0 9 4 9 9v8H21v-8c0-5 3-9 9-9ZM30 66h36c6 0 9-4 9-9v-8H21v8c0 5 3 9 9 9Z" />
      <path d="M21 25v24M75 25v24M34 25v24M62 25v24M36 8v6M44 8v6M52 8v6M60 8v6M36 66v-6M44 66v-6M52 66v-6M60 66v-6M34 37h28" />
    </>
  ),
}
