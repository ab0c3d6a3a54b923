/** A paragraph of one of two texts; `isChanged` if the other text does not have it at this place. */
export interface Part {
  text: string
  isChanged: boolean
}

const paragraphsOf = (html: string): string[] => {
  const { body } = new DOMParser().parseFromString(
    html.replaceAll(/<\/(?:p|h2|h3|li|blockquote)>|<br\s*\/?>/gi, '$&\n'),
    'text/html',
  )
  return body.textContent
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** Returns the paragraphs of two texts, with those marked that are not in both, by their longest common sequence. */
export function changedParagraphs(before: string, after: string): [Part[], Part[]] {
  const [a, b] = [paragraphsOf(before), paragraphsOf(after)]
  // common[i][j]: the length of the longest common sequence of the paragraphs from i and from j on.
  const common = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0))
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i]![j] = a[i] === b[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
  const [old, now]: [Part[], Part[]] = [[], []]
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      old.push({ text: a[i]!, isChanged: false })
      now.push({ text: b[j]!, isChanged: false })
      i += 1
      j += 1
    } else if (j >= b.length || (i < a.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      old.push({ text: a[i]!, isChanged: true })
      i += 1
    } else {
      now.push({ text: b[j]!, isChanged: true })
      j += 1
    }
  }
  return [old, now]
}
