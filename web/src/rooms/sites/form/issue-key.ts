import type { z } from 'zod'

const isMessageKey = /^[a-z][a-z0-9_]+$/

/** Returns the message key for a value that a schema refuses. `missing` is the key for an empty field. */
export function issueKey(issue: z.core.$ZodIssue, value: unknown, missing = 'value_missing'): string {
  if (value === undefined || value === null || value === '' || (typeof value === 'string' && value.trim() === ''))
    return missing
  if (isMessageKey.test(issue.message)) return issue.message
  if (issue.code === 'too_big' && issue.origin === 'string') return 'text_too_long'
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'email_not_valid'
  return 'value_not_valid'
}
