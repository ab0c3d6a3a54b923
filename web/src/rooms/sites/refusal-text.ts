import { CallFailed } from '../../core/api.ts'

/** Why something was not taken: the message of the server, and its reference where the server broke. */
export function refusalText(
  error: Error | null,
  t: (key: string, values?: Record<string, string | number>) => string,
): string | undefined {
  if (!error) return undefined
  if (!(error instanceof CallFailed)) return t('server_error')
  const broke = error.http >= 500 && error.reference
  return broke ? `${t(error.key)} ${t('reference', { reference: error.reference ?? '' })}` : t(error.key)
}
