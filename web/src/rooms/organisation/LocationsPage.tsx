import type { Location } from '@cutaway/contract/rooms/organisation/locations.ts'
import { IconBuildingStore, IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { toast } from '../../core/toast.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { FilterMenu } from '../../ui/form/FilterMenu.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { ExportButton } from '../../ui/table/ExportButton.tsx'
import { ListCard } from '../../ui/table/ListCard.tsx'
import { useChoice } from '../../ui/table/useChoice.ts'
import { useListState } from '../../ui/table/useListState.ts'
import { locationColumns, shownColumns } from './location-columns.tsx'
import { BusinessFilter, DeletedSwitch } from './PlaceFilters.tsx'
import { loadLocations, type LocationFilters, type LocationSort, useLocations, useRegionNames } from './places.ts'
import classes from './Places.module.css'
import { useDeleteLocations } from './useDeleteLocations.ts'

const LocationDialog = lazy(() => import('./LocationDialog.tsx'))

const sorts: LocationSort[] = ['name', 'store', 'city', 'phone', 'state', 'people']
const defaults = {
  sort: { by: 'name', descending: false },
  sorts,
  filters: { region: '', business: '', deleted: 'Off' } satisfies LocationFilters as LocationFilters,
}
const rowId = ({ id }: Location) => id
const nameOf = (row: Location) => row.businessentity_location_name
const peopleOf = (rows: readonly Location[]) => rows.reduce((sum, { user_count }) => sum + user_count, 0)

/** Manages the locations of the business, within the limit of its subscription. */
export default function LocationsPage() {
  const t = useTexts()
  const format = useFormat()
  const list = useListState(defaults)
  const { filters } = list
  const asked = { ...list.asked, sort: list.asked.sort as LocationSort }
  const query = useLocations(asked, filters)
  const regions = useRegionNames(filters.business)
  const { remove, restore } = useDeleteLocations()
  const [edited, setEdited] = useState<Location | 'new'>()
  const [deleting, setDeleting] = useState<readonly Location[]>()
  const choice = useChoice(rowId, nameOf, JSON.stringify([list.search, filters]))
  const { data } = query
  const isFull = data !== undefined && data.most > 0 && data.used >= data.most
  // Without people nothing but the location is gone, and it can be restored.
  const askToDelete = (rows: readonly Location[]) => {
    if (peopleOf(rows) > 0) setDeleting(rows)
    else void remove(rows).then(choice.clear)
  }
  const add = () => {
    if (isFull) toast('can_not_exceed_account_location_limit', { kind: 'error' })
    else setEdited('new')
  }
  const addButton = (variant: 'filled' | 'default') => (
    <Button variant={variant} leftSection={<IconPlus size={16} stroke={1.75} />} onClick={add}>
      {t('location_add')}
    </Button>
  )
  const columns = locationColumns(t, format, {
    onEdit: setEdited,
    onDelete: (row) => askToDelete([row]),
    onRestore: (row) => void restore(row),
  })
  const inUse = choice.chosen.filter(({ active }) => active === 1)
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('nav_locations')}
        {...(data
          ? {
              subtitle: t('locations_subtitle', {
                used: format.number(data.used),
                most: format.number(data.most),
                people: format.number(data.people),
              }),
            }
          : {})}
        actions={
          <>
            <Button component={Link} to={paths.locationImport} leftSection={<IconFileImport size={16} stroke={1.75} />}>
              {t('import_button')}
            </Button>
            <ExportButton
              name="locations"
              columns={columns}
              load={async () => {
                const { sort, descending, search } = asked
                return (await loadLocations({ sort, descending, search }, filters)).rows
              }}
            />
            {addButton('filled')}
          </>
        }
      />
      <ListCard
        caption={t('nav_locations')}
        list={list}
        query={query}
        columns={shownColumns(columns)}
        rowId={rowId}
        searchLabel={t('locations_search')}
        filters={
          <>
            <BusinessFilter
              value={filters.business}
              onChange={(business) => list.change({ filters: { business, region: '' } })}
            />
            {regions.length > 0 ? (
              <FilterMenu
                label={t('region_column')}
                value={filters.region}
                values={[
                  { value: '', label: t('filter_all') },
                  ...regions.map(({ id, class_name }) => ({ value: String(id), label: class_name })),
                ]}
                onChange={(region) => list.change({ filters: { region } })}
              />
            ) : null}
          </>
        }
        end={<DeletedSwitch value={filters.deleted} onChange={(deleted) => list.change({ filters: { deleted } })} />}
        choice={choice}
        bulk={
          <Button
            size="xs"
            disabled={inUse.length === 0}
            leftSection={<IconTrash size={15} stroke={1.75} />}
            onClick={() => askToDelete(inUse)}
          >
            {t('row_delete')}
          </Button>
        }
        onOpen={(row) => (row.active ? setEdited(row) : undefined)}
        isMuted={({ active }) => active === 0}
        {...(edited && edited !== 'new' ? { selected: edited.id } : {})}
        empty={
          <EmptyState
            heading="h2"
            icon={IconBuildingStore}
            title={t('locations_none')}
            text={t('locations_none_text')}
            action={addButton('default')}
          />
        }
        failed={t('locations_not_loaded')}
        note={isFull ? t('locations_full', { count: data.most }) : undefined}
      />
      {edited ? (
        <Suspense fallback={null}>
          <LocationDialog
            {...(edited === 'new' ? {} : { location: edited })}
            business={filters.business}
            onClose={() => setEdited(undefined)}
            onDelete={(row) => {
              setEdited(undefined)
              askToDelete([row])
            }}
          />
        </Suspense>
      ) : null}
      {deleting ? (
        <ConfirmDialog
          title={t('location_delete_title', { name: deleting.map(nameOf).join(', ') })}
          text={t('location_delete_text', { count: peopleOf(deleting) })}
          verb={t('location_delete')}
          onConfirm={async () => {
            await remove(deleting)
            choice.clear()
          }}
          onClose={() => setDeleting(undefined)}
        />
      ) : null}
    </div>
  )
}
