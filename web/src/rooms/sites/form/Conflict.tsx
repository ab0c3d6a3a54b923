import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import classes from './Conflict.module.css'

export interface ConflictRow {
  label: string
  theirs: string
  /** Undefined: I did not change the field. */
  mine: string | undefined
}

/** What someone else changed while a form was open, beside what was typed, and the choice between the two. */
export function Conflict({
  rows,
  onTheirs,
  onMine,
}: {
  rows: readonly ConflictRow[]
  onTheirs: () => void
  onMine: () => void
}) {
  const t = useTexts()
  const shown = (value: string) => (value === '' ? <em>{t('conflict_none')}</em> : <bdi>{value}</bdi>)
  return (
    <div className={classes.box}>
      {rows.length > 0 ? (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('conflict_field')}</th>
              <th scope="col">{t('conflict_mine')}</th>
              <th scope="col">{t('conflict_theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, theirs, mine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{mine === undefined ? <em>{t('conflict_unchanged')}</em> : shown(mine)}</td>
                <td>{shown(theirs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <p className={classes.hint}>{t('conflict_text')}</p>
      <span className={classes.buttons}>
        <Button onClick={onTheirs}>{t('conflict_show_theirs')}</Button>
        <Button onClick={onMine}>{t('conflict_keep_mine')}</Button>
      </span>
    </div>
  )
}
