import {
  addUser,
  checkUsernameAlreadyExists,
  updateUser,
  UserForm,
  type UserData,
} from '@cutaway/contract/rooms/users/users.ts'
import { useState } from 'react'
import { send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useTag, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import { FormDialog, FormPair } from '../../sites/form/FormDialog.tsx'
import { useSchemaForm } from '../../sites/form/useSchemaForm.tsx'
import { useUnique } from '../../sites/form/useUnique.ts'
import { generatePassword } from './password.ts'
import { PasswordSection } from './PasswordSection.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { nameOf, usersKey, type UserLists } from './users.ts'
import classes from './Users.module.css'

const blank = {
  first_name: '',
  last_name: '',
  email: '',
  username: '',
  user_access_id: '6',
  businessentity_id: '',
  businessentity_location_id: '',
  location_class_ids: [] as number[],
  is_employee: 0 as 0 | 1,
  password: '',
  send_login_detail_to_user: 0 as 0 | 1,
  required_password_change: 0 as 0 | 1,
}

const asTyped = (user: UserData): typeof blank => ({
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  username: user.username,
  user_access_id: String(user.user_access_id),
  businessentity_id: String(user.businessentity_id ?? ''),
  businessentity_location_id: String(user.businessentity_location_id ?? ''),
  location_class_ids: user.location_class_ids.map(Number),
  is_employee: user.is_employee,
  password: '',
  send_login_detail_to_user: 0,
  required_password_change: user.required_password_change,
})

/** Only an enterprise user can be an employee who does not manage the subscription. */
const enterpriseUser = '3'

/** The form of a user. */
export function UserFields({
  old,
  lists,
  onPermissions,
  onReload,
  onClose,
}: {
  old?: UserData
  lists: UserLists
  onPermissions?: ((user: UserData) => void) | undefined
  onReload?: () => void
  onClose: () => void
}) {
  const t = useTexts()
  const tag = useTag()
  const change = useChange(usersKey)
  const [setsPassword, setSetsPassword] = useState(false)
  const [suggestion, setSuggestion] = useState('')
  const labels = {
    first_name: t('user_first_name'),
    last_name: t('user_last_name'),
    email: t('email'),
    username: t('user_username'),
    user_access_id: t('user_role'),
    businessentity_id: t('user_business'),
    businessentity_location_id: t('user_location'),
    location_class_ids: t('user_regions'),
    password: t('password'),
  }
  const own = lists.businesses[0]
  const schemaForm = useSchemaForm({
    schema: UserForm,
    initial: old ? asTyped(old) : { ...blank, businessentity_id: String(own?.id ?? '') },
    labels,
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
    save: async (values) => {
      const body = setsPassword ? values : { ...values, password: '' }
      if (old) {
        const of = { id: old.id, old_email: old.email, version: old.version }
        const { status, message, http } = await send(updateUser, { body: { ...body, ...of } })
        return { status, message, http, notice: 'user_saved' }
      }
      const { status, message, http, data } = await send(addUser, { body })
      return { status, message, http, notice: data?.is_invited === 1 ? 'user_invited' : 'user_added' }
    },
    onSaved: ({ notice }) => {
      onClose()
      const detail = isolated(nameOf(schemaForm.form.getValues()))
      void change(Promise.resolve({ status: 1, message: notice }), { detail })
    },
  })
  const { form, field } = schemaForm
  const { values } = form
  const set = <Name extends keyof typeof blank>(name: Name, value: (typeof blank)[Name]) =>
    form.setFieldValue(name, () => value as never)

  const { taken } = useUnique(
    values.username,
    async (username, signal) => {
      const { first_name, last_name } = form.getValues()
      const body = { username, first_name, last_name, ...(old ? { id: old.id } : {}) }
      const answer = await send(checkUsernameAlreadyExists, { body, signal })
      setSuggestion(answer.data?.suggestion ?? '')
      return answer.status === 1 ? answer.message : undefined
    },
    ['', old?.username ?? ''],
  )
  const isTaken = taken !== undefined || form.errors['username'] === 'user_name_already_exists'
  const nameField = field('username')

  const roles = lists.roles.filter((role) => role.selectable === 1 || role.user_access_id === old?.user_access_id)
  const locations = lists.locations.filter((l) => String(l.businessentity_id) === values.businessentity_id)
  const regions = lists.regions.filter((r) => String(r.businessentity_id) === values.businessentity_id)

  return (
    <FormDialog
      title={old ? isolated(nameOf(old)) : t('user_add')}
      form={schemaForm}
      verb={old ? t('save_changes') : setsPassword ? t('user_add') : t('user_add_and_invite')}
      reason={isTaken ? t('user_choose_other_name') : undefined}
      start={
        old && onPermissions ? (
          <Button variant="subtle" disabled={schemaForm.isUnsaved} onClick={() => onPermissions(old)}>
            {t('user_permissions')}
          </Button>
        ) : undefined
      }
      onClose={onClose}
    >
      {schemaForm.refused === t('user_changed_meanwhile') && onReload ? (
        <p className={classes.hint} role="status">
          <button type="button" className={classes.link} onClick={onReload}>
            {t('user_show_theirs')}
          </button>
        </p>
      ) : null}
      <FormPair>
        <TextInput {...field('first_name')} autoComplete="off" maxLength={200} data-autofocus />
        <TextInput {...field('last_name')} autoComplete="off" maxLength={200} />
      </FormPair>
      <TextInput {...field('email')} type="email" inputMode="email" dir="ltr" autoComplete="off" maxLength={254} />
      <TextInput
        {...nameField}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        error={
          isTaken ? (
            <FieldError>
              {t('user_name_already_exists')}{' '}
              {suggestion ? (
                <button
                  type="button"
                  className={classes.link}
                  onClick={() => {
                    form.clearFieldError('username')
                    set('username', suggestion)
                  }}
                >
                  {t('user_name_try', { name: isolated(suggestion) })}
                </button>
              ) : null}
            </FieldError>
          ) : (
            nameField.error
          )
        }
      />
      {lists.businesses.length > 1 ? (
        <NativeSelect
          {...field('businessentity_id')}
          data={lists.businesses.map(({ id, business_name }) => ({ value: String(id), label: business_name }))}
        />
      ) : null}
      <PlaceFields
        role={
          <NativeSelect
            {...field('user_access_id')}
            description={
              old && String(old.user_access_id) !== values.user_access_id
                ? t('user_new_role_hint')
                : t(`role_text_${values.user_access_id}`)
            }
            order={['label', 'input', 'description', 'error']}
            data={roles.map(({ user_access_id, name }) => ({
              value: String(user_access_id),
              label: tag(`role_${user_access_id}`) || name,
            }))}
          />
        }
        accessId={Number(values.user_access_id)}
        location={field('businessentity_location_id')}
        locationId={values.businessentity_location_id}
        locations={locations}
        regionsField={field('location_class_ids')}
        regionIds={(values.location_class_ids ?? []).map(Number)}
        regions={regions}
        onRegions={(ids) => {
          form.clearFieldError('location_class_ids')
          set('location_class_ids', ids)
        }}
      />
      {values.user_access_id === enterpriseUser ? (
        <Checkbox
          label={t('user_is_employee')}
          description={t('user_is_employee_text')}
          checked={values.is_employee === 1}
          onChange={({ currentTarget }) => set('is_employee', currentTarget.checked ? 1 : 0)}
        />
      ) : null}
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t('user_login')}</legend>
        <SegmentedControl
          label={t('user_login')}
          value={setsPassword ? 'password' : 'link'}
          segments={[
            { value: 'link', label: old ? t('user_keep_password') : t('user_by_invitation') },
            { value: 'password', label: t('user_by_password') },
          ]}
          onChange={(how) => {
            const sets = how === 'password'
            setSetsPassword(sets)
            set('password', sets ? generatePassword() : '')
            if (!old) set('required_password_change', sets ? 1 : 0)
            if (!sets) set('send_login_detail_to_user', 0)
          }}
        />
        {setsPassword ? (
          <PasswordSection
            field={field('password')}
            value={values.password}
            onChange={(password) => {
              form.clearFieldError('password')
              set('password', password)
            }}
            mailed={values.send_login_detail_to_user === 1}
            onMailed={(isMailed) => set('send_login_detail_to_user', isMailed ? 1 : 0)}
            mustChange={values.required_password_change === 1}
            onMustChange={(must) => set('required_password_change', must ? 1 : 0)}
          />
        ) : old ? (
          <Checkbox
            label={t('user_must_change')}
            checked={values.required_password_change === 1}
            onChange={({ currentTarget }) => set('required_password_change', currentTarget.checked ? 1 : 0)}
          />
        ) : (
          <p className={classes.hint}>{t('user_by_invitation_text')}</p>
        )}
      </fieldset>
    </FormDialog>
  )
}
