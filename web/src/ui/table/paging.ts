/** The sizes of lists, as specified. Reports and the embed manager have their own. */
export const pageSizes: readonly number[] = [5, 10, 25, 50, 100, 200, 500]

/** Returns the smallest size that fills a height with rows; the smallest of all in a window of one column. */
export function sizeFilling(rowHeight: number, height: number): number {
  const smallest = pageSizes[0]!
  return pageSizes.find((size) => size * rowHeight >= height) ?? smallest
}

const mostButtons = 5

export const pageCount = (total: number, size: number): number => Math.max(1, Math.ceil(total / size))

/** Returns at most five page numbers, with the current one in the middle if both sides have enough pages. */
export function pageWindow(page: number, pages: number): number[] {
  const length = Math.min(mostButtons, pages)
  const first = Math.max(1, Math.min(page - Math.floor(length / 2), pages - length + 1))
  return Array.from({ length }, (_, i) => first + i)
}
