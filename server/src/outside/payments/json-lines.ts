/** Finds the line of each value in a JSON text, so that a message about a value can name it. */

/** Returns a finder of lines by path; for a text that is not JSON, the problem and its line. */
export function linesOf(
  text: string,
): { lineOf(path: readonly PropertyKey[]): number } | { problem: string; line: number } {
  try {
    JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    const position = /position (\d+)/.exec(message)?.[1]
    const at = position === undefined ? text.length : Number(position)
    return { problem: 'this is not JSON', line: lineAt(text, at) }
  }
  const positions = new Map<string, number>()
  scan(text, positions)
  return {
    // A missing value has the line of what it should be in.
    lineOf(path) {
      for (let length = path.length; length > 0; length -= 1) {
        const at = positions.get(JSON.stringify(path.slice(0, length).map(String)))
        if (at !== undefined) return lineAt(text, at)
      }
      return 1
    },
  }
}

const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length

/* oxlint-disable no-unmodified-loop-condition -- `next` moves on to the next token */
/** Records where each value of a valid JSON text begins. */
function scan(text: string, positions: Map<string, number>): void {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g
  let found: RegExpExecArray | null = tokens.exec(text)
  const next = () => {
    const token = found!
    found = tokens.exec(text)
    return token
  }
  const value = (path: string[]) => {
    const token = next()
    positions.set(JSON.stringify(path), token.index)
    if (token[0] === '{') {
      while (found?.[0] !== '}') {
        const key = next()
        next()
        value([...path, JSON.parse(key[0]) as string])
        if (found?.[0] === ',') next()
      }
      next()
    } else if (token[0] === '[') {
      for (let index = 0; found?.[0] !== ']'; index += 1) {
        value([...path, String(index)])
        if (found?.[0] === ',') next()
      }
      next()
    }
  }
  value([])
}
