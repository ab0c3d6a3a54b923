import { postalFormatOf } from '@cutaway/contract/administration/postal-address.ts'
import type { Location } from '@cutaway/contract/rooms/organisation/locations.ts'
import { IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { MenuItem } from '../../ui/overlay/Menu.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { RowOpener } from '../../ui/table/RowOpener.tsx'
import { stateColumn } from '../../ui/table/state-column.tsx'
import classes from './Places.module.css'
import { RowActions } from './RowActions.tsx'

export interface LocationActions {
  onEdit: (row: Location) => void
  onDelete: (row: Location) => void
  onRestore: (row: Location) => void
  /** The plan has room for another location. */
  mayRestore: boolean
  /** The person may open the list of users. */
  mayManageUsers: boolean
  /** The person may open the sent report. */
  mayViewReports: boolean
  /** Returns the sends of a location in this month. */
  sendsOf: (row: Location) => number
}

/** "418 Harbor Road, Portland, OR 97201". */
export const addressOf = (row: Location): string =>
  [
    row.businessentity_street1,
    row.businessentity_city,
    [row.businessentity_state, row.businessentity_zip].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(', ')

const regionsOf = (row: Location) => row.location_class.map(({ label }) => label).join(', ')

/** Returns the columns of the list of locations; an exported file has the parts of an address apart. */
export function locationColumns(
  t: ReturnType<typeof useTexts>,
  { date, number }: ReturnType<typeof useFormat>,
  { onEdit, onDelete, onRestore, mayRestore, mayManageUsers, mayViewReports, sendsOf }: LocationActions,
): Column<Location>[] {
  const only = (id: string, label: string, csv: (row: Location) => string): Column<Location> => ({
    id,
    label,
    csv,
    cell: () => null,
  })
  const { stateLabel } = postalFormatOf('')
  return [
    {
      id: 'name',
      label: t('location_column'),
      sortable: true,
      csv: (row) => row.businessentity_location_name,
      cell: (row) =>
        row.active ? (
          <RowOpener onClick={() => onEdit(row)}>{row.businessentity_location_name}</RowOpener>
        ) : (
          <bdi>{row.businessentity_location_name}</bdi>
        ),
    },
    {
      id: 'store',
      label: t('store_short'),
      sortable: true,
      csv: (row) => row.store_number,
      cell: ({ store_number }) => <bdi>{store_number || '–'}</bdi>,
    },
    only('account', t('account_number'), (row) => row.account_number),
    only('unit', t('business_unit'), (row) => row.business_unit),
    only('street', t('postal_street'), (row) => row.businessentity_street1),
    { id: 'city', label: t('address_whole'), sortable: true, cell: (row) => <bdi>{addressOf(row) || '–'}</bdi> },
    only('town', t('postal_city'), (row) => row.businessentity_city),
    only('region_code', t(`postal_${stateLabel}`), (row) => row.businessentity_state),
    only('zip', t('postal_postcode'), (row) => row.businessentity_zip),
    only('country', t('postal_country'), (row) => row.country_code),
    { id: 'region', label: t('region_column'), csv: regionsOf, cell: (row) => <bdi>{regionsOf(row) || '–'}</bdi> },
    {
      id: 'phone',
      label: t('phone_number'),
      csv: (row) => row.businessentity_phone,
      cell: ({ businessentity_phone: phone }) => (
        <bdi dir="ltr" className={classes.nowrap}>
          {phone || '–'}
        </bdi>
      ),
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
      id: 'people',
      label: t('people_count'),
      number: true,
      sortable: true,
      csv: (row) => row.user_count,
      cell: ({ id, active, businessentity_location_name: name, user_count: people }) =>
        mayManageUsers && active && people > 0 ? (
          <Link
            className={classes.link}
            to={`${paths.manageUsers}?location=${id}`}
            aria-label={t('location_people_of', { name, number: number(people) })}
          >
            {number(people)}
          </Link>
        ) : (
          number(people)
        ),
    },
    {
      id: 'sends',
      label: t('location_sent'),
      number: true,
      cell: (row) => {
        const sends = sendsOf(row)
        return mayViewReports && sends > 0 ? (
          <Link
            className={classes.link}
            to={`${paths.sentReport}?unit=monthly&type=email_and_sms_combined&location=${row.id}`}
            aria-label={t('location_sent_of', { name: row.businessentity_location_name, number: number(sends) })}
          >
            {number(sends)}
          </Link>
        ) : (
          number(sends)
        )
      },
    },
    {
      id: 'actions',
      label: '',
      cell: (row) => (
        <RowActions
          name={row.businessentity_location_name}
          isDeleted={row.active === 0}
          mayRestore={mayRestore}
          onEdit={() => onEdit(row)}
          onRestore={() => onRestore(row)}
        >
          <MenuItem danger icon={<IconTrash size={16} stroke={1.75} aria-hidden />} onClick={() => onDelete(row)}>
            {t('location_delete')}
          </MenuItem>
        </RowActions>
      ),
    },
  ]
}

/** The columns that exist only in exported files. */
const onlyInFiles = new Set(['account', 'unit', 'street', 'town', 'region_code', 'zip', 'country'])
export const shownColumns = (columns: readonly Column<Location>[]): Column<Location>[] =>
  columns.filter(({ id }) => !onlyInFiles.has(id))
