/** Returns the path of a sample film over the public home page. */
export const toSample = (partId: string): string => `/sample/${encodeURIComponent(partId)}`
