import { type BufferGeometry, Shape, Vector2 } from 'three'
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js'
import { extruded, roundedPolygon, type Point2 } from '../../kit/shapes.ts'

/** Rims: a dished disc with windows between the spokes, about z, its outer face towards +z. */

export type RimStyle = 'twinSpoke' | 'multiSpoke' | 'star'

interface Window {
  /** Radii as shares of the rim's, half widths in radians at both radii, and the middle. */
  inner: number
  outer: number
  innerHalf: number
  outerHalf: number
  middle: number
}

const styles: Record<RimStyle, Window[]> = {
  twinSpoke: Array.from({ length: 5 }, (_, i) => (i * 2 * Math.PI) / 5).flatMap((a) => [
    { inner: 0.34, outer: 0.9, innerHalf: 0.2, outerHalf: 0.38, middle: a + Math.PI / 5 },
    { inner: 0.5, outer: 0.9, innerHalf: 0.05, outerHalf: 0.1, middle: a },
  ]),
  multiSpoke: Array.from({ length: 10 }, (_, i) => ({
    inner: 0.36,
    outer: 0.9,
    innerHalf: 0.11,
    outerHalf: 0.215,
    middle: (i * 2 * Math.PI) / 10,
  })),
  star: Array.from({ length: 6 }, (_, i) => (i * 2 * Math.PI) / 6).flatMap((a) => [
    { inner: 0.4, outer: 0.88, innerHalf: 0.16, outerHalf: 0.3, middle: a + Math.PI / 6 },
    { inner: 0.66, outer: 0.87, innerHalf: 0.05, outerHalf: 0.09, middle: a },
  ]),
}

function outline({ inner, outer, innerHalf, outerHalf, middle }: Window, radius: number): Shape {
  const at = (share: number, angle: number): Point2 => [
    Math.cos(angle) * share * radius,
    Math.sin(angle) * share * radius,
  ]
  const arc = [-1, -0.6, -0.2, 0.2, 0.6, 1].map((s) => at(outer, middle + s * outerHalf))
  return roundedPolygon([...arc, at(inner, middle + innerHalf), at(inner, middle - innerHalf)], radius * 0.05)
}

/** The face of a rim of this radius; its rim lies in z = 0, the hub deeper inside. */
export function rimFace(style: RimStyle, radius: number): BufferGeometry {
  const disc = new Shape()
  disc.absarc(0, 0, radius, 0, Math.PI * 2, false)
  const holes = styles[style].map((window) => {
    const points = outline(window, radius).getPoints(6)
    return new Shape(points.map(({ x, y }) => new Vector2(x, y)))
  })
  const geometry = extruded(disc, 0.032, { bevel: 0.005, holes, curveSegments: 96 })
  const place = geometry.getAttribute('position')
  for (let v = 0; v < place.count; v++) {
    const share = Math.hypot(place.getX(v), place.getY(v)) / radius
    place.setZ(v, place.getZ(v) - 0.032 - 0.028 * (1 - share) * (1 - share) - (share > 0.86 ? 0 : 0.006))
  }
  geometry.deleteAttribute('normal')
  return toCreasedNormals(geometry, 0.55)
}
