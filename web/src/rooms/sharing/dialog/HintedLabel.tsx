import classes from './Share.module.css'

/** The name of a field, and softly what it takes. */
export function HintedLabel({ label, hint }: { label: string; hint: string }) {
  return (
    <>
      {label} <span className={classes.soft}>({hint})</span>
    </>
  )
}
