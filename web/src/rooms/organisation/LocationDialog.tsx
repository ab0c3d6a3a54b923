import { encodeName } from '@cutaway/contract/administration/encoded-name.ts'
import { LocationFields } from '@cutaway/contract/full/rooms/organisation/locations.ts'
import {
  addLocations,
  checkLocationNameAlreadyExists,
  type Location,
  updateLocation,
} from '@cutaway/contract/rooms/organisation/locations.ts'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { send } from '../../core/api.ts'
import { useChange } from '../../core/change.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSite } from '../../core/session.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Checkbox } from '../../ui/form/Choice.tsx'
import { TextInput } from '../../ui/form/Field.tsx'
import { FieldError } from '../sites/FieldError.tsx'
import { AddressFields, type AddressNames, useAddressLabels } from '../sites/form/AddressFields.tsx'
import { FormDialog, FormPair } from '../sites/form/FormDialog.tsx'
import { PhoneField } from '../sites/form/PhoneField.tsx'
import { useSchemaForm } from '../sites/form/useSchemaForm.tsx'
import { useUnique } from '../sites/form/useUnique.ts'
import { placeKeys, useRegionNames } from './places.ts'
import classes from './Places.module.css'

type Fields = Required<LocationFields> & Record<string, unknown>

const address: AddressNames<Fields> = {
  country: 'country_code',
  street: 'businessentity_street1',
  city: 'businessentity_city',
  state: 'businessentity_state',
  postcode: 'businessentity_zip',
}

const fieldsOf = (location: Location | undefined, country: string): Fields => ({
  businessentity_location_name: location?.businessentity_location_name ?? '',
  businessentity_location_type: location?.businessentity_location_type ?? '',
  country_code: location?.country_code ?? country,
  businessentity_state: location?.businessentity_state ?? '',
  businessentity_city: location?.businessentity_city ?? '',
  businessentity_zip: location?.businessentity_zip ?? '',
  businessentity_street1: location?.businessentity_street1 ?? '',
  businessentity_phone: location?.businessentity_phone ?? '',
  business_unit: location?.business_unit ?? '',
  store_number: location?.store_number ?? '',
  account_number: location?.account_number ?? '',
  location_class_ids: location?.location_class_ids ?? [],
})

/** Adds a location to a business, or edits one. */
export default function LocationDialog({
  location,
  business,
  onClose,
  onDelete,
}: {
  location?: Location
  /** The chosen business; empty for the own one. */
  business: string
  onClose: () => void
  onDelete: (location: Location) => void
}) {
  const t = useTexts()
  const site = useSite()
  const change = useChange(...placeKeys)
  const initial = fieldsOf(location, site.country_code_iso.toUpperCase())
  const [country, setCountry] = useState(initial.country_code)
  const ofBusiness = location
    ? { businessentity_id: location.businessentity_id }
    : business
      ? { businessentity_id: business }
      : {}
  const regions = useRegionNames(location ? String(location.businessentity_id) : business)
  const addressLabels = useAddressLabels(address, country)
  const form = useSchemaForm({
    schema: LocationFields,
    initial,
    labels: {
      businessentity_location_name: t('name'),
      store_number: t('store_number'),
      account_number: t('account_number'),
      business_unit: t('business_unit'),
      location_class_ids: t('nav_regions'),
      ...addressLabels,
      businessentity_phone: t('phone_number'),
    },
    missing: { businessentity_location_name: 'location_name_missing', country_code: 'location_country_missing' },
    refusals: { location_name_exists: 'businessentity_location_name', location_needs_region: 'location_class_ids' },
    save: (fields) => {
      const body = { ...fields, businessentity_location_name: encodeName(fields.businessentity_location_name) }
      return location
        ? send(updateLocation, { body: { ...body, id: location.id } })
        : send(addLocations, { body: { ...body, ...ofBusiness } })
    },
    onSaved: (answer) => {
      onClose()
      void change(Promise.resolve(answer), { detail: answer.data?.businessentity_location_name })
    },
  })
  const { values } = form.form
  if (values.country_code !== country) setCountry(values.country_code)
  const name = form.field('businessentity_location_name')
  const { taken } = useUnique(
    values.businessentity_location_name,
    async (typed, signal) => {
      const body = { businessentity_location_name: encodeName(typed), ...(location ? { id: location.id } : ofBusiness) }
      const answer = await send(checkLocationNameAlreadyExists, { body, signal })
      return answer.status === 1 ? undefined : answer.message
    },
    ['', initial.businessentity_location_name],
  )
  const optional = (field: 'store_number' | 'account_number' | 'business_unit') => {
    const props = form.field(field)
    return {
      ...props,
      label: (
        <>
          {props.label} <span className={classes.optional}>{t('value_optional')}</span>
        </>
      ),
    }
  }
  const chosen = values.location_class_ids
  const regionsError = form.form.errors['location_class_ids']
  return (
    <FormDialog
      title={location ? t('location_edit', { name: location.businessentity_location_name }) : t('location_add')}
      form={form}
      verb={t(location ? 'save_changes' : 'location_add')}
      reason={taken && t('choose_another_name')}
      start={
        location ? (
          <Button
            variant="danger-subtle"
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={() => onDelete(location)}
          >
            {t('location_delete')}
          </Button>
        ) : undefined
      }
      onClose={onClose}
    >
      <FormPair>
        <TextInput
          data-autofocus
          required
          maxLength={200}
          autoComplete="off"
          dir="auto"
          {...name}
          error={
            taken ? (
              <FieldError>{t('name_taken', { name: values.businessentity_location_name.trim() })}</FieldError>
            ) : (
              name.error
            )
          }
        />
        <TextInput maxLength={60} autoComplete="off" {...optional('store_number')} />
      </FormPair>
      <FormPair>
        <TextInput maxLength={60} autoComplete="off" {...optional('account_number')} />
        <TextInput maxLength={100} autoComplete="off" dir="auto" {...optional('business_unit')} />
      </FormPair>
      {regions.length > 0 ? (
        <fieldset
          id={form.field('location_class_ids').id}
          className={classes.regions}
          tabIndex={-1}
          aria-describedby={regionsError ? 'regions-error' : undefined}
        >
          <legend>{t('nav_regions')}</legend>
          {regions.map(({ id, class_name }) => (
            <Checkbox
              key={id}
              label={<bdi>{class_name}</bdi>}
              checked={chosen.includes(id)}
              onChange={(event) =>
                form.form.setFieldValue(
                  'location_class_ids',
                  event.currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id),
                )
              }
            />
          ))}
        </fieldset>
      ) : null}
      {typeof regionsError === 'string' ? (
        <div id="regions-error">
          <FieldError>{t(regionsError)}</FieldError>
        </div>
      ) : null}
      <hr className={classes.line} />
      <AddressFields form={form} names={address} />
      <PhoneField field={form.field('businessentity_phone')} country={values.country_code} />
    </FormDialog>
  )
}
