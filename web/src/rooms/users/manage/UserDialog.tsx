import { getUserData, type UserData } from '@cutaway/contract/rooms/users/users.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useTag, useTexts } from '../../../core/i18n/i18n.ts'
import { useMay } from '../../../core/session.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { TabPanel, Tabs } from '../../../ui/form/Tabs.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { DialogTabs } from '../../../ui/overlay/DialogTabs.tsx'
import { Conflict, type ConflictRow } from '../../sites/form/Conflict.tsx'
import { FormDialog } from '../../sites/form/FormDialog.tsx'
import { UserRights } from '../rights/UserRights.tsx'
import { UserFields } from './UserFields.tsx'
import { useUserForm, type UserFormModel, type UserTab, type UserValues } from './useUserForm.ts'
import { nameOf, type UserLists } from './users.ts'
import classes from './Users.module.css'

interface Shown {
  lists: UserLists
  /** The tab that is open first. */
  tab: UserTab
  onClose: () => void
}

/** Adds a user, or changes one: details and permissions. */
export function UserDialog({ id, ...shown }: Shown & { /** Undefined: a new user. */ id: number | undefined }) {
  return id === undefined ? <UserTabs {...shown} /> : <KnownUser id={id} {...shown} />
}

function KnownUser({ id, ...shown }: Shown & { id: number }) {
  const t = useTexts()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['one user', id],
    queryFn: ({ signal }) => call(getUserData, { params: { id }, signal }),
    gcTime: 0,
    staleTime: Infinity,
  })
  if (data) return <UserTabs loaded={data} {...shown} />
  return (
    <Dialog title={t('user_edit')} onClose={shown.onClose}>
      {error ? (
        <ErrorState
          heading="h3"
          title={t('user_not_loaded')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonText lines={6} />
      )}
    </Dialog>
  )
}

function UserTabs({ loaded, lists, tab: first, onClose }: Shown & { loaded?: UserData }) {
  const t = useTexts()
  const maySetRights = useMay('manage_permissions')
  const model = useUserForm({ old: loaded, lists, first, onClose })
  const { old, form, rights, tab } = model
  const { values } = form.form
  const title = loaded ? isolated(nameOf(loaded)) : t('user_add')
  const hasNewRights = rights.changed !== undefined
  const hasNoRight = rights.items !== undefined && rights.chosen.size === 0
  const rightsNote = hasNoRight ? t('permissions_at_least_one') : old ? t('permissions_at_once') : undefined
  const onlyRights = hasNewRights && !form.isUnsaved
  const location = lists.locations.find(({ id }) => String(id) === values.businessentity_location_id)
  return (
    <Tabs value={tab} onChange={(next) => model.setTab(next as UserTab)}>
      <FormDialog
        title={title}
        form={{ ...form, submit: model.submit, isUnsaved: form.isUnsaved || hasNewRights }}
        verb={
          old
            ? t(onlyRights ? 'permissions_save' : 'save_changes')
            : t(model.setsPassword ? 'user_add' : 'user_add_and_invite')
        }
        reason={model.isTaken ? t('user_choose_other_name') : undefined}
        note={tab === 'permissions' && !rights.isTouchScreen ? rightsNote : undefined}
        tabs={
          maySetRights ? (
            <DialogTabs
              label={title}
              tabs={[
                { value: 'details', label: t('user_details'), unsaved: tab !== 'details' && form.isUnsaved },
                {
                  value: 'permissions',
                  label: t('user_permissions'),
                  count: rights.items && t('permissions_of', { count: rights.chosen.size, all: rights.items.length }),
                  unsaved: tab !== 'permissions' && hasNewRights,
                },
              ]}
            />
          ) : undefined
        }
        onClose={onClose}
      >
        {model.conflict ? <UserConflict model={model} lists={lists} /> : null}
        {maySetRights ? (
          <>
            <TabPanel value="details" className={classes.panel}>
              <UserFields model={model} lists={lists} />
            </TabPanel>
            <TabPanel value="permissions">
              <UserRights
                rights={rights}
                user={{
                  first: values.first_name.trim() || values.username.trim(),
                  role: Number(values.user_access_id),
                  location: location?.businessentity_location_name ?? '',
                }}
              />
            </TabPanel>
          </>
        ) : (
          <UserFields model={model} lists={lists} />
        )}
      </FormDialog>
    </Tabs>
  )
}

/** What someone else changed in the same user, in words. */
function UserConflict({ model, lists }: { model: UserFormModel; lists: UserLists }) {
  const t = useTexts()
  const tag = useTag()
  const { conflict } = model
  if (!conflict) return null
  const yesOrNo = (flag: 0 | 1) => t(flag === 1 ? 'value_yes' : 'value_no')
  const words: Record<string, { label: string; of: (values: UserValues) => string }> = {
    first_name: { label: t('user_first_name'), of: (v) => v.first_name },
    last_name: { label: t('user_last_name'), of: (v) => v.last_name },
    email: { label: t('email'), of: (v) => v.email },
    username: { label: t('user_username'), of: (v) => v.username },
    user_access_id: { label: t('user_role'), of: (v) => tag(`role_${v.user_access_id}`) },
    businessentity_id: {
      label: t('user_business'),
      of: (v) => lists.businesses.find(({ id }) => String(id) === v.businessentity_id)?.business_name ?? '',
    },
    businessentity_location_id: {
      label: t('user_location'),
      of: (v) =>
        lists.locations.find(({ id }) => String(id) === v.businessentity_location_id)?.businessentity_location_name ??
        '',
    },
    location_class_ids: {
      label: t('user_regions'),
      of: (v) =>
        lists.regions
          .filter(({ id }) => v.location_class_ids.includes(id))
          .map(({ class_name }) => class_name)
          .join(', '),
    },
    is_employee: { label: t('user_is_employee'), of: (v) => yesOrNo(v.is_employee) },
    required_password_change: { label: t('user_must_change'), of: (v) => yesOrNo(v.required_password_change) },
  }
  const rows = conflict.fields.flatMap(({ name, isMine }): ConflictRow[] => {
    const field = words[name]
    if (!field) return []
    const mine = isMine ? field.of(model.form.form.values) : undefined
    return [{ label: field.label, theirs: field.of(conflict.theirs), mine }]
  })
  return <Conflict rows={rows} onTheirs={conflict.takeTheirs} onMine={conflict.keepMine} />
}
