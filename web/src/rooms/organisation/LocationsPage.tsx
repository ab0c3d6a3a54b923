import type { Location } from '@cutaway/contract/rooms/organisation/locations.ts'
import {
  IconArrowBackUp,
  IconBuildingStore,
  IconFileImport,
  IconMapPin,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { runsSubscription, useFeature, useMay, useSignedIn } from '../../core/session.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { FilterMenu } from '../../ui/form/FilterMenu.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { ExportButton } from '../../ui/table/ExportButton.tsx'
import { ListCard } from '../../ui/table/ListCard.tsx'
import { useChoice } from '../../ui/table/useChoice.ts'
import { useListState } from '../../ui/table/useListState.ts'
import { locationColumns, shownColumns } from './location-columns.tsx'
import { BusinessFilter, DeletedSwitch } from './PlaceFilters.tsx'
import { loadLocations, type LocationFilters, type LocationSort, useLocations, useRegionNames } from './places.ts'
import classes from './Places.module.css'
import { useLocationActions } from './useLocationActions.ts'

const LocationDialog = lazy(() => import('./LocationDialog.tsx'))
const MoveDialog = lazy(() => import('./MoveDialog.tsx'))

const sorts: LocationSort[] = ['name', 'store', 'city', 'phone', 'state', 'people']
const defaults = {
  sort: { by: 'name', descending: false },
  sorts,
  filters: { region: '', business: '', deleted: 'Off' } satisfies LocationFilters as LocationFilters,
}
const rowId = ({ id }: Location) => id
const nameOf = (row: Location) => row.businessentity_location_name

type Opened =
  { kind: 'add' | 'limit' } | { kind: 'edit'; row: Location } | { kind: 'delete' | 'move'; rows: readonly Location[] }
/** Returns whether the page of the plan is for this user: the administrator of the business, where the site sells plans. */
function useMayChangePlan(): boolean {
  const { user } = useSignedIn()
  const isSold = useFeature('billing_details')
  return useMay('show_manage_billing_plan') && isSold && runsSubscription(user)
}
const peopleOf = (rows: readonly Location[]) => rows.reduce((sum, { user_count }) => sum + user_count, 0)

/** Manages the locations of the business, within the limit of its subscription. */
export default function LocationsPage() {
  const t = useTexts()
  const format = useFormat()
  const mayManageUsers = useMay('manage_users')
  const mayViewReports = useMay('view_reports')
  const mayChangePlan = useMayChangePlan()
  const list = useListState(defaults)
  const { filters } = list
  const asked = { ...list.asked, sort: list.asked.sort as LocationSort }
  const query = useLocations(asked, filters)
  const regions = useRegionNames(filters.business)
  const actions = useLocationActions()
  const [opened, open] = useState<Opened>()
  const close = () => open(undefined)
  const choice = useChoice(rowId, nameOf, JSON.stringify([list.search, filters]))
  const { data } = query
  const isFull = data !== undefined && data.most > 0 && data.used >= data.most
  // Without people nothing but the location is gone, and it can be restored.
  const askToDelete = (rows: readonly Location[]) => {
    if (peopleOf(rows) > 0) open({ kind: 'delete', rows })
    else void actions.remove(rows).then(choice.clear)
  }
  const edit = (row: Location) => open({ kind: 'edit', row })
  const restore = (row: Location) => actions.restore([row])
  const addButton = (variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => open({ kind: isFull ? 'limit' : 'add' })}
    >
      {t('location_add')}
    </Button>
  )
  const columns = locationColumns(t, format, {
    onEdit: edit,
    onDelete: (row) => askToDelete([row]),
    onRestore: (row) => void restore(row),
    mayRestore: !isFull,
    mayManageUsers,
    mayViewReports,
    sendsOf: ({ id }) => data?.sends.get(id) ?? 0,
  })
  const inUse = choice.chosen.filter(({ active }) => active === 1)
  const gone = choice.chosen.filter(({ active }) => active === 0)
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
          <>
            {gone.length > 0 ? (
              <Button
                size="xs"
                leftSection={<IconArrowBackUp size={15} stroke={1.75} className="flip" />}
                onClick={() => void actions.restore(gone).then((isDone) => (isDone ? choice.clear() : undefined))}
              >
                {t('row_restore')}
              </Button>
            ) : null}
            {regions.length > 0 ? (
              <Button
                size="xs"
                disabled={inUse.length === 0}
                leftSection={<IconMapPin size={15} stroke={1.75} />}
                onClick={() => open({ kind: 'move', rows: inUse })}
              >
                {t('locations_move')}
              </Button>
            ) : null}
            <Button
              size="xs"
              disabled={inUse.length === 0}
              leftSection={<IconTrash size={15} stroke={1.75} />}
              onClick={() => askToDelete(inUse)}
            >
              {t('row_delete')}
            </Button>
          </>
        }
        onOpen={(row) => (row.active ? edit(row) : undefined)}
        isMuted={({ active }) => active === 0}
        {...(opened?.kind === 'edit' ? { selected: opened.row.id } : {})}
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
        note={
          isFull ? (
            <>
              {t('locations_full', { count: data.most })}
              {mayChangePlan ? (
                <Link className={classes.planLink} to={paths.switchPlan}>
                  {t('location_switch_plan')}
                </Link>
              ) : null}
            </>
          ) : undefined
        }
      />
      <Suspense fallback={null}>
        {opened?.kind === 'add' || opened?.kind === 'edit' ? (
          <LocationDialog
            {...(opened.kind === 'edit' ? { location: opened.row } : {})}
            business={filters.business}
            onClose={close}
            onDelete={(row) => {
              close()
              askToDelete([row])
            }}
            onRestore={restore}
          />
        ) : null}
        {opened?.kind === 'move' ? (
          <MoveDialog
            rows={opened.rows}
            onMove={async (region) => {
              const isMoved = await actions.move(opened.rows, region)
              if (isMoved) choice.clear()
              return isMoved
            }}
            onClose={close}
          />
        ) : null}
      </Suspense>
      {opened?.kind === 'limit' && data ? (
        <Dialog
          size="sm"
          title={t('location_limit_title')}
          onClose={close}
          footer={
            <>
              <Button onClick={close}>{t('close')}</Button>
              {mayChangePlan ? (
                <Button component={Link} to={paths.switchPlan} variant="filled">
                  {t('location_switch_plan')}
                </Button>
              ) : null}
            </>
          }
        >
          <div className={classes.paragraphs}>
            <p>{t('locations_full', { count: data.most })}</p>
            <p>{t('location_limit_text')}</p>
          </div>
        </Dialog>
      ) : null}
      {opened?.kind === 'delete' ? (
        <ConfirmDialog
          title={t('location_delete_title', { name: actions.of(opened.rows) })}
          text={t('location_delete_text', { count: peopleOf(opened.rows) })}
          verb={t('location_delete')}
          onConfirm={async () => {
            await actions.remove(opened.rows)
            choice.clear()
          }}
          onClose={close}
        />
      ) : null}
    </div>
  )
}
