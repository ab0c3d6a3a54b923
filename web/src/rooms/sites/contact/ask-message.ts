/** A request for an account travels as a message of the contact form: what is wanted first, then what was written. */
export function askMessage(lines: { wanted: string; promo?: string; note: string }): string {
  return [lines.wanted, lines.promo, lines.note.trim()].filter(Boolean).join('\n\n').slice(0, 4000)
}
