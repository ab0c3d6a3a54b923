import type { Point2 } from '../../kit/shapes.ts'

/** A smooth line through points, as a draughtsman bends a spline: value and slope at any place. */

export interface Profile {
  (at: number): number
  slope(at: number): number
}

/** A natural cubic spline; beyond its ends it goes on straight. Points in rising order of the first number. */
export function profile(points: readonly Point2[]): Profile {
  const n = points.length
  const x = points.map((p) => p[0])
  const y = points.map((p) => p[1])
  const bend = bends(x, y)

  const piece = (at: number): number => {
    let low = 0
    while (low < n - 2 && at > x[low + 1]!) low++
    return low
  }
  const slope = (at: number): number => {
    const inside = Math.min(Math.max(at, x[0]!), x[n - 1]!)
    const i = piece(inside)
    const width = x[i + 1]! - x[i]!
    const a = (x[i + 1]! - inside) / width
    const b = 1 - a
    return (y[i + 1]! - y[i]!) / width + ((-(3 * a * a - 1) * bend[i]! + (3 * b * b - 1) * bend[i + 1]!) * width) / 6
  }
  const value = (at: number): number => {
    if (at < x[0]!) return y[0]! + (at - x[0]!) * slope(x[0]!)
    if (at > x[n - 1]!) return y[n - 1]! + (at - x[n - 1]!) * slope(x[n - 1]!)
    const i = piece(at)
    const width = x[i + 1]! - x[i]!
    const a = (x[i + 1]! - at) / width
    const b = 1 - a
    const curl = ((a * a * a - a) * bend[i]! + (b * b * b - b) * bend[i + 1]!) * width * width
    return a * y[i]! + b * y[i + 1]! + curl / 6
  }
  return Object.assign(value, { slope })
}

/** Second derivatives at the points: zero at both ends. */
function bends(x: readonly number[], y: readonly number[]): number[] {
  const n = x.length
  const bend = Array.from({ length: n }, () => 0)
  const carry = Array.from({ length: n }, () => 0)
  for (let i = 1; i < n - 1; i++) {
    const share = (x[i]! - x[i - 1]!) / (x[i + 1]! - x[i - 1]!)
    const p = share * bend[i - 1]! + 2
    const turn = (y[i + 1]! - y[i]!) / (x[i + 1]! - x[i]!) - (y[i]! - y[i - 1]!) / (x[i]! - x[i - 1]!)
    bend[i] = (share - 1) / p
    carry[i] = ((6 * turn) / (x[i + 1]! - x[i - 1]!) - share * carry[i - 1]!) / p
  }
  for (let i = n - 2; i >= 0; i--) bend[i] = bend[i]! * bend[i + 1]! + carry[i]!
  return bend
}
