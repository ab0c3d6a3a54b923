import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml'
import type { z } from 'zod'
import { complaintsOf } from './wording.ts'

/** YAML files read strictly: what is wrong is named by file and line. */

/** Something wrong in a source file. */
export interface SourceFault {
  file: string
  line: number
  says: string
}

type Path = readonly PropertyKey[]

/** The line on which a field or an entry of a list begins, from 1; that of its parent when it is missing. */
export function lineOf(path: string, keys: Path): number {
  const counter = new LineCounter()
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter: counter })
  let node: unknown = document.contents
  let line = 1
  for (const key of keys) {
    const [at, inner] = inside(node, key)
    if (!at?.range) break
    line = counter.linePos(at.range[0]).line
    node = inner
  }
  return line
}

/** A key of a map with its value, or an entry of a list. */
function inside(node: unknown, key: PropertyKey): [at: Node | null, value: unknown] {
  if (isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
    return isScalar(pair?.key) ? [pair.key, pair.value] : [null, null]
  }
  const entry = isSeq(node) ? node.items[Number(key)] : null
  return isNode(entry) ? [entry, entry] : [null, null]
}

/** Every fault of a file against its schema. */
export function faultsOf<S extends z.ZodType>(
  path: string,
  schema: S,
): { faults: SourceFault[]; data: z.output<S> | null } {
  const file = basename(path)
  const counter = new LineCounter()
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter: counter, uniqueKeys: true })
  if (document.errors.length > 0)
    return {
      faults: document.errors.map((e) => ({
        file,
        line: e.linePos?.[0].line ?? 1,
        says: e.message.split('\n')[0]!,
      })),
      data: null,
    }
  const given: unknown = document.toJS()
  const parsed = schema.safeParse(given)
  if (parsed.success) return { faults: [], data: parsed.data }
  return {
    faults: parsed.error.issues
      .flatMap((issue) => complaintsOf(issue, schema, given))
      .map(({ keys, says }) => ({ file, line: lineOf(path, keys), says })),
    data: null,
  }
}

/** The contents of a file, or its faults as one error. */
export function readYaml<S extends z.ZodType>(path: string, schema: S): z.output<S> {
  const { faults, data } = faultsOf(path, schema)
  if (faults.length > 0 || data === null)
    throw new Error(faults.map(({ file, line, says }) => `${file}:${line}: ${says}`).join('\n'))
  return data
}
