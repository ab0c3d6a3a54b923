import {
  addLocationInRegion,
  getRegionForLocation,
  type Region,
  type RegionLocation,
} from '@cutaway/contract/rooms/organisation/regions.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { call, send } from '../../core/api.ts'
import { useChange } from '../../core/change.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeletons.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { FormDialog } from '../sites/form/FormDialog.tsx'
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

const Assignment = z.object({ locations: z.array(z.number()) })

function Choose({
  region,
  title,
  locations,
  onClose,
}: {
  region: Region
  title: string
  locations: readonly RegionLocation[]
  onClose: () => void
}) {
  const t = useTexts()
  const change = useChange(...placeKeys)
  const form = useSchemaForm({
    schema: Assignment,
    initial: { locations: locations.filter(({ selected }) => selected === 1).map(({ id }) => id) },
    labels: { locations: t('nav_locations') },
    save: (fields) => send(addLocationInRegion, { body: { class_id: region.id, ...fields } }),
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
