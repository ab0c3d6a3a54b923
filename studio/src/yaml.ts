import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isNode, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'

/** YAML files read strictly: what is wrong is named by file and line. */

/** Something wrong in a source file. */
export interface SourceFault {
  file: string
  line: number
  says: string
}

type Path = readonly PropertyKey[]

/** The line on which a value of a YAML file stands, from 1; of its parent when the value is missing. */
export function lineOf(path: string, keys: Path): number {
  const counter = new LineCounter()
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter: counter })
  for (let length = keys.length; length > 0; length--) {
    const node = document.getIn(keys.slice(0, length), true)
    if (isNode(node) && node.range) return counter.linePos(node.range[0]).line
  }
  return 1
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
  const parsed = schema.safeParse(document.toJS())
  if (parsed.success) return { faults: [], data: parsed.data }
  return {
    faults: parsed.error.issues.map((issue) => ({
      file,
      line: lineOf(path, issue.path),
      says: `${issue.path.map(String).join('.') || 'file'}: ${issue.message}`,
    })),
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
