import type { ReactNode } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import type { UserLists } from './users.ts'
import classes from './Users.module.css'

/** Chooses the regions of regional managers. */
export function RegionChoice({
  id,
  label,
  hint,
  error,
  regions,
  chosen,
  onChange,
}: {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  regions: UserLists['regions']
  chosen: readonly number[]
  onChange: (ids: number[]) => void
}) {
  const t = useTexts()
  return (
    <fieldset
      id={id}
      className={classes.group}
      tabIndex={-1}
      aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
    >
      <legend className={classes.legend}>{label}</legend>
      {hint ? (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      ) : null}
      <div className={classes.regions}>
        {regions.length === 0 ? <p className={classes.hint}>{t('user_no_regions')}</p> : null}
        {regions.map((region) => (
          <Checkbox
            key={region.id}
            label={<bdi>{region.class_name}</bdi>}
            checked={chosen.includes(region.id)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, region.id] : chosen.filter((one) => one !== region.id))
            }
          />
        ))}
      </div>
      {error ? <div id={`${id}-error`}>{error}</div> : null}
    </fieldset>
  )
}
