import { at, type Drawings, spread } from './shapes.ts'

/** The sub-systems of air conditioning. */
export const drawings: Drawings = {
  // Compressor, condenser, expansion valve and evaporator in one loop.
  refrigerant_circuit: (fill) => (
    <>
      <path fill={fill} d="M6 20h20v32H6z" />
      <path d="M70 20h20v32H70zM80 20v4l-6 3 12 4-12 4 12 4-12 4 6 3v4" />
      <path d="M16 20v-8h22M58 12h22v8M16 52v10h25M55 62h25V52" />
      <circle cx="48" cy="12" r="10" />
      <path d="m55 6-14 3v6l14 3" />
      <path d="M41 56v12l14-12v12z" />
      <path d="m30 9-4 3 4 3M66 9l-4 3 4 3M31 59l4 3-4 3M62 59l4 3-4 3" />
      <path
        d={spread(6, 30)
          .map((angle) => `M48 37L${at(48, 37, 9, angle)}`)
          .join('')}
      />
    </>
  ),
  // A pleated panel; what was in the air stays before it.
  cabin_filter: (fill) => (
    <>
      <path d="M34 18l46-10v40L34 62z" />
      <path d="M38 21.500l38-8.300v31L38 56.200z" />
      <path fill={fill} d="M34 18l-6-5 46-10 6 5zM28 13v43l6 6V18z" />
      <path d="M44 20.200v34M50 18.900v34M56 17.600v33M62 16.300v32M68 15v32" />
      <path d="M4 22h16M4 36h16M4 50h16m-4-3 4 3-4 3M16 33l4 3-4 3M16 19l4 3-4 3" />
      <path d="M84 34h9m-4-3 4 3-4 3" />
    </>
  ),
}
