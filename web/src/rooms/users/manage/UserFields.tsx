import { isolated } from '../../../core/i18n/format.ts'
import { useTag, useTexts } from '../../../core/i18n/i18n.ts'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import { FormPair } from '../../sites/form/FormDialog.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import type { UserFormModel } from './useUserForm.ts'
import type { UserLists } from './users.ts'
import classes from './Users.module.css'

/** Only an enterprise user can be an employee who does not manage the subscription. */
const enterpriseUser = '3'

/** The details of a user: names, role, place and how to log in. */
export function UserFields({ model, lists }: { model: UserFormModel; lists: UserLists }) {
  const t = useTexts()
  const tag = useTag()
  const { old, set, setsPassword, isTaken, suggestion } = model
  const { field, form } = model.form
  const { values } = form
  const nameField = field('username')
  const roles = lists.roles.filter((role) => role.selectable === 1 || role.user_access_id === old?.user_access_id)
  const locations = lists.locations.filter((l) => String(l.businessentity_id) === values.businessentity_id)
  const regions = lists.regions.filter((r) => String(r.businessentity_id) === values.businessentity_id)
  return (
    <>
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
                <button type="button" className={classes.link} onClick={() => set('username', suggestion)}>
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
                : t(`about_role_${values.user_access_id}`)
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
        onRegions={(ids) => set('location_class_ids', ids)}
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
          onChange={(how) => model.choosePassword(how === 'password')}
        />
        {setsPassword ? (
          <PasswordSection
            field={field('password')}
            value={values.password}
            onChange={(password) => set('password', password)}
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
    </>
  )
}
