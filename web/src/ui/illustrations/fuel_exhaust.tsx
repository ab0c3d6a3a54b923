import type { Drawings } from './shapes.ts'

/** The sub-systems of fuel and exhaust. */
export const drawings: Drawings = {
  // The injector lying, half cut open on its coil, and the spray.
  fuel_injectors: (fill) => (
    <>
      <path d="M2 34h8v14H2zM10 31h5v20h-5M15 35h6v12h-6" />
      <path d="M21 28h28v26H21zM29 28l4-14h15l-3 14M36 19h8" />
      <path fill={fill} d="M21 41h28v13H21z" />
      <path d="M49 33h10v16H49zM59 36h8v10h-8zM67 39h4v4h-4" />
      <path d="M75 41h18M74 38l17-10M74 44l17 10" strokeDasharray="3 3" />
    </>
  ),
  // The casing cut across before the honeycomb.
  catalytic_converter: (fill) => (
    <>
      <path
        fill={fill}
        fillRule="evenodd"
        d="M10 36a17 27 0 0 0 34 0a17 27 0 0 0-34 0ZM14 36a13 23 0 0 0 26 0a13 23 0 0 0-26 0Z"
      />
      <path d="M14.5 32h25M14.5 40h25M16 24h22M16 48h22M19 18h16M19 54h16M20 18v36M27 13v46M34 18v36" />
      <path d="M27 9h34c9 0 9 17 17 17h14M27 63h34c9 0 9-17 17-17h14M92 26v20" />
      <path d="M60 9V3M57 3h6M68 36h14m-4-4 4 4-4 4" />
    </>
  ),
}
