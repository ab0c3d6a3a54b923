import type { TextProblem } from '@cutaway/contract/administration/message-texts.ts'
import type { TextFileProblem } from '@cutaway/contract/rooms/sites/texts.ts'
import type { Translate } from '../../../core/i18n/texts.ts'

/** Says in sentences what is wrong with a text, and how to correct it. */

const listed = (names: readonly string[]) => names.map((name) => `\u2068{${name}}\u2069`).join(', ')

/** Returns a sentence for each problem. A wrong placeholder beside a missing one is one mistake. */
export function problemSentences(t: Translate, problems: readonly TextProblem[]): string[] {
  const unknown = problems.find((one) => one.kind === 'unknown')
  const missing = problems.find((one) => one.kind === 'missing')
  const isSwap = unknown !== undefined && missing !== undefined
  const others = problems.filter((one) => !isSwap || (one !== unknown && one !== missing))
  return [
    ...(isSwap ? [t('text_problem_instead', { right: listed(missing.names), wrong: listed(unknown.names) })] : []),
    ...others.map((problem) => sentenceOf(t, problem)),
  ]
}

function sentenceOf(t: Translate, problem: TextProblem): string {
  if (problem.kind === 'too_long') return t('text_problem_too_long', { most: problem.most })
  if (problem.kind === 'unknown' || problem.kind === 'missing')
    return t(`text_problem_${problem.kind}`, { names: listed(problem.names) })
  return t(`text_problem_${problem.kind}`)
}

/** Returns the sentence for a problem of a line of a file. */
export function fileProblemSentence(t: Translate, { problem }: Pick<TextFileProblem, 'problem'>): string {
  switch (problem.kind) {
    case 'not_json':
    case 'not_text':
    case 'unknown_key':
    case 'repeated_key':
      return t(`texts_file_${problem.kind}`)
    default:
      return sentenceOf(t, problem)
  }
}
