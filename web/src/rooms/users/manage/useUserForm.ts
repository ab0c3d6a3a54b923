import { UserForm } from '@cutaway/contract/full/rooms/users/users.ts'
import { permissionAccess } from '@cutaway/contract/rooms/users/permissions.ts'
import {
  addUser,
  checkUsernameAlreadyExists,
  getUserData,
  updateUser,
  type UserData,
} from '@cutaway/contract/rooms/users/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { call, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { merge } from '../../sites/form/merge.ts'
import { useSchemaForm } from '../../sites/form/useSchemaForm.tsx'
import { useUnique } from '../../sites/form/useUnique.ts'
import { useRightsChoice } from '../rights/useRightsChoice.ts'
import { generatePassword } from './password.ts'
import { nameOf, usersKey, type UserLists } from './users.ts'

/** The values of the form. Selections are text, as the browser has them. */
export interface UserValues extends Record<string, unknown> {
  first_name: string
  last_name: string
  email: string
  username: string
  user_access_id: string
  businessentity_id: string
  businessentity_location_id: string
  location_class_ids: number[]
  is_employee: 0 | 1
  password: string
  send_login_detail_to_user: 0 | 1
  required_password_change: 0 | 1
}

const blank: UserValues = {
  first_name: '',
  last_name: '',
  email: '',
  username: '',
  user_access_id: '6',
  businessentity_id: '',
  businessentity_location_id: '',
  location_class_ids: [],
  is_employee: 0,
  password: '',
  send_login_detail_to_user: 0,
  required_password_change: 0,
}

const asTyped = (user: UserData): UserValues => ({
  ...blank,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  username: user.username,
  user_access_id: String(user.user_access_id),
  businessentity_id: String(user.businessentity_id ?? ''),
  businessentity_location_id: String(user.businessentity_location_id ?? ''),
  location_class_ids: user.location_class_ids.map(Number),
  is_employee: user.is_employee,
  required_password_change: user.required_password_change,
})

export type UserTab = 'details' | 'permissions'
const refusedRights = new Set(['Please choose an option', 'touch_screen_no_permissions', 'permission_not_held'])

