import type { z } from 'zod'
import type { ImportProblem } from '@cutaway/contract/administration/imports.ts'
import { sanitiseLine } from '../sanitise-text.ts'
import { cleared } from './kind.ts'
import { nearestOf } from './near.ts'
import { problem } from './planning.ts'

/** Reads cells: texts checked by the schema of the form, and names of places. */

/** The value of a problem, by which it can be replaced; a longer one can only be corrected in the file. */
export const valueOf = (cell: string | undefined): { value?: string } =>
  cell && cell !== cleared && cell.length <= longestValue ? { value: cell } : {}

const longestValue = 500

/**
 * Whether a spreadsheet would evaluate a text: '=1+1', '@SUM(A1)', '+cmd|…'. In a file it is the formula of a cell whose value
 * was meant; a record that has such a text keeps it. A telephone number with a plus is none.
 */
export const isFormula = (text: string): boolean =>
  /^(?:[=\uff1d]|[@+\-\uff0b\uff0d\uff20]\s*[a-z][\w.]*\s*[(|!])/i.test(text)

/** Collects the problems of a row while its cells are read. */
export class RowProblems {
  readonly all: ImportProblem[] = []

  add(...given: Parameters<typeof problem>): void {
    this.all.push(problem(...given))
  }

  /**
   * Returns the text of a cell: '' if it clears the field, or `old` if it is empty or has no column. `most` is the longest text that the form
   * accepts.
   */
  text(field: string, cell: string | undefined, old: string, most: number): string {
    if (cell === undefined || cell === '') return old
    if (cell === cleared) return ''
    const line = sanitiseLine(cell)
    if (line === sanitiseLine(old)) return old
    if (isFormula(line)) this.add(field, 'import_formula', {}, valueOf(cell))
    if (line.length > most) this.add(field, 'import_text_too_long', { most: String(most) }, valueOf(cell))
    return line
  }

  /** Returns the cell of a field that cannot be empty: undefined if it is empty, with a problem if it clears the field. */
  filled(field: string, cell: string | undefined): string | undefined {
    if (cell === cleared) this.add(field, 'import_cannot_be_cleared')
    return cell === '' || cell === cleared ? undefined : cell
  }

  /** Returns the text of a cell that a schema checks; its message key is the problem. */
  checked(field: string, cell: string | undefined, old: string, schema: z.ZodType<string>): string {
    if (cell === undefined || cell === '' || cell === old) return old
    const parsed = schema.safeParse(cell === cleared ? '' : cell)
    if (parsed.success) return parsed.data
    this.add(field, parsed.error.issues[0]?.message ?? 'invalid_request', {}, valueOf(cell))
    return old
  }
}

export interface Place {
  id: number
  name: string
  deleted_at: Date | null
}

/** Finds places of a business by name, regardless of case. */
export class Places {
  readonly #live = new Map<string, Place>()
  readonly #deleted = new Map<string, Place>()
  readonly #nearest: (name: string) => string | undefined

  constructor(places: readonly Place[]) {
    for (const place of places) {
      const of = place.deleted_at === null ? this.#live : this.#deleted
      of.set(plainName(place.name), place)
    }
    this.#nearest = nearestOf([...this.#live.values()].map(({ name }) => name))
  }

  get only(): Place | undefined {
    return this.#live.size === 1 ? [...this.#live.values()][0] : undefined
  }

  /** Returns the place of a name, or undefined with a problem that says what may be meant. */
  find(field: 'location' | 'regions', name: string, problems: RowProblems): Place | undefined {
    const found = this.#live.get(plainName(name))
    if (found) return found
    const deleted = this.#deleted.get(plainName(name))
    const what = field === 'location' ? 'location' : 'region'
    if (deleted)
      problems.add(
        field,
        `import_${what}_deleted`,
        { name: deleted.name, date: deleted.deleted_at!.toISOString() },
        valueOf(name),
      )
    else {
      const suggestion = this.#nearest(name) ?? this.#listOf(name)
      if (suggestion)
        problems.add(field, `import_${what}_unknown_near`, { name, suggestion }, { suggestion, ...valueOf(name) })
      else problems.add(field, `import_${what}_unknown`, { name }, valueOf(name))
    }
    return undefined
  }

  /** Returns names with commas between them as a list, if each is a place. Names of places may have commas themselves. */
  #listOf(names: string): string | undefined {
    const places = names.split(',').map((name) => this.#live.get(plainName(name)))
    return places.length > 1 && places.every((place) => place !== undefined)
      ? places.map(({ name }) => name).join('; ')
      : undefined
  }

  /** Returns the places that a cell lists, separated by semicolons or bars. */
  findAll(field: 'location' | 'regions', cell: string, problems: RowProblems): Place[] {
    const whole = this.#live.get(plainName(cell))
    const names = whole ? [cell] : namesIn(cell)
    const found = names.flatMap((name) => this.find(field, name, problems) ?? [])
    return [...new Map(found.map((place) => [place.id, place])).values()]
  }
}

export const plainName = (name: string): string => sanitiseLine(name).toLowerCase()

export const namesIn = (cell: string): string[] =>
  cell
    .split(/[;|\n]/)
    .map((name) => name.trim())
    .filter(Boolean)

/** Returns whether a cell lists the same names, in any order. */
export function isSameList(cell: string, names: readonly string[]): boolean {
  const sorted = (all: readonly string[]) => [...new Set(all.map(plainName))].toSorted().join('\n')
  return sorted(namesIn(cell)) === sorted(names) || (names.length === 1 && plainName(cell) === plainName(names[0]!))
}
