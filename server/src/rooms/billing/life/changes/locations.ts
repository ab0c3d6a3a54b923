import { fail } from '../../../../core/http/errors.ts'

/** Reads a number of locations: whole and above 0; 'Infinity' is 1. */
export function locationsOf(typed: number | string): number {
  const text = String(typed).trim()
  if (text === 'Infinity') return 1
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return count > 0 ? count : fail('invalid_number_of_locations')
}
