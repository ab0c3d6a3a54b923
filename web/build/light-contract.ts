import type { Plugin } from 'vite'

/**
 * Reduces every `endpoint({…})` of the contract to what the browser needs: method, path, and whether the reply is a
 * file. Validation is up to the server. Other constants are marked as free of side effects, so that a page that makes
 * calls does not load the schema library (about 27 kB compressed).
 *
 * In the browser `login.body` therefore does not exist: a form defines its own rules, by message keys.
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

const declarations = /\/contract\/src\/(rooms\/[\w./-]+|fields|permissions)\.ts$/

/** Returns the light form of one contract module. `statements` is its parsed body. */
export function lighten(code: string, statements: readonly Statement[]): string {
  let result = code
  for (const statement of statements.toReversed()) {
    const declaration = statement.declaration ?? statement
    for (const { init } of (declaration.declarations ?? []).toReversed()) {
      if (!init) continue
      const source = code.slice(init.start, init.end)
      const isCall = init.type === 'CallExpression' && init.callee?.name === 'endpoint'
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

export function lightContract(): Plugin {
  return {
    name: 'light-contract',
    enforce: 'pre',
    transform: {
      filter: { id: declarations },
      handler(code) {
        const program = this.parse(code, { lang: 'ts' }) as unknown as { body: Statement[] }
        return { code: lighten(code, program.body), map: null }
      },
    },
  }
}
