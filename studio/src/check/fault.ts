import { basename, join } from 'node:path'
import type { Source } from '../source.ts'
import { lineOf } from '../yaml.ts'

/** Something wrong with a part: where it stands, and what to do about it. */
export interface Fault {
  part: string
  file: string
  line: number
  says: string
}

/** Collects the faults of one part; a place is a file of its folder and the keys that lead to the value. */
export class Faults {
  readonly list: Fault[] = []
  readonly #source: Pick<Source, 'id' | 'folder'>

  constructor(source: Pick<Source, 'id' | 'folder'>) {
    this.#source = source
  }

  add(file: string, keys: readonly (string | number)[], says: string): void {
    const path = join(this.#source.folder, file)
    this.list.push({ part: this.#source.id, file: basename(file), line: lineOf(path, keys), says })
  }
}

export const printFault = ({ part, file, line, says }: Fault): string => `${part}/${file}:${line}: ${says}`
