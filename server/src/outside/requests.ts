/** What all requests to providers outside the portal share. */

/** Reads a reply as JSON; undefined for other text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns whether a request failed before it was connected, so that the provider cannot have seen it. */
export function isBeforeConnection(error: unknown): boolean {
  const { code, syscall } = ((error as { cause?: unknown }).cause ?? {}) as { code?: string; syscall?: string }
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(code ?? '')
  )
}
