import type { ReactNode } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { NativeSelect, type SelectProps } from '../../../ui/form/Field.tsx'
import { FormPair } from '../../sites/form/FormDialog.tsx'
import type { UserLists } from './users.ts'
import classes from './Users.module.css'

/** The role beside its place: regions for a regional manager, none above, a location for the rest. */
export function PlaceFields({
  role,
  accessId,
  location,
  locationId,
  locations,
  regionsField,
  regionIds,
  regions,
  onRegions,
}: {
  role: ReactNode
  accessId: number
  location: Omit<SelectProps, 'data'>
  locationId: string
  locations: UserLists['locations']
  regionsField: { id: string; label: ReactNode; error: ReactNode }
  regionIds: readonly number[]
  regions: UserLists['regions']
  onRegions: (ids: number[]) => void
}) {
  const t = useTexts()
  if (accessId <= 3) return <>{role}</>
  if (accessId === 4)
    return (
      <>
        {role}
        <fieldset
          id={regionsField.id}
          className={classes.group}
          tabIndex={-1}
          aria-describedby={regionsField.error ? `${regionsField.id}-error` : undefined}
        >
          <legend className={classes.legend}>{regionsField.label}</legend>
          <div className={classes.regions}>
            {regions.length === 0 ? <p className={classes.hint}>{t('user_no_regions')}</p> : null}
            {regions.map(({ id, class_name }) => (
              <Checkbox
                key={id}
                label={<bdi>{class_name}</bdi>}
                checked={regionIds.includes(id)}
                onChange={({ currentTarget }) =>
                  onRegions(currentTarget.checked ? [...regionIds, id] : regionIds.filter((one) => one !== id))
                }
              />
            ))}
          </div>
          {regionsField.error ? <div id={`${regionsField.id}-error`}>{regionsField.error}</div> : null}
        </fieldset>
      </>
    )
  const chosen = locations.find(({ id }) => String(id) === locationId)
  const names = regions
    .filter(({ id }) => chosen?.location_class_ids.includes(id))
    .map(({ class_name }) => class_name)
    .join(', ')
  // A deleted location stays with its users until they get another one.
  const isUnknown = locationId !== '' && !chosen
  return (
    <FormPair>
      {role}
      <NativeSelect
        {...location}
        description={names}
        order={['label', 'input', 'description', 'error']}
        data={[
          { value: '', label: t('user_choose_location') },
          ...(isUnknown ? [{ value: locationId, label: t('user_location_gone') }] : []),
          ...locations.map((l) => ({ value: String(l.id), label: l.businessentity_location_name })),
        ]}
      />
    </FormPair>
  )
}
