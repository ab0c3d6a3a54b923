import { deleteClass, type Region, undoDeletedClass } from '@cutaway/contract/rooms/organisation/regions.ts'
import { IconMap, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { send } from '../../core/api.ts'
import { useChange } from '../../core/change.ts'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { ExportButton } from '../../ui/table/ExportButton.tsx'
import { ListCard } from '../../ui/table/ListCard.tsx'
import { useListState } from '../../ui/table/useListState.ts'
import { BusinessFilter, DeletedSwitch } from './PlaceFilters.tsx'
import { loadRegions, placeKeys, type RegionFilters, type RegionSort, useRegions } from './places.ts'
import classes from './Places.module.css'
import { regionColumns } from './region-columns.tsx'

const RegionDialog = lazy(() => import('./RegionDialog.tsx'))
const AssignDialog = lazy(() => import('./AssignDialog.tsx'))

const sorts: RegionSort[] = ['name', 'locations', 'people', 'state']
const defaults = {
  sort: { by: 'name', descending: false },
  sorts,
  filters: { business: '', deleted: 'Off' } satisfies RegionFilters as RegionFilters,
}
const rowId = ({ id }: Region) => id

type Asked = { kind: 'add' } | { kind: 'edit' | 'assign' | 'delete'; region: Region }

/** Manages the regions of the business and the locations in them. */
export default function RegionsPage() {
  const t = useTexts()
  const format = useFormat()
  const { user } = useSignedIn()
  const change = useChange(...placeKeys)
  const list = useListState(defaults)
  const { filters } = list
  const asked = { ...list.asked, sort: list.asked.sort as RegionSort }
  const query = useRegions(asked, filters)
  const [open, setOpen] = useState<Asked>()
  const close = () => setOpen(undefined)
  const restoring = ({ id }: Region) => send(undoDeletedClass, { params: { id } })
  const remove = (region: Region) =>
    change(send(deleteClass, { params: { id: region.id, userId: user.user_id } }), {
      undo: () => restoring(region),
      detail: region.class_name,
    })
  const restore = (region: Region) => change(restoring(region), { detail: region.class_name })
  const columns = regionColumns(t, format, {
    onAssign: (region) => setOpen({ kind: 'assign', region }),
    onEdit: (region) => setOpen({ kind: 'edit', region }),
    onDelete: (region) => {
      // A region with people takes reach from its manager, so their number is said first.
      if (region.user_count + region.manager_count > 0) setOpen({ kind: 'delete', region })
      else void remove(region)
    },
    onRestore: (region) => void restore(region),
  })
  const addButton = (variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => setOpen({ kind: 'add' })}
    >
      {t('region_add')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('nav_regions')}
        subtitle={t('regions_subtitle')}
        actions={
          <>
            <ExportButton
              name="regions"
              columns={columns}
              load={async () => {
                const { sort, descending, search } = asked
                return (await loadRegions({ sort, descending, search }, filters)).rows
              }}
            />
            {addButton('filled')}
          </>
        }
      />
      <ListCard
        caption={t('nav_regions')}
        list={list}
        query={query}
        columns={columns}
        rowId={rowId}
        searchLabel={t('regions_search')}
        filters={
          <BusinessFilter value={filters.business} onChange={(business) => list.change({ filters: { business } })} />
        }
        end={<DeletedSwitch value={filters.deleted} onChange={(deleted) => list.change({ filters: { deleted } })} />}
        onOpen={(region) => (region.active ? setOpen({ kind: 'assign', region }) : undefined)}
        isMuted={({ active }) => active === 0}
        {...(open && open.kind !== 'add' ? { selected: open.region.id } : {})}
        empty={
          <EmptyState
            heading="h2"
            icon={IconMap}
            title={t('regions_none')}
            text={t('regions_none_text')}
            action={addButton('default')}
          />
        }
        failed={t('regions_not_loaded')}
      />
      <Suspense fallback={null}>
        {open?.kind === 'add' ? <RegionDialog business={filters.business} onClose={close} onRestore={restore} /> : null}
        {open?.kind === 'edit' ? (
          <RegionDialog region={open.region} business="" onClose={close} onRestore={restore} />
        ) : null}
        {open?.kind === 'assign' ? <AssignDialog region={open.region} onClose={close} /> : null}
      </Suspense>
      {open?.kind === 'delete' ? (
        <ConfirmDialog
          title={t('region_delete_title', { name: open.region.class_name })}
          text={t('region_delete_text', { count: open.region.user_count })}
          verb={t('region_delete')}
          onConfirm={() => remove(open.region)}
          onClose={close}
        />
      ) : null}
    </div>
  )
}