/** Holds the dialog of a user: details and rights, which are saved together, and what someone else changed meanwhile. */
export function useUserForm({
  old: loaded,
  lists,
  first,
  onClose,
}: {
  old: UserData | undefined
  lists: UserLists
  /** The tab that is open first. */
  first: UserTab
  onClose: () => void
}) {
  const t = useTexts()
  const client = useQueryClient()
  const change = useChange(usersKey)
  const [tab, setTab] = useState(first)
  const [setsPassword, setSetsPassword] = useState(false)
  const [suggestion, setSuggestion] = useState('')
  /** What the changes are based on: the user as loaded, or as someone else saved it since. */
  const [old, setOld] = useState(loaded)
  const [theirs, setTheirs] = useState<UserData>()
  const show = (next: UserTab) => flushSync(() => setTab(next))

  const form = useSchemaForm({
    schema: UserForm,
    initial: loaded ? asTyped(loaded) : { ...blank, businessentity_id: String(lists.businesses[0]?.id ?? '') },
    labels: {
      first_name: t('user_first_name'),
      last_name: t('user_last_name'),
      email: t('email'),
      username: t('user_username'),
      user_access_id: t('user_role'),
      businessentity_id: t('user_business'),
      businessentity_location_id: t('user_location'),
      location_class_ids: t('user_regions'),
      password: t('password'),
    },
    missing: { username: 'user_username_missing' },
    refusals: {
      user_name_already_exists: 'username',
      user_role_not_allowed: 'user_access_id',
      user_email_required: 'email',
      user_location_required: 'businessentity_location_id',
      user_place_not_available: 'businessentity_location_id',
      user_region_required: 'location_class_ids',
      password_too_easy: 'password',
    },
    save: async (fields) => {
      const answer = await sent({ ...fields, ...(setsPassword ? {} : { password: '' }) })
      if (answer.status === 1) return answer
      if (answer.message === 'user_changed_meanwhile' && old)
        setTheirs(await call(getUserData, { params: { id: old.id } }))
      // A place that was deleted meanwhile is no longer a choice.
      if (answer.message === 'user_place_not_available')
        void client.invalidateQueries({ queryKey: [usersKey, 'lists'] })
      // The field with the refusal must be in the page to get the focus.
      show(refusedRights.has(answer.message) ? 'permissions' : 'details')
      return answer
    },
    onSaved: ({ notice }) => {
      onClose()
      const detail = isolated(nameOf(form.form.getValues()))
      void change(Promise.resolve({ status: 1, message: notice }), { detail })
    },
  })
  const { values } = form.form
  const role = Number(values.user_access_id)
  const business = values.businessentity_id === '' ? null : Number(values.businessentity_id)
  const isSame = old?.user_access_id === role && old.businessentity_id === business
  const rights = useRightsChoice({ id: isSame ? old.id : undefined, role, business }, tab === 'permissions')

  async function sent(fields: z.output<typeof UserForm>) {
    const permission = rights.changed
    if (old && permission && !form.form.isDirty()) {
      const { status, message, http } = await send(permissionAccess, { body: { permission, id: old.id } })
      return { status, message, http, notice: 'permissions_saved' }
    }
    const body = { ...fields, ...(permission ? { permission } : {}) }
    if (old) {
      const of = { id: old.id, old_email: old.email, version: old.version }
      const { status, message, http } = await send(updateUser, { body: { ...body, ...of } })
      return { status, message, http, notice: 'user_saved' }
    }
    const { status, message, http, data } = await send(addUser, { body })
    return { status, message, http, notice: data?.is_invited === 1 ? 'user_invited' : 'user_added' }
  }

  const { taken } = useUnique(
    values.username,
    async (username, signal) => {
      const { first_name, last_name } = form.form.getValues()
      const body = { username, first_name, last_name, ...(old ? { id: old.id } : {}) }
      const answer = await send(checkUsernameAlreadyExists, { body, signal })
      setSuggestion(answer.data?.suggestion ?? '')
      return answer.status === 1 ? answer.message : undefined
    },
    ['', old?.username ?? ''],
  )

  const set = <Name extends keyof UserValues & string>(name: Name, value: UserValues[Name]) => {
    form.form.clearFieldError(name)
    form.form.setFieldValue(name, () => value as never)
  }
  /** Goes on from what someone else saved, with other values in the form. */
  const continueFrom = (saved: UserData, next: UserValues) => {
    form.form.resetDirty(asTyped(saved))
    form.form.setValues(next)
    form.settle()
    setOld(saved)
    setTheirs(undefined)
  }
  const merged = old && theirs ? merge(asTyped(old), values, asTyped(theirs)) : undefined
  return {
    old,
    form,
    set,
    rights,
    tab,
    setTab,
    setsPassword,
    /** Sets a generated password, or leaves the password to the user. */
    choosePassword: (sets: boolean) => {
      setSetsPassword(sets)
      set('password', sets ? generatePassword() : '')
      if (!old) set('required_password_change', sets ? 1 : 0)
      if (!sets) set('send_login_detail_to_user', 0)
    },
    /** Sends the form. Shows the tab with the fields first if they are not valid, or the one with the rights. */
    submit: (event?: React.FormEvent<HTMLFormElement>) => {
      event?.preventDefault()
      if (!UserForm.safeParse(values).success) show('details')
      else if (rights.changed?.length === 0) {
        show('permissions')
        toast('Please choose an option', { kind: 'warning' })
        return
      }
      form.submit(event)
    },
    isTaken: taken !== undefined || form.form.errors['username'] === 'user_name_already_exists',
    suggestion,
    /** What someone else changed meanwhile. */
    conflict:
      merged && theirs
        ? {
            fields: merged.theirs,
            theirs: asTyped(theirs),
            takeTheirs: () => continueFrom(theirs, asTyped(theirs)),
            keepMine: () => continueFrom(theirs, merged.values),
          }
        : undefined,
  }
}
export type UserFormModel = ReturnType<typeof useUserForm>
