import type { UserRow } from '@cutaway/contract/rooms/users/users.ts'
import { IconFileImport, IconPlus, IconShieldCog, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { isolated } from '../../core/i18n/format.ts'
import { useFormat, useTag, useTexts } from '../../core/i18n/i18n.ts'
import { useMay } from '../../core/session.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Switch } from '../../ui/form/Choice.tsx'
import { FilterMenu } from '../../ui/form/FilterMenu.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { ExportButton } from '../../ui/table/ExportButton.tsx'
import { ListCard } from '../../ui/table/ListCard.tsx'
import { useChoice } from '../../ui/table/useChoice.ts'
import { useListState } from '../../ui/table/useListState.ts'
import { BulkActions } from './manage/BulkActions.tsx'
import { userColumns } from './manage/user-columns.tsx'
import { listDefaults, loadUsers, nameOf, type UserLists, useUserLists, useUsers } from './manage/users.ts'
import classes from './manage/Users.module.css'
import { useUserActions } from './manage/useUserActions.ts'
import type { UserTab } from './manage/useUserForm.ts'

const UserDialog = lazy(async () => ({ default: (await import('./manage/UserDialog.tsx')).UserDialog }))
const MoveDialog = lazy(() => import('./manage/MoveDialog.tsx'))
const DefaultPermissions = lazy(async () => ({
  default: (await import('./rights/DefaultPermissions.tsx')).DefaultPermissions,
}))

type Opened =
  | { kind: 'user'; id: number | undefined; tab: UserTab }
  | { kind: 'defaults' }
  | { kind: 'password' | 'move'; users: readonly UserRow[] }

const idOf = ({ id }: UserRow) => id
/** Returns whether there is more than one place to which a user can be moved. */
const hasChoice = ({ locations, regions }: UserLists) => locations.length > 1 || regions.length > 1

/** The users in the caller's reach: the list, and the dialogs that change it. */
export default function ManageUsersPage() {
  const t = useTexts()
  const tag = useTag()
  const format = useFormat()
  const maySetRights = useMay('manage_permissions')
  const list = useListState(listDefaults)
  const query = useUsers(list)
  const { data: lists } = useUserLists()
  const actions = useUserActions()
  const [opened, open] = useState<Opened | null>(null)
  const close = () => open(null)
  const edit = ({ id }: UserRow) => open({ kind: 'user', id, tab: 'details' })
  const choice = {
    ...useChoice(idOf, nameOf, JSON.stringify([list.search, list.filters])),
    canChoose: (user: UserRow) => user.may_edit === 1,
  }

  const roleName = (accessId: number) => tag(`role_${accessId}`)
  const columns = userColumns(t, {
    role: roleName,
    format,
    withBusiness: (lists?.businesses.length ?? 0) > 1,
    onOpen: edit,
    rowActions: {
      actions,
      onEdit: edit,
      onPermissions: maySetRights ? ({ id }) => open({ kind: 'user', id, tab: 'permissions' }) : undefined,
      onRequirePassword: (user) => open({ kind: 'password', users: [user] }),
    },
  })
  const filter = (name: keyof typeof list.filters, label: string, values: { value: string; label: string }[]) => (
    <FilterMenu
      label={label}
      value={list.filters[name]}
      values={[{ value: '', label: t('filter_all') }, ...values]}
      onChange={(value) => list.change({ filters: { [name]: value } })}
    />
  )
  const add = (
    <Button
      variant="filled"
      disabled={!lists}
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => open({ kind: 'user', id: undefined, tab: 'details' })}
    >
      {t('user_add')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('nav_users')}
        {...(lists
          ? {
              subtitle: t('users_in_locations', {
                people: t('users_people', { count: lists.total }),
                locations: t('users_locations', { count: lists.locations.length }),
              }),
            }
          : {})}
        actions={
          <>
            <Button component={Link} to={paths.userImport} leftSection={<IconFileImport size={16} stroke={1.75} />}>
              {t('import_button')}
            </Button>
            <ExportButton name="users" columns={columns} load={() => loadUsers(list)} />
            {maySetRights ? (
              <Button
                disabled={!lists}
                leftSection={<IconShieldCog size={16} stroke={1.75} />}
                onClick={() => open({ kind: 'defaults' })}
              >
                {t('permissions_default')}
              </Button>
            ) : null}
            {add}
          </>
        }
      />
      <ListCard
        caption={t('nav_users')}
        list={list}
        query={query}
        columns={columns.filter(({ id }) => id !== 'email')}
        rowId={idOf}
        searchLabel={t('users_search')}
        filters={
          <>
            {filter(
              'location',
              t('user_location'),
              (lists?.locations ?? []).map((l) => ({ value: String(l.id), label: l.businessentity_location_name })),
            )}
            {filter(
              'region',
              t('user_region'),
              (lists?.regions ?? []).map((r) => ({ value: String(r.id), label: r.class_name })),
            )}
            {filter(
              'role',
              t('user_role'),
              (lists?.roles ?? []).map((r) => ({ value: String(r.user_access_id), label: roleName(r.user_access_id) })),
            )}
            {filter(
              'status',
              t('status'),
              ['active', 'invited', 'locked'].map((value) => ({ value, label: t(`user_status_${value}`) })),
            )}
            {(lists?.businesses.length ?? 0) > 1
              ? filter(
                  'business',
                  t('user_business'),
                  lists!.businesses.map((b) => ({ value: String(b.id), label: b.business_name })),
                )
              : null}
          </>
        }
        end={
          <Switch
            label={t('show_deleted')}
            checked={list.filters.deleted === 'On'}
            onChange={({ currentTarget }) =>
              list.change({ filters: { deleted: currentTarget.checked ? 'On' : 'Off' } })
            }
          />
        }
        choice={choice}
        bulk={
          <BulkActions
            chosen={choice.chosen}
            actions={actions}
            onMove={lists && hasChoice(lists) ? (users) => open({ kind: 'move', users }) : undefined}
            onRequirePassword={(users) => open({ kind: 'password', users })}
            onRemoved={choice.clear}
          />
        }
        onOpen={(user) => {
          if (user.may_edit === 1 && user.status !== 'deleted') edit(user)
        }}
        {...(opened?.kind === 'user' && opened.id !== undefined ? { selected: opened.id } : {})}
        isMuted={(user) => user.status === 'deleted'}
        empty={
          <EmptyState heading="h2" icon={IconUsers} title={t('users_none')} text={t('users_none_text')} action={add} />
        }
        failed={t('users_not_loaded')}
      />
      <Suspense fallback={null}>
        {opened?.kind === 'user' && lists ? (
          <UserDialog id={opened.id} lists={lists} tab={opened.tab} onClose={close} />
        ) : null}
        {opened?.kind === 'move' && lists ? (
          <MoveDialog
            users={opened.users}
            lists={lists}
            onMove={async (users, to) => {
              const isMoved = await actions.move(users, to)
              if (isMoved) choice.clear()
              return isMoved
            }}
            onClose={close}
          />
        ) : null}
        {opened?.kind === 'defaults' && lists ? (
          <DefaultPermissions
            roles={lists.roles.filter((role) => role.selectable === 1)}
            businesses={lists.businesses}
            onClose={close}
          />
        ) : null}
      </Suspense>
      {opened?.kind === 'password' ? (
        <ConfirmDialog
          title={
            opened.users.length === 1 && opened.users[0]
              ? t('user_require_password_of', { name: isolated(nameOf(opened.users[0])) })
              : t('user_require_password_title', { count: opened.users.length })
          }
          text={t('user_require_password_text')}
          verb={t('user_require_password')}
          loses={false}
          onClose={close}
          onConfirm={async () => {
            await actions.requirePassword(opened.users)
          }}
        />
      ) : null}
    </div>
  )
}
