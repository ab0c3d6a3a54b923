import type { UserRow } from '@cutaway/contract/rooms/users/users.ts'
import { withCapital } from '../../../core/i18n/capital.ts'
import { initials, isolated, type Format } from '../../../core/i18n/format.ts'
import type { Translate } from '../../../core/i18n/texts.ts'
import { Tag, type TagKind } from '../../../ui/layout/Tag.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { RowOpener } from '../../../ui/table/RowOpener.tsx'
import { RowActions, type RowActionsProps } from './RowActions.tsx'
import { nameOf } from './users.ts'
import classes from './Users.module.css'

/** The columns of the list of users. */

const kinds: Record<UserRow['status'], TagKind> = {
  active: 'green',
  invited: 'yellow',
  locked: 'red',
  deleted: 'plain',
}

const regionsOf = ({ location_class }: UserRow) => location_class.map(({ label }) => label).join(', ')

/** Regional managers have no location of their own. */
const regionalManager = 4

export function userColumns(
  t: Translate,
  {
    role,
    format,
    withBusiness,
    onOpen,
    rowActions,
  }: {
    /** Returns the name of a role. */
    role: (accessId: number) => string
    format: Format
    withBusiness: boolean
    onOpen: (user: UserRow) => void
    rowActions: Omit<RowActionsProps, 'user'>
  },
): Column<UserRow>[] {
  const locationOf = (user: UserRow) => {
    if (user.user_access_id === regionalManager) return t('user_all_in_region')
    const name = user.businessentity_location_name
    return user.is_location_deleted ? t('user_location_deleted', { location: isolated(name) }) : name
  }
  return [
    {
      id: 'name',
      label: t('name'),
      sortable: true,
      csv: nameOf,
      cell: (user) => (
        <span className={classes.person}>
          <span className={classes.avatar} data-initials={initials(nameOf(user))} aria-hidden />
          <span className={classes.names}>
            {user.may_edit && user.status !== 'deleted' ? (
              <RowOpener onClick={() => onOpen(user)}>{nameOf(user)}</RowOpener>
            ) : (
              <bdi className={classes.name}>{nameOf(user)}</bdi>
            )}
            <bdi className={classes.username}>{user.username}</bdi>
          </span>
        </span>
      ),
    },
    {
      id: 'role',
      label: t('user_role'),
      sortable: true,
      csv: (user) => role(user.user_access_id),
      cell: (user) => role(user.user_access_id),
    },
    ...(withBusiness
      ? [{ id: 'business', label: t('user_business'), csv: businessOf, cell: businessOf } satisfies Column<UserRow>]
      : []),
    {
      id: 'location',
      label: t('user_location'),
      sortable: true,
      csv: (user) => user.businessentity_location_name,
      cell: (user) => <bdi>{locationOf(user) || '–'}</bdi>,
    },
    { id: 'region', label: t('user_region'), csv: regionsOf, cell: (user) => <bdi>{regionsOf(user) || '–'}</bdi> },
    {
      id: 'last_seen',
      label: t('user_last_seen'),
      sortable: true,
      csv: (user) => user.last_seen_at ?? '',
      cell: (user) => (user.last_seen_at === null ? t('user_never') : withCapital(format.seen(user.last_seen_at))),
    },
    {
      id: 'status',
      label: t('status'),
      sortable: true,
      csv: (user) => t(`user_status_${user.status}`),
      cell: (user) => (
        <span
          title={
            user.blocked_until ? t('user_blocked_until', { time: format.dateTime(user.blocked_until) }) : undefined
          }
        >
          <Tag kind={kinds[user.status]}>{t(`user_status_${user.status}`)}</Tag>
        </span>
      ),
    },
    { id: 'email', label: t('email'), csv: (user) => user.email, cell: () => null },
    { id: 'actions', label: '', cell: (user) => <RowActions user={user} {...rowActions} /> },
  ]
}

const businessOf = ({ business_name }: UserRow) => business_name
