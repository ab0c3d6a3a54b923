import type { Region } from '@cutaway/contract/rooms/organisation/regions.ts'
import { IconListCheck, IconTrash } from '@tabler/icons-react'
import type { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { MenuItem } from '../../ui/overlay/Menu.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { RowOpener } from '../../ui/table/RowOpener.tsx'
import { stateColumn } from '../../ui/table/state-column.tsx'
import classes from './Places.module.css'
import { RowActions } from './RowActions.tsx'

export interface RegionActions {
  onAssign: (row: Region) => void
  onEdit: (row: Region) => void
  onDelete: (row: Region) => void
  onRestore: (row: Region) => void
}

/** Returns the columns of the list of regions. A row opens its locations. */
export const regionColumns = (
  t: ReturnType<typeof useTexts>,
  { date, number }: ReturnType<typeof useFormat>,
  { onAssign, onEdit, onDelete, onRestore }: RegionActions,
): Column<Region>[] => [
  {
    id: 'name',
    label: t('region_column'),
    sortable: true,
    csv: (row) => row.class_name,
    cell: (row) =>
      row.active ? <RowOpener onClick={() => onAssign(row)}>{row.class_name}</RowOpener> : <bdi>{row.class_name}</bdi>,
  },
  {
    id: 'locations',
    label: t('nav_locations'),
    number: true,
    sortable: true,
    csv: (row) => row.location_count,
    cell: (row) =>
      row.active ? (
        <button
          type="button"
          className={classes.link}
          aria-label={t('region_locations_of', { name: row.class_name, number: number(row.location_count) })}
          onClick={() => onAssign(row)}
        >
          {number(row.location_count)}
        </button>
      ) : (
        number(row.location_count)
      ),
  },
  {
    id: 'people',
    label: t('people_count'),
    number: true,
    sortable: true,
    csv: (row) => row.user_count,
    cell: ({ user_count }) => number(user_count),
  },
  {
    id: 'managers',
    label: t('regional_managers'),
    number: true,
    csv: (row) => row.manager_count,
    cell: ({ manager_count }) => number(manager_count),
  },
  stateColumn(
    t('status'),
    ({ deleted_at }) =>
      deleted_at === null
        ? { kind: 'green', word: t('state_active') }
        : { word: t('state_deleted'), shown: t('deleted_on', { date: date(deleted_at) }) },
    { sortable: true },
  ),
  {
    id: 'actions',
    label: '',
    cell: (row) => (
      <RowActions
        name={row.class_name}
        isDeleted={row.active === 0}
        onEdit={() => onEdit(row)}
        onRestore={() => onRestore(row)}
      >
        <MenuItem icon={<IconListCheck size={16} stroke={1.75} aria-hidden />} onClick={() => onAssign(row)}>
          {t('region_assign')}
        </MenuItem>
        <MenuItem danger icon={<IconTrash size={16} stroke={1.75} aria-hidden />} onClick={() => onDelete(row)}>
          {t('region_delete')}
        </MenuItem>
      </RowActions>
    ),
  },
]
