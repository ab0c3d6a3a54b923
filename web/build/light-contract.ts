import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/**
 * Reduces every `endpoint({…})` of the contract to what the browser needs: method, path, and whether the reply is a
 * file. Validation is up to the server. Other constants are marked as free of side effects, so that a page that makes
 * calls does not load the schema library (about 27 kB compressed).
 *
 * In the browser `login.body` therefore does not exist. A form that checks by a schema imports it from
 * `@cutaway/contract/full/…`: modules of their own, so that only pages with such a form load the schema library.
 */

interface Node {
  type: string
  start: number
  end: number
}
interface Property extends Node {
  /** Missing for a spread: what declarations share is not needed in the browser. */
  key?: Node & { name?: string }
  value: Node & { callee?: Node & { name?: string } }
}
interface Declarator extends Node {
  init: (Node & { callee?: Node & { name?: string }; arguments?: (Node & { properties?: Property[] })[] }) | null
}
interface Statement extends Node {
  declaration?: Statement | null
  declarations?: Declarator[]
}

const declarations = /\/contract\/src\/((rooms|administration)\/[\w./-]+|fields|permissions)\.ts$/

/**
 * Returns the light form of one contract module. `statements` is its parsed body. With `isFull`, calls stay whole, and
 * are dropped only if they are not used.
 */
export function lighten(code: string, statements: readonly Statement[], isFull = false): string {
  let result = code
  for (const statement of statements.toReversed()) {
    const declaration = statement.declaration ?? statement
    for (const { init } of (declaration.declarations ?? []).toReversed()) {
      if (!init) continue
      const source = code.slice(init.start, init.end)
      const isCall = !isFull && init.type === 'CallExpression' && init.callee?.name === 'endpoint'
      const light = isCall
        ? addressOf(code, init.arguments?.[0]?.properties ?? [])
        : `/* @__PURE__ */ (() => (${source}))()`
      result = result.slice(0, init.start) + light + result.slice(init.end)
    }
  }
  return result
}

function addressOf(code: string, properties: readonly Property[]): string {
  const kept = properties.flatMap(({ key, value }) => {
    if (!key) return []
    if (key.name === 'method' || key.name === 'path') return [`${key.name}: ${code.slice(value.start, value.end)}`]
    if (key.name === 'reply') return [`reply: ${value.callee?.name === 'file' ? '{ file: true }' : '{}'}`]
    return []
  })
  return `{ isEndpoint: true, ${kept.join(', ')} }`
}

const full = '@cutaway/contract/full/'
const fullName = (path: string) => path.replace(/\.ts$/, '.full.ts')
const realName = (path: string) => path.replace(/\.full\.ts$/, '.ts')

export function lightContract(): Plugin {
  let isBuild = false
  return {
    name: 'light-contract',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    // The development server has no bundles to keep small, and finds its dependencies in real files.
    async resolveId(source, importer) {
      if (!isBuild) return null
      const isInFull = importer?.endsWith('.full.ts') && source.startsWith('.')
      if (!isInFull && !source.startsWith(full)) return null
      const real = await this.resolve(source, importer && realName(importer), { skipSelf: true })
      return real && { ...real, id: fullName(real.id) }
    },
    load: {
      filter: { id: /\/contract\/src\/.*\.full\.ts$/ },
      handler: (id) => readFile(realName(id), 'utf8'),
    },
    transform: {
      filter: { id: declarations },
      handler(code, id) {
        const program = this.parse(code, { lang: 'ts' }) as unknown as { body: Statement[] }
        return { code: lighten(code, program.body, id.endsWith('.full.ts')), map: null }
      },
    },
  }
}
