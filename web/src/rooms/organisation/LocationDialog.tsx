import { encodeName } from '@cutaway/contract/administration/encoded-name.ts'
import { LocationFields } from '@cutaway/contract/full/rooms/organisation/locations.ts'
import {
  addLocations,
  checkLocationNameAlreadyExists,
  type Location,
  updateLocation,
} from '@cutaway/contract/rooms/organisation/locations.ts'
import { getLocation } from '@cutaway/contract/rooms/organisation/several-locations.ts'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { call, send } from '../../core/api.ts'
import { useChange } from '../../core/change.ts'
import { isolated } from '../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { useSite } from '../../core/session.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Checkbox } from '../../ui/form/Choice.tsx'
import { TextInput } from '../../ui/form/Field.tsx'
import { FieldError } from '../sites/FieldError.tsx'
import { AddressFields, useAddressLabels } from '../sites/form/AddressFields.tsx'
import { FormDialog, FormPair } from '../sites/form/FormDialog.tsx'
import { merge } from '../sites/form/merge.ts'
import { PhoneField } from '../sites/form/PhoneField.tsx'
import { useSchemaForm } from '../sites/form/useSchemaForm.tsx'
import { useUnique } from '../sites/form/useUnique.ts'
import { Gone } from './Gone.tsx'
import { address, type Fields, fieldsOf } from './location-form.ts'
import { LocationConflict } from './LocationConflict.tsx'
import { placeKeys, useRegionNames } from './places.ts'
import classes from './Places.module.css'

/** A location as it is now, and who deleted it. */
type LocationNow = Location & { deleted_by: string }

/** Adds a location to a business, or edits one. */
export default function LocationDialog({
  location: edited,
  business,
  onClose,
  onDelete,
  onRestore,
}: {
  location?: Location
  /** The chosen business; empty for the own one. */
  business: string
  onClose: () => void
  onDelete: (location: Location) => void
  /** Restores a location that someone else deleted meanwhile; returns whether it was restored. */
  onRestore: (location: Location) => Promise<boolean>
}) {
  const t = useTexts()
  const { dateTime } = useFormat()
  const site = useSite()
  const change = useChange(...placeKeys)
  /** What the changes are based on: the location as it was opened, or as someone else saved it since. */
  const [location, setLocation] = useState(edited)
  const [theirs, setTheirs] = useState<LocationNow>()
  const initial = fieldsOf(location, site.country_code_iso.toUpperCase())
  const [country, setCountry] = useState(initial.country_code)
  const ofBusiness = location
    ? { businessentity_id: location.businessentity_id }
    : business
      ? { businessentity_id: business }
      : {}
  const regions = useRegionNames(location ? String(location.businessentity_id) : business)
  const addressLabels = useAddressLabels(address, country)
  const labels = {
    businessentity_location_name: t('name'),
    store_number: t('store_number'),
    account_number: t('account_number'),
    business_unit: t('business_unit'),
    location_class_ids: t('nav_regions'),
    ...addressLabels,
    businessentity_phone: t('phone_number'),
  }
  const form = useSchemaForm({
    schema: LocationFields,
    initial,
    labels,
    missing: { businessentity_location_name: 'location_name_missing', country_code: 'location_country_missing' },
    refusals: { location_name_exists: 'businessentity_location_name', location_needs_region: 'location_class_ids' },
    save: async (fields) => {
      const body = { ...fields, businessentity_location_name: encodeName(fields.businessentity_location_name) }
      if (!location) return send(addLocations, { body: { ...body, ...ofBusiness } })
      const { id, version } = location
      const answer = await send(updateLocation, { body: { ...body, id, version } })
      if (answer.message === 'location_changed_meanwhile' || answer.message === 'location_was_deleted')
        setTheirs(await call(getLocation, { params: { id } }))
      return answer
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
  /** Goes on from what someone else saved, with other values in the form. */
  const continueFrom = (saved: Location, next: Fields) => {
    form.form.resetDirty(fieldsOf(saved, ''))
    form.form.setValues(next)
    form.settle()
    setLocation(saved)
    setTheirs(undefined)
  }
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
      {location && theirs?.active === 0 ? (
        <Gone
          text={t('location_gone', { name: isolated(theirs.deleted_by), when: dateTime(theirs.deleted_at ?? '') })}
          onRestore={() =>
            void onRestore(theirs).then((isRestored) =>
              isRestored ? continueFrom({ ...theirs, active: 1, deleted_at: null }, values) : undefined,
            )
          }
        />
      ) : null}
      {location && theirs?.active === 1 ? (
        <LocationConflict
          labels={labels}
          regions={regions}
          merged={merge(fieldsOf(location, ''), values, fieldsOf(theirs, ''))}
          mine={values}
          theirs={fieldsOf(theirs, '')}
          onContinue={(next) => continueFrom(theirs, next)}
        />
      ) : null}
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
