import { pieces } from './answers.ts'
import classes from './Search.module.css'

/** Renders a text with its matches highlighted. */
export function Marked({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  let at = 0
  return pieces(text, marks).map((piece) => {
    const key = at
    at += piece.text.length
    return piece.marked ? (
      <mark key={key} className={classes.mark}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    )
  })
}
