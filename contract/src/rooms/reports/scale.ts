const steps = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]

/** Returns a number rounded up to one that is easy to read on an axis: such as 120, 160 or 200, whose quarters are whole too. */
export function readableMost(highest: number): number {
  if (highest <= 5) return 5
  const power = 10 ** Math.floor(Math.log10(highest))
  return (steps.find((step) => step * power >= highest) ?? 10) * power
}
