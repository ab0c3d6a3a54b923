import type { ReactNode } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { NativeSelect, type SelectProps } from '../../../ui/form/Field.tsx'
import { FormPair } from '../../sites/form/FormDialog.tsx'
import { placeKindOf } from './place-kind.ts'
import { RegionChoice } from './RegionChoice.tsx'
import type { UserLists } from './users.ts'

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
  const kind = placeKindOf(accessId)
  if (kind === 'none') return <>{role}</>
  if (kind === 'regions')
    return (
      <>
        {role}
        <RegionChoice {...regionsField} regions={regions} chosen={regionIds} onChange={onRegions} />
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
