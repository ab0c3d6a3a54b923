import { pageSizes, sizeFilling } from '../../ui/table/paging.ts'

/** Height of a row, and of what stands above and below the rows of a list, in pixels. */
const row = 58
const around = 400
/** The width from which the two lists stand side by side and take the height of the window. */
const sideBySide = '(min-width: 62.01em)'

/** Returns the number of rows that a list of the page shows at first: enough to fill its height. */
export const firstSize = (): number =>
  matchMedia(sideBySide).matches ? sizeFilling(row, innerHeight - around) : (pageSizes[0] ?? 5)
