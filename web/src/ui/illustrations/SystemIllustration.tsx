import { Suspense, use, useId } from 'react'
import type { Drawings } from './shapes.ts'

/**
 * Renders the illustrations of the vehicle's systems and sub-systems. Cut surfaces have the 45° hatch in the tenant's
 * colour. 96 by 72 units; an unknown name renders an empty frame.
 */

type Load = () => Promise<{ drawings: Drawings }>

/** A file of illustrations loads when one of its names is rendered. */
const files: readonly { names: string; load: Load }[] = [
  {
    names: 'brakes engine cooling suspension steering electrical drivetrain fuel_exhaust air_conditioning tyres',
    load: () => import('./systems.tsx'),
  },
  {
    names: 'disc_brakes drum_brakes anti_lock_braking brake_fluid pad_wear rotor_wear',
    load: () => import('./brakes.tsx'),
  },
  {
    names: 'four_stroke_cycle timing_belt valve_train spark_plugs oil_circuit oil_filter air_filter',
    load: () => import('./engine.tsx'),
  },
  { names: 'cooling_circuit thermostat water_pump', load: () => import('./cooling.tsx') },
  { names: 'dampers struts ball_joints', load: () => import('./suspension.tsx') },
  { names: 'steering_rack tie_rods', load: () => import('./steering.tsx') },
  { names: 'battery alternator starter_motor', load: () => import('./electrical.tsx') },
  { names: 'clutch cv_joints differential', load: () => import('./drivetrain.tsx') },
  { names: 'fuel_injectors catalytic_converter', load: () => import('./fuel_exhaust.tsx') },
  { names: 'refrigerant_circuit cabin_filter', load: () => import('./air_conditioning.tsx') },
  { names: 'tyre_wear wheel_alignment', load: () => import('./tyres.tsx') },
]

const fileOf = new Map(files.flatMap(({ names, load }) => names.split(' ').map((name) => [name, load] as const)))

/** The names that have an illustration. */
export const systemDrawings: readonly string[] = [...fileOf.keys()]

// A promise that React waits for must be the same one at every render. A drawing that cannot be fetched is left out: the
// page is whole without it.
const fetched = new Map<Load, ReturnType<Load>>()
function once(load: Load): ReturnType<Load> {
  const file = fetched.get(load) ?? load().catch(() => ({ drawings: {} }))
  fetched.set(load, file)
  return file
}

function Picture({ name, load, fill }: { name: string; load: Load; fill: string }) {
  const { drawings } = use(once(load))
  return drawings[name]?.(fill)
}

/** Pixels that a line keeps in a small drawing. */
const leastLine = 0.85

/** The drawing of a system or sub-system by its slug; the width is in pixels, the height three quarters of it. */
export function SystemIllustration({ name, width = 88 }: { name: string; width?: number }) {
  const hatch = useId()
  const fill = `url(#${hatch})`
  const load = fileOf.get(name)
  return (
    <svg
      width={width}
      height={(width * 3) / 4}
      viewBox="0 0 96 72"
      fill="none"
      stroke="currentColor"
      strokeWidth={Math.max(1.5, (leastLine * 96) / width)}
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden
    >
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" fill="var(--brand-tint)" stroke="none" />
          <line x1="0" y1="0" x2="0" y2="5" stroke="var(--brand)" strokeWidth="1.5" />
        </pattern>
      </defs>
      {load ? (
        <Suspense fallback={null}>
          <Picture name={name} load={load} fill={fill} />
        </Suspense>
      ) : (
        <path fill={fill} d="M20 14h56v44H20z" />
      )}
    </svg>
  )
}
