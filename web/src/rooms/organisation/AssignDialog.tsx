import {
  addLocationInRegion,
  getRegionForLocation,
  type Region,
  type RegionLocation,
} from '@cutaway/contract/rooms/organisation/regions.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { call, send } from '../../core/api.ts'
import { useChange } from '../../core/change.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeletons.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Conflict } from '../sites/form/Conflict.tsx'
import { FormDialog } from '../sites/form/FormDialog.tsx'
import { merge } from '../sites/form/merge.ts'
import { useSchemaForm } from '../sites/form/useSchemaForm.tsx'
import { placeKeys } from './places.ts'
import classes from './Places.module.css'
import { PickList } from './PickList.tsx'

/** Chooses the locations of a region: those of the business at the start, those in the region at the end. */
export default function AssignDialog({ region, onClose }: { region: Region; onClose: () => void }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['locations', 'for region', region.id],
    queryFn: ({ signal }) => call(getRegionForLocation, { params: { user: user.user_id, class: region.id }, signal }),
    // What is chosen begins with what is stored now, not with what was stored when the dialog was last open.
    gcTime: 0,
    staleTime: Infinity,
  })
  const title = t('region_assign_title', { name: region.class_name })
  if (data) return <Choose region={region} title={title} locations={data} onClose={onClose} />
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      {error ? (
        <ErrorState title={t('locations_not_loaded')} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} picture={false} />
      )}
    </Dialog>
  )
}

const chosenOf = (locations: readonly RegionLocation[]) =>
  locations.filter(({ selected }) => selected === 1).map(({ id }) => id)

const Assignment = z.object({ locations: z.array(z.number()) })

function Choose({
  region,
  title,
  locations: loaded,
  onClose,
}: {
  region: Region
  title: string
  locations: readonly RegionLocation[]
  onClose: () => void
}) {
  const t = useTexts()
  const { user } = useSignedIn()
  const change = useChange(...placeKeys)
  /** What the choice is based on: the locations as loaded, or as another user saved them since. */
  const [locations, setLocations] = useState(loaded)
  const [theirs, setTheirs] = useState<readonly RegionLocation[]>()
  const form = useSchemaForm({
    schema: Assignment,
    initial: { locations: chosenOf(loaded) },
    labels: { locations: t('nav_locations') },
    save: async (fields) => {
      const body = { class_id: region.id, ...fields, old_locations: chosenOf(locations) }
      const answer = await send(addLocationInRegion, { body })
      if (answer.message === 'region_changed_meanwhile' || answer.message === 'location_was_deleted')
        setTheirs(await call(getRegionForLocation, { params: { user: user.user_id, class: region.id } }))
      return answer
    },
    onSaved: (answer) => {
      onClose()
      void change(Promise.resolve(answer), { detail: region.class_name })
    },
  })
  const { locations: chosen } = form.form.values
  const [outside, inside] = useMemo(() => {
    const ids = new Set(chosen)
    return [locations.filter(({ id }) => !ids.has(id)), locations.filter(({ id }) => ids.has(id))]
  }, [locations, chosen])
  const set = (ids: number[]) =>
    form.form.setFieldValue(
      'locations',
      ids.toSorted((a, b) => a - b),
    )
  return (
    <FormDialog title={title} size="lg" form={form} verb={t('save_changes')} onClose={onClose}>
      {theirs ? (
        <AssignConflict
          region={region}
          base={locations}
          chosen={chosen}
          theirs={theirs}
          onContinue={(next) => {
            form.form.resetDirty({ locations: chosenOf(theirs) })
            set(next)
            form.settle()
            setLocations(theirs)
            setTheirs(undefined)
          }}
        />
      ) : null}
      <div className={classes.lists}>
        <PickList
          title={t('region_outside')}
          none={t('region_outside_none')}
          locations={outside}
          verb="add"
          onPick={(picked) => set([...chosen, ...picked])}
        />
        <PickList
          title={t('region_inside', { name: region.class_name })}
          none={t('region_inside_none')}
          locations={inside}
          verb="remove"
          onPick={(picked) => set(chosen.filter((id) => !picked.includes(id)))}
        />
      </div>
    </FormDialog>
  )
}

/** What another user changed in the locations of the region meanwhile: a line for each location. */
function AssignConflict({
  region,
  base,
  chosen,
  theirs,
  onContinue,
}: {
  region: Region
  base: readonly RegionLocation[]
  chosen: readonly number[]
  theirs: readonly RegionLocation[]
  /** Goes on with these locations. */
  onContinue: (locations: number[]) => void
}) {
  const t = useTexts()
  const mine = new Set(chosen)
  const placesOf = (isInside: (location: RegionLocation) => boolean, locations: readonly RegionLocation[]) =>
    Object.fromEntries(locations.map((one) => [String(one.id), isInside(one)]))
  const isSelected = ({ selected }: RegionLocation) => selected === 1
  const merged = merge(
    placesOf(isSelected, base),
    // A location that was added since is as it was saved.
    { ...placesOf(isSelected, theirs), ...placesOf(({ id }) => mine.has(id), base) },
    placesOf(isSelected, theirs),
  )
  const left = new Set(theirs.map(({ id }) => id))
  const names = new Map([...base, ...theirs].map((one) => [String(one.id), one.businessentity_location_name]))
  const place = (isInside: boolean) =>
    isInside ? t('region_inside', { name: region.class_name }) : t('region_outside')
  return (
    <Conflict
      rows={[
        ...base
          .filter((one) => !left.has(one.id) && (mine.has(one.id) || isSelected(one)))
          .map((one) => ({
            label: one.businessentity_location_name,
            theirs: t('state_deleted'),
            mine: mine.has(one.id) === isSelected(one) ? undefined : place(mine.has(one.id)),
          })),
        ...merged.theirs.map(({ name, isMine }) => ({
          label: names.get(name) ?? '',
          theirs: place(theirs.some((one) => String(one.id) === name && isSelected(one))),
          mine: isMine ? place(mine.has(Number(name))) : undefined,
        })),
      ]}
      onTheirs={() => onContinue(chosenOf(theirs))}
      onMine={() => onContinue(theirs.filter(({ id }) => merged.values[id] === true).map(({ id }) => id))}
    />
  )
}
