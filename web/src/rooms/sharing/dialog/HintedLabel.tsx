import classes from './Share.module.css'

/** Renders a field's label with a dimmed hint about its format. */
export function HintedLabel({ label, hint }: { label: string; hint: string }) {
  return (
    <>
      {label} <span className={classes.soft}>({hint})</span>
    </>
  )
}
