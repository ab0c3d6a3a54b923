import type { DecisionRow, GivenRow, RowAnswer } from '@cutaway/contract/rooms/sharing/decisions.ts'
import type { LinkAnswer } from '@cutaway/contract/rooms/sharing/landing.ts'

/** The rules of customers' decisions that need no database. */

/** What was found for one film of a link. */
export interface Finding {
  part_id: string
  finding: string
  measured: string
  rating: 'red' | 'yellow' | 'green' | null
  price: number | null
  note: string
}

/** A stored answer to one row, with the price that the customer saw. */
export interface AnsweredRow {
  part_id: string
  finding: string
  price: number | null
  answer: RowAnswer
  question: string
  reply_by: 'call' | 'text' | null
}

/** A green row states that nothing is to be done, so it takes no answer. */
export const takesAnswer = ({ rating }: Pick<Finding, 'rating'>): boolean => rating !== 'green'

export interface Given {
  answer?: LinkAnswer | undefined
  rows?: readonly GivenRow[] | undefined
  question?: string | undefined
  reply_by?: 'call' | 'text' | undefined
}

/**
 * Returns the answers to all rows after an answer: given rows replace earlier answers, the others do not change. An
 * answer without rows applies to every row that takes one. Returns null if it names a row that takes no answer.
 */
export function rowsAfter(
  findings: readonly Finding[],
  before: readonly AnsweredRow[],
  given: Given,
): AnsweredRow[] | null {
  if (given.answer === 'withdraw') return []
  const open = findings.filter(takesAnswer)
  const asked = given.rows ?? rowsOf(open, given)
  const answers = new Map(asked.map((row) => [row.part_id.toLowerCase(), row]))
  if ([...answers.keys()].some((part) => !open.some(({ part_id }) => part_id.toLowerCase() === part))) return null
  return open.flatMap(({ part_id, finding, price }) => {
    const now = answers.get(part_id.toLowerCase())
    if (!now) return before.filter((row) => row.part_id === part_id)
    const isQuestion = now.answer === 'ask'
    return [
      {
        part_id,
        finding,
        price,
        answer: now.answer,
        question: isQuestion ? (now.question ?? '') : '',
        reply_by: isQuestion ? (now.reply_by ?? null) : null,
      },
    ]
  })
}

function rowsOf(open: readonly Finding[], { answer, question, reply_by }: Given): GivenRow[] {
  const all = (row: Omit<GivenRow, 'part_id'>) => open.map(({ part_id }) => ({ part_id, ...row }))
  if (answer === 'approve' || answer === 'not_now') return all({ answer })
  if (answer === 'call') return all({ answer: 'ask', question, reply_by: 'call' })
  if (answer === 'ask') return all({ answer: 'ask', question, reply_by })
  return []
}

export interface Summary {
  /** The answer to all rows in one word: an approval counts more than a question, a question more than "not now". */
  answer: LinkAnswer
  wants_call: boolean
  has_question: boolean
}

/** Returns the stored facts about answers to rows. No rows: the answer was taken back. */
export function summaryOf(rows: readonly Pick<AnsweredRow, 'answer' | 'reply_by'>[]): Summary {
  const wants_call = rows.some(({ reply_by }) => reply_by === 'call')
  const has_question = rows.some(({ answer }) => answer === 'ask')
  const answer: LinkAnswer = rows.some((row) => row.answer === 'approve')
    ? 'approve'
    : wants_call
      ? 'call'
      : has_question
        ? 'ask'
        : rows.length > 0
          ? 'not_now'
          : 'withdraw'
  return { answer, wants_call, has_question }
}

/** Returns the rows of a decision and their sums. An approved row keeps the price at which it was approved. */
export function decisionRows(
  findings: readonly Finding[],
  answers: readonly AnsweredRow[],
  nameOf: (partId: string) => string,
): { rows: DecisionRow[]; total: number; approved_total: number; approved: number } {
  const rows = findings.map(({ part_id, finding, measured, rating, price, note }) => {
    const given = answers.find((row) => row.part_id === part_id)
    return {
      part_id,
      part_name: nameOf(part_id),
      finding: finding || nameOf(part_id),
      measured,
      rating,
      price: given ? given.price : price,
      note,
      answer: given?.answer ?? null,
      question: given?.question ?? '',
      reply_by: given?.reply_by ?? null,
    }
  })
  const sum = (of: readonly DecisionRow[]) => of.reduce((total, { price }) => total + (price ?? 0), 0)
  const approved = rows.filter(({ answer }) => answer === 'approve')
  return { rows, total: sum(rows.filter(takesAnswer)), approved_total: sum(approved), approved: approved.length }
}
