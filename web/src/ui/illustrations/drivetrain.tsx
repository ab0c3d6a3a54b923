import { type Drawings, ringPart, spread } from './shapes.ts'

/** The sub-systems of the drivetrain. */
export const drawings: Drawings = {
  // The clutch disc: facings, torsion springs, splined hub.
  clutch: (fill) => (
    <>
      {spread(8, 22.5).map((angle) => (
        <path key={angle} fill={fill} d={ringPart(48, 36, 22, 33, angle + 3, angle + 42)} />
      ))}
      <circle cx="48" cy="36" r="20" />
      {spread(4).map((angle) => (
        <path key={angle} d="M44 20.500h8v6h-8zM46.5 20.500v6M49.5 20.500v6" transform={`rotate(${angle} 48 36)`} />
      ))}
      <circle cx="48" cy="36" r="7" />
      <circle cx="48" cy="36" r="3.5" strokeDasharray="2 1.67" strokeWidth="2.5" />
    </>
  ),
  // The outer joint cut open on its balls, the boot and the shaft.
  cv_joints: (fill) => (
    <>
      <path d="M2 31h12v10H2M5 31v10M8 31v10M11 31v10" />
      <path fill={fill} d="M14 26c4-10 14-16 26-16h6v8h-5c-9 0-15 7-15 18s6 18 15 18h5v8h-6c-12 0-22-6-26-16Z" />
      <circle cx="39" cy="36" r="9" />
      <circle cx="39" cy="21.5" r="5" />
      <circle cx="39" cy="50.5" r="5" />
      <path d="M46 12l4-2v52l-4-2M50 12l5 4 2-3v46l-2-3-5 4M57 18l5 4 2-2v32l-2-2-5 4M64 25l5 3v16l-5 3" />
      <path d="M69 32h25M69 40h25" />
    </>
  ),
  // Pinion, crown wheel, and the bevel gears on the half shafts.
  differential: (fill) => (
    <>
      {[
        [14, 166],
        [194, 251],
        [289, 346],
      ].map(([from = 0, to = 0]) => (
        <path key={from} fill={fill} d={ringPart(48, 40, 24, 30, from, to)} />
      ))}
      <path d="M45 2v12M51 2v12M43 14h10l4 7H39z" />
      <path d="M2 36h28M2 44h28M94 36H64M94 44H64" />
      <path d="M30 26h4l3 3v22l-3 3h-4z" />
      <path d="M40 33l6 4v6l-6 4zM64 33l-6 4v6l6 4zM45 27h14l-4 6h-6zM45 53h14l-4-6h-6z" />
    </>
  ),
}
