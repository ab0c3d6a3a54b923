import classes from './Prose.module.css'

/** Running text from the server, which has cleaned it. At most 68 characters a line. */
export function Prose({ html }: { html: string }) {
  return <div className={classes.prose} dangerouslySetInnerHTML={{ __html: html }} />
}
