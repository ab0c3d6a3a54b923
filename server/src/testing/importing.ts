import type { Import, ImportRow } from '@cutaway/contract/administration/imports.ts'
import { contract } from '@cutaway/contract'
import { expect } from 'vitest'
import type { Person } from './world.ts'

/** Helpers for tests of imports, of both kinds. */

const { users, organisation } = contract

const kinds = {
  users: {
    read: users.readUserImport,
    check: users.checkUserImport,
    get: users.getUserImport,
    rows: users.getUserImportRows,
    undo: users.undoUserImport,
  },
  locations: {
    read: organisation.readLocationImport,
    check: organisation.checkLocationImport,
    get: organisation.getLocationImport,
    rows: organisation.getLocationImportRows,
    undo: organisation.undoLocationImport,
  },
}
export type ImportedKind = keyof typeof kinds

/** A file as a browser sends it. */
export const fileOf = (content: string | Uint8Array, name = 'people.csv') =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name)

export const csvOf = (...lines: string[]) => lines.join('\r\n')

/** The calls of one person for one kind of import. */
export function importing(person: Person, kind: ImportedKind) {
  const calls = kinds[kind]
  const get = (id: number): Promise<Import> => person.call(calls.get, { params: { id } })
  /** Waits until no job works on the import. */
  const settled = async (id: number): Promise<Import> => {
    await expect.poll(async () => (await get(id)).state, { timeout: 30_000, interval: 25 }).not.toMatch(/ing$/)
    return get(id)
  }
  const read = (file: File): Promise<Import> => person.call(calls.read, { body: {}, file })
  const check = async ({ id, columns }: Import, more: object = {}): Promise<Import> => {
    const body = { id, fields: columns.map(({ field }) => field), ...more }
    await person.call(calls.check, { body })
    return settled(id)
  }
  return {
    get,
    settled,
    read,
    refusalOf: async (file: File) => (await person.send(calls.read, { body: {}, file })).message,
    check,
    /** Uploads and checks a file with the columns that were matched. */
    async checked(file: File | string): Promise<Import> {
      return check(await read(typeof file === 'string' ? fileOf(file) : file))
    },
    async start({ id }: Import, { invite = false } = {}): Promise<Import> {
      if (kind === 'users') await person.call(users.startUserImport, { body: { id, invite } })
      else await person.call(organisation.startLocationImport, { body: { id } })
      return settled(id)
    },
    async undo({ id }: Import): Promise<Import> {
      await person.call(calls.undo, { body: { id } })
      return settled(id)
    },
    rows: ({ id }: Import, more: object = {}): Promise<ImportRow[]> =>
      person.call(calls.rows, { body: { id, ...more } }),
    /** Returns the refused rows as 'row: keys of the problems'. */
    async problems({ id }: Import): Promise<Record<number, string[]>> {
      const rows = await person.call(calls.rows, { body: { id, outcome: 'refused' } })
      return Object.fromEntries(rows.map(({ row, problems }) => [row, problems.map(({ key }) => key)]))
    },
  }
}
