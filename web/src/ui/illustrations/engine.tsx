import { type Drawings, gear } from './shapes.ts'

/** Left edge of a cylinder, top of its piston, side of the crank pin. */
const strokes = [
  [6, 26, 3],
  [28, 19, -3],
  [50, 26, 3],
  [72, 19, -3],
] as const

/** Lines down the side of a round element, closer together towards its edges. */
const pleats = [-78, -64, -51, -38, -25, -12, 0, 12, 25, 38, 51, 64, 78]
  .map((angle) => {
    const turn = (angle * Math.PI) / 180
    const [x, y] = [48 + 34 * Math.sin(turn), 29 + 12 * Math.cos(turn)]
    return `M${x.toFixed(1)} ${y.toFixed(1)}v16.5`
  })
  .join('')

/** The sub-systems of the engine. */
export const drawings: Drawings = {
  // Intake, compression, power and exhaust side by side.
  four_stroke_cycle: (fill) => (
    <>
      {strokes.map(([x, top, pin]) => (
        <g key={x}>
          <path d={`M${x} 14v32M${x + 18} 14v32M${x} 14h18M${x + 9} ${top + 8}L${x + 9 + pin} 61`} />
          <path fill={fill} d={`M${x} ${top}h18v10H${x}z`} />
          <circle cx={x + 9} cy="60" r="7" />
          <circle cx={x + 9 + pin} cy="61" r="1.2" fill="currentColor" />
        </g>
      ))}
      <path d="M11 3v8m-3-3 3 3 3-3M81 11V3m-3 3 3-3 3 3" />
      <path d="M59 7v10M59 20v3M55 18l-2.5 2.5M63 18l2.5 2.5" />
    </>
  ),
  timing_belt: (fill) => (
    <>
      <path
        fill={fill}
        fillRule="evenodd"
        d="M27 3h42a17 17 0 0 1 13.6 27.2L56.8 64.6a11 11 0 0 1-17.6 0L13.4 30.2A17 17 0 0 1 27 3ZM27 7h42a13 13 0 0 1 10.4 20.8L53.6 62.2a7 7 0 0 1-11.2 0L16.6 27.8A13 13 0 0 1 27 7Z"
      />
      <path d={gear(27, 20, 9.5, 12, 14)} />
      <path d={gear(69, 20, 9.5, 12, 14)} />
      <path d={gear(48, 58, 4, 6.2, 8)} />
      <circle cx="27" cy="20" r="3" />
      <circle cx="69" cy="20" r="3" />
      <circle cx="61.5" cy="43" r="5" />
    </>
  ),
  // Cam, bucket, spring and valve in the cylinder head.
  valve_train: (fill) => (
    <>
      <path d="M40 12a8 8 0 1 1 16 0c0 4-3 12-8 12s-8-8-8-12Z" />
      <circle cx="48" cy="12" r="2.5" />
      <path d="M39 34V24h18v10" />
      <path d="m41 30 14 3-14 3 14 3-14 3 14 3" />
      <path d="M48 26v31c0 4-5 5-9 8v3h18v-3c-4-3-9-4-9-8" />
      <path fill={fill} d="M10 28h27v18h7v5H10ZM10 60h14c6 0 10 2 12 6H10Z" />
      <path fill={fill} d="M86 28H59v18h-7v5c5 2 7 8 8 15h26Z" />
    </>
  ),
  spark_plugs: (fill) => (
    <>
      <path d="M2 31h8v10H2zM10 28h4v16h-4z" />
      <path d="M14 26h4v20h-4zM18 24h4v24h-4zM22 26h4v20h-4zM26 24h4v24h-4zM30 26h8v20h-8z" />
      <path fill={fill} d="M38 20h4v32h-4zM42 16h13v40H42z" />
      <path d="M42 29h13M42 43h13M55 24h20v24H55z" />
      <path d="m58 24 3 24M63 24l3 24M68 24l3 24" />
      <path d="M75 32h5v8h-5M75 47h11V33" />
      <path d="M90 31l4-3M91 37h4M90 43l4 3" />
    </>
  ),
  // From the sump through strainer, pump and filter to the gallery, and back in drops.
  oil_circuit: (fill) => (
    <>
      <path fill={fill} d="M8 44h6v14l4 4h60l4-4V44h6v17l-6 7H14l-6-7Z" />
      <path d="M14 53c5-3 9-3 14 0s9 3 14 0 9-3 14 0 9 3 14 0 8-3 12-1" />
      <path d="M18 58h14M25 58V38M25 20v-8h59M81 9l4 3-4 3" />
      <circle cx="25" cy="29" r="9" />
      <path d="M25 24v10m-3.5-6.5L25 24l3.5 3.5" />
      <path d="M44 12v7M60 12v7M76 12v7" />
      <path d="M44 25c2.5 3.5 4 5.5 4 8a4 4 0 0 1-8 0c0-2.5 1.5-4.5 4-8ZM60 25c2.5 3.5 4 5.5 4 8a4 4 0 0 1-8 0c0-2.5 1.5-4.5 4-8ZM76 25c2.5 3.5 4 5.5 4 8a4 4 0 0 1-8 0c0-2.5 1.5-4.5 4-8Z" />
    </>
  ),
  // The spin-on canister in half section: pleats around the centre tube.
  oil_filter: (fill) => (
    <>
      <path d="M25 55V19C25 10 33 5 48 5s23 5 23 14v36M22 55h52v6H22zM29 61v4h38v-4M42 65v4h12v-4" />
      <path d="M48 5v50M25 27h23M25 46h23M30 14v13M36 13v14M42 12v15" />
      <path fill={fill} d="M55 17h11v32H55z" />
      <path d="M48 17h7M48 49h7M52 22v3M52 30v3M52 38v3" />
    </>
  ),
  // The round element: pleats between two seals.
  air_filter: (fill) => (
    <>
      <path
        fill={fill}
        fillRule="evenodd"
        d="M12 22a36 13 0 0 0 72 0a36 13 0 0 0-72 0ZM28 22a20 6.5 0 0 0 40 0a20 6.5 0 0 0-40 0Z"
      />
      <path d="M12 22v5a36 13 0 0 0 72 0v-5M12 45v6a36 13 0 0 0 72 0v-6M15 32v18M81 32v18" />
      <path d={pleats} />
      <path d="M12 45a36 13 0 0 0 72 0" />
    </>
  ),
}
