import classes from './Tag.module.css'

/**
 * A state in one word, always with a shape of its own. Red: refused, replace now. Yellow: needs you. Green: approved,
 * good. Info: happened. Plain: nothing yet. Brand: new, chosen, never a condition.
 */
export type TagKind = 'red' | 'yellow' | 'green' | 'info' | 'plain' | 'brand'

export function Tag({ kind = 'plain', children }: { kind?: TagKind; children: string }) {
  return (
    <span className={classes.tag} data-kind={kind}>
      {children}
    </span>
  )
}
