import type { Drawings } from './shapes.ts'

/** The sub-systems of the suspension. */
export const drawings: Drawings = {
  // The damper in section, lying: tube, piston, rod and both eyes.
  dampers: (fill) => (
    <>
      <circle cx="10" cy="36" r="7" />
      <circle cx="10" cy="36" r="2.5" />
      <circle cx="86" cy="36" r="7" />
      <circle cx="86" cy="36" r="2.5" />
      <path fill={fill} fillRule="evenodd" d="M17 22h48v28H17ZM22 27h37v18H22Z" />
      <path d="M59 34h20M59 38h20M41 34h18M41 38h18" />
      <path d="M33 27h8v18h-8zM33 32h8M33 40h8" />
      <path d="M65 24h9v24h-9" />
      <path d="M26 33v6M29 33v6" />
    </>
  ),
  // Tyre, knuckle, lower arm, and the strut with its spring up to the dome.
  struts: (fill) => (
    <>
      <path d="M6 20c0-3 2-4 5-4h16c3 0 5 1 5 4v44c0 3-2 4-5 4H11c-3 0-5-1-5-4Z" />
      <path d="M6 28h26M6 56h26M13 16v5M19 16v5M25 16v5M13 68v-5M19 68v-5M25 68v-5" />
      <path d="M32 38h9v9h-9M41 35h6l5 12 7 1-2 9-8 5-4-10h-4z" />
      <circle cx="50" cy="65" r="3.5" />
      <circle cx="90" cy="60" r="3.5" />
      <path d="m53.5 63 33-4.5M53.5 67l34-4.5" />
      <g transform="rotate(12 55 49)">
        <path fill={fill} d="M50 28h10v21H50z" />
        <path d="M55 4v24M41 4h28M43 28h24" />
        <path d="m43 8 24 4-24 4 24 4-24 4 24 4" />
      </g>
    </>
  ),
  // Ball and tapered stud in the socket, closed by the boot.
  ball_joints: (fill) => (
    <g transform="translate(12 2)">
      <path
        fill={fill}
        d="M31 38a19 19 0 0 0 1 14c2 4 5 8 9 10h14c9-4 13-14 10-24h-5a14 14 0 1 1-24 0ZM31 40H6v16h28"
        fillRule="nonzero"
      />
      <circle cx="48" cy="46" r="13" />
      <path d="M44 34 42 22h12l-2 12M44 22V6h8v16M44 10h8M44 14h8M44 18h8" />
      <path d="M31 38c-3-5 3-6 3-10 4 0 3-5 8-5M65 38c3-5-3-6-3-10-4 0-3-5-8-5" />
    </g>
  ),
}
