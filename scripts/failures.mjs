// Lists the failed tests at the end of `npm test`, so that the end of a log tells what failed and why.

/** The line above the list. .ci/run repeats what follows it, up to the line with the time. */
export const heading = '── failed ──'

/** With more failures, each file shows its first one and the number of the others, so that the list stays short. */
const mostShown = 20

/**
 * Returns the lines of the list. A failure is { suite, file, name, error }; `file` and `name` are missing for a failure of
 * the suite as a whole.
 */
export function listFailures(failures) {
  if (!failures.length) return []
  const shown = failures.length > mostShown ? firstOfEachFile(failures) : failures
  return [
    heading,
    ...shown.flatMap(({ suite, file, name, error, others }) => [
      [suite, file, name].filter(Boolean).join(' › ') + (others ? ` (and ${others} more of this file)` : ''),
      `    ${error}`,
    ]),
  ]
}

function firstOfEachFile(failures) {
  const groups = Map.groupBy(failures, ({ suite, file }) => `${suite} ${file}`)
  return [...groups.values()].map(([first, ...others]) => ({ ...first, others: others.length }))
}

/** Returns the lines of a program's output that name errors, at most four, or the last one that is not empty. */
export function errorsIn(output) {
  const lines = output.split('\n').filter((line) => line.trim())
  const errors = lines.filter((line) => /\berror\b|\[warn\]|^\s*[×x✖] |^\s*[,╭]-?\[/i.test(line)).slice(0, 4)
  return (errors.length ? errors : lines.slice(-1)).map((line) => line.trim()).join('; ')
}
