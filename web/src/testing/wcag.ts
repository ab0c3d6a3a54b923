/** The rules of WCAG for axe: without its best practices, to which a column of actions without a label is no violation. */
export const wcag = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
