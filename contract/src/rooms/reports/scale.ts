/** Returns a number rounded up to one that is easy to read on an axis: 1, 2, 2.5, 5 or 6 times a power of ten. */
export function readableMost(highest: number): number {
  if (highest <= 5) return 5
  const power = 10 ** Math.floor(Math.log10(highest))
  return ([1, 2, 2.5, 5, 6, 8, 10].find((step) => step * power >= highest) ?? 10) * power
}
