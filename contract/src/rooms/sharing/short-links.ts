/** Short links: `/l/` and a code, which leads to the same page as the token of the link. */

/** Letters of a code: 71 random bits. */
export const shortCodeLength = 12

/** Returns whether a path segment has the form of a code. Tokens are longer. */
export const isShortCode = (segment: string): boolean => /^[0-9A-Za-z]{12}$/.test(segment)
