/** Returns the address of a web site: its host name with the scheme and the port of this page. */
export const originOf = (host: string): string =>
  `${location.protocol}//${host}${location.port === '' ? '' : `:${location.port}`}`
