import type { Drawings } from './shapes.ts'

/** The sub-systems of the electrical system. */
export const drawings: Drawings = {
  // The case cut open in front of its plates.
  battery: (fill) => (
    <>
      <path d="M8 26h66v40H8zM8 26l12-12h66L74 26M86 14v40L74 66" />
      <path d="M22 21v-8c0-3 10-3 10 0v8c0 3-10 3-10 0ZM62 21v-8c0-3 10-3 10 0v8c0 3-10 3-10 0Z" />
      <path d="M14 34h54v26H14z" />
      <path
        fill={fill}
        d="M18 36h4v22h-4zM26 36h4v22h-4zM34 36h4v22h-4zM42 36h4v22h-4zM50 36h4v22h-4zM58 36h4v22h-4z"
      />
      <path d="M22 6h6M65 6h6M68 3v6" />
    </>
  ),
  // Pulley, slotted end covers, and the stator between them.
  alternator: (fill) => (
    <>
      <path d="M8 22h12v28H8zM8 26l4 3-4 3 4 4-4 4 4 3-4 3M20 33h6v6h-6" />
      <path d="M26 26c0-6 3-10 9-12h9v44h-9c-6-2-9-6-9-12Z" />
      <path fill={fill} d="M44 11h16v50H44z" />
      <path d="M60 14h12c6 2 9 6 9 12v20c0 6-3 10-9 12H60ZM81 32h6v8h-6" />
      <path d="M32 25h7M32 31h7M32 36h7M32 41h7M32 47h7M66 25h9M66 31h9M66 36h9M66 41h9M66 47h9" />
      <path d="M34 14V6h8v8M34 58v8h8v-8" />
    </>
  ),
  // Motor, solenoid above it, and the pinion in the nose.
  starter_motor: (fill) => (
    <>
      <path d="M40 34h46a4 4 0 0 1 4 4v20a4 4 0 0 1-4 4H40zM82 34v28M46 34v28" />
      <path d="M44 12h32a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H44zM79 17h7v8h-7M86 21h5" />
      <path fill={fill} d="M44 10v24h-4v28h-8l-4-6H14v-5h18V38h-6l4-14 10-14Z" />
      <path d="M8 40h16v11H8zM8 43.500h16M8 47.500h16M24 45h8M4 45.500h4" />
    </>
  ),
}
