const steps = Array.from({ length: 8 }, (_, n) => [1, 2, 5].map((digit) => digit * 10 ** n)).flat()

/** Returns the values of a chart's lines, from 0 to the first that is not below `most`: at most five, at whole numbers. */
export function scaleTo(most: number): number[] {
  const step = steps.find((one) => one * 4 >= most) ?? most
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, n) => n * step)
}
