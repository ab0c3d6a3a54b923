/** Returns a text with a capital at its start, for words that begin a cell or a line: 'Today 10:42'. */
export const withCapital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
