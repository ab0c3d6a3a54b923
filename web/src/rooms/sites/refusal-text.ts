import { CallFailed } from '../../core/api.ts'

/** Returns why a request was refused: the server's message, with the reference of a server error. */
export function refusalText(
  error: Error | null,
  t: (key: string, values?: Record<string, string | number>) => string,
): string | undefined {
  if (!error) return undefined
  if (!(error instanceof CallFailed)) return t('server_error')
  const broke = error.http >= 500 && error.reference
  return broke ? `${t(error.key)} ${t('reference', { reference: error.reference ?? '' })}` : t(error.key)
}
