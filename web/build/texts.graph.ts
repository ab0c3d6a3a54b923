import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/**
 * Finds which message keys the browser modules name, and which modules load together, for the test of texts by room.
 */

export interface Module {
  /** Modules that load together with this one. */
  imports: string[]
  /** Modules that load later, with the rooms whose texts load beside them. */
  later: { module: string; rooms: string[] }[]
  /** String literals, and templates with a `*` for each value. */
  strings: Set<string>
  templates: RegExp[]
  /** Names that the module imports from the contract and that exist at run time. */
  calls: { room: string; name: string }[]
}

/** Reads every module under `root`, by path. */
export function readModules(root: string): Map<string, Module> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => join(root, file))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  return new Map(files.map((file) => [file, readModule(file, readFileSync(file, 'utf8'))]))
}

const importPattern = /^(?:import|export)\s(?!type\b)([^'"]*?\sfrom\s+)?'([^']+)'/gm
const laterPattern = /(?:withTexts\(\s*\[([^\]]*)\],\s*)?import\(\s*'(\.[^']+)'\s*\)/g

function readModule(file: string, code: string): Module {
  const module: Module = { imports: [], later: [], strings: new Set(), templates: [], calls: [] }
  for (const [, clause = '', from = ''] of code.matchAll(importPattern)) {
    const room = /^@cutaway\/contract\/rooms\/(\w+)/.exec(from)?.[1]
    if (room) for (const name of valuesOf(clause)) module.calls.push({ room, name })
    else if (from.startsWith('.')) module.imports.push(resolve(file, from))
  }
  for (const [, rooms = '', from = ''] of code.matchAll(laterPattern))
    module.later.push({ module: resolve(file, from), rooms: [...rooms.matchAll(/'(\w+)'/g)].map((m) => m[1]!) })
  for (const [, text = ''] of code.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)) module.strings.add(text.replaceAll("\\'", "'"))
  for (const [, text = ''] of code.matchAll(/"([^"\n]*)"/g)) module.strings.add(text)
  for (const [, text = ''] of code.matchAll(/`([^`]*)`/g)) {
    const words = text.replaceAll(/\$\{[^}]*\}/g, '\0')
    if (words.replaceAll('\0', '').length >= 4 && !/\s/.test(words))
      module.templates.push(new RegExp(`^${words.replaceAll(/[.*+?^$()|[\]\\/]/g, '\\$&').replaceAll('\0', '.+')}$`))
  }
  return module
}

const valuesOf = (clause: string) =>
  (/\{([^}]*)\}/.exec(clause)?.[1] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('type '))
    .map((name) => name.split(' ')[0]!)

function resolve(file: string, from: string): string {
  const path = normalize(join(dirname(file), from))
  return existsSync(path) ? path : `${path}.ts`
}

/** Returns a module and all modules that load with it. */
export function withImports(modules: Map<string, Module>, start: string): Set<string> {
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const imported of modules.get(path)?.imports ?? []) visit(imported)
  }
  visit(start)
  return seen
}

const plural = /_(zero|one|two|few|many|other)$/

/** Returns whether a module names a message key: in full, as a plural form, or by a template. */
export function names({ strings, templates }: Module, key: string): boolean {
  const word = key.replace(plural, '')
  return (
    strings.has(key) || strings.has(word) || templates.some((template) => template.test(key) || template.test(word))
  )
}
