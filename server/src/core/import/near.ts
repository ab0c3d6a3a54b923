/** Finds the name that a person may have meant. */

/** Returns a function that finds the nearest of some names, or undefined if none is near. Works for 200 different texts. */
export function nearestOf(names: readonly string[]): (text: string) => string | undefined {
  const plain = names.map((name) => ({ name, word: plainOf(name) }))
  const found = new Map<string, string | undefined>()
  return (text) => {
    const word = plainOf(text)
    if (found.has(word) || found.size >= 200) return found.get(word)
    const most = Math.max(1, Math.floor(word.length / 4))
    let best: { name: string; distance: number } | undefined
    for (const one of plain) {
      const distance = editDistance(word, one.word, best ? best.distance - 1 : most)
      if (distance !== undefined) best = { name: one.name, distance }
      if (distance === 0) break
    }
    found.set(word, best?.name)
    return best?.name
  }
}

const plainOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, 60)

/**
 * Returns how many letters of two words differ: left out, added, replaced, or swapped with their neighbour. Undefined if
 * it is more than `most`.
 */
export function editDistance(a: string, b: string, most: number): number | undefined {
  if (most < 0 || Math.abs(a.length - b.length) > most) return undefined
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isEqual = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const value = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isEqual ? 0 : 1))
      next.push(isSwapped ? Math.min(value, before[j - 2]! + 1) : value)
    }
    if (Math.min(...next, ...row) > most) return undefined
    before = row
    row = next
  }
  const distance = row[b.length]!
  return distance <= most ? distance : undefined
}
