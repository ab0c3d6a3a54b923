import {
  CatmullRomCurve3,
  CylinderGeometry,
  ExtrudeGeometry,
  LatheGeometry,
  Path,
  Shape,
  TubeGeometry,
  Vector2,
  Vector3,
  type BufferGeometry,
} from 'three'

/** Geometry in scene units: 1 unit is 100 mm at the scale of a rig. Angles in radians. */

export type Axis = 'x' | 'y' | 'z'
export type Point2 = readonly [x: number, y: number]
export type Point3 = readonly [x: number, y: number, z: number]

/** Lays a geometry made along y on another axis (y upwards becomes +x or +z). */
export function along(axis: Axis, geometry: BufferGeometry): BufferGeometry {
  if (axis === 'x') geometry.rotateZ(-Math.PI / 2)
  if (axis === 'z') geometry.rotateX(Math.PI / 2)
  return geometry
}

/** A cylinder on an axis from one coordinate to another; a second radius at the far end makes a cone. */
export function cylinder(
  axis: Axis,
  radius: number,
  from: number,
  to: number,
  { segments = 64, farRadius = radius }: { segments?: number; farRadius?: number } = {},
): BufferGeometry {
  const geometry = new CylinderGeometry(farRadius, radius, Math.abs(to - from), segments)
  const low = Math.min(from, to)
  const high = Math.max(from, to)
  geometry.translate(0, (low + high) / 2, 0)
  return along(axis, geometry)
}

/** A hexagon (bolt head, nut) across flats of twice `inner`. */
export function hexagon(axis: Axis, inner: number, from: number, to: number): BufferGeometry {
  return cylinder(axis, inner / Math.cos(Math.PI / 6), from, to, { segments: 6 })
}

/** A body turned about an axis from [radius, height] points; closed when the first point equals the last. */
export function turnedBody(axis: Axis, profile: readonly Point2[], segments = 96): BufferGeometry {
  const points = profile.map(([radius, height]) => new Vector2(Math.max(radius, 0.0001), height))
  return along(axis, new LatheGeometry(points, segments))
}

/** A polygon with rounded corners; a third number in a point is that corner's radius. */
export function roundedPolygon(
  points: readonly (Point2 | readonly [x: number, y: number, radius: number])[],
  radius = 0.05,
): Shape {
  const shape = new Shape()
  const at = (index: number) => {
    const [x, y] = points[(index + points.length) % points.length]!
    return new Vector2(x, y)
  }
  for (const [index, point] of points.entries()) {
    const corner = at(index)
    const before = at(index - 1).sub(corner)
    const after = at(index + 1).sub(corner)
    const bend = Math.min(point[2] ?? radius, before.length() / 2.01, after.length() / 2.01)
    const start = corner.clone().add(before.setLength(bend))
    const end = corner.clone().add(after.setLength(bend))
    if (index === 0) shape.moveTo(start.x, start.y)
    else shape.lineTo(start.x, start.y)
    shape.quadraticCurveTo(corner.x, corner.y, end.x, end.y)
  }
  shape.closePath()
  return shape
}

/** A round hole for a shape. */
export function hole(x: number, y: number, radius: number): Path {
  const path = new Path()
  path.absarc(x, y, radius, 0, Math.PI * 2, true)
  return path
}

/** A part of a ring: radii, and the middle and half of its angle. */
export function ringSector(inner: number, outer: number, middle: number, half: number): Shape {
  const shape = new Shape()
  shape.absarc(0, 0, outer, middle - half, middle + half, false)
  shape.absarc(0, 0, inner, middle + half, middle - half, true)
  return shape
}

/** A shape with thickness along +z, from z = 0. The bevel lies inside the outline. */
export function extruded(
  shape: Shape | readonly Point2[],
  depth: number,
  { bevel = 0, holes = [], curveSegments = 32 }: { bevel?: number; holes?: Path[]; curveSegments?: number } = {},
): BufferGeometry {
  const outline = shape instanceof Shape ? shape : new Shape(shape.map(([x, y]) => new Vector2(x, y)))
  outline.holes.push(...holes)
  const geometry = new ExtrudeGeometry(outline, {
    depth: depth - 2 * bevel,
    bevelEnabled: bevel > 0,
    bevelSize: bevel,
    bevelThickness: bevel,
    bevelOffset: -bevel,
    bevelSegments: 3,
    curveSegments,
  })
  geometry.translate(0, 0, bevel)
  return geometry
}

/** A smooth curve through points. */
export function curve(points: readonly Point3[], closed = false): CatmullRomCurve3 {
  return new CatmullRomCurve3(
    points.map((point) => new Vector3(...point)),
    closed,
    'catmullrom',
    0.5,
  )
}

/** A round bar or pipe along a smooth curve; u runs along it from 0 to 1. */
export function pipe(
  points: readonly Point3[],
  radius: number,
  { segments = 120, around = 16 }: { segments?: number; around?: number } = {},
): BufferGeometry {
  return new TubeGeometry(curve(points), segments, radius, around)
}

/** The outline of a spur gear or toothed pulley about the origin: trapezoid teeth, `turn` shifts the first tooth. */
export function gearShape(teeth: number, root: number, tip: number, turn = 0, toothShare = 0.5): Shape {
  const shape = new Shape()
  const pitch = (Math.PI * 2) / teeth
  for (let tooth = 0; tooth < teeth; tooth++) {
    const middle = turn + tooth * pitch
    const corners: [number, number][] = [
      [root, -0.5 * toothShare - 0.1],
      [tip, -0.5 * toothShare + 0.1],
      [tip, 0.5 * toothShare - 0.1],
      [root, 0.5 * toothShare + 0.1],
    ]
    for (const [index, [radius, share]] of corners.entries()) {
      const angle = middle + share * pitch
      const [x, y] = [Math.cos(angle) * radius, Math.sin(angle) * radius]
      if (tooth === 0 && index === 0) shape.moveTo(x, y)
      else shape.lineTo(x, y)
    }
  }
  shape.closePath()
  return shape
}
