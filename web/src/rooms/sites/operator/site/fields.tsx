import type { HostChecks } from '@cutaway/contract/rooms/sites/operator.ts'
import { currencies } from '@cutaway/contract/administration/web-site-options.ts'
import { useMemo } from 'react'
import { useLanguage, useTexts } from '../../../../core/i18n/i18n.ts'
import { zoneName, zonesWith } from '../../../../core/i18n/zones.ts'
import { Checkbox } from '../../../../ui/form/Choice.tsx'
import { NativeSelect, TextInput } from '../../../../ui/form/Field.tsx'
import { CountrySelect } from '../../contact/CountrySelect.tsx'
import { FieldError } from '../../FieldError.tsx'
import { FormPair } from '../../form/FormDialog.tsx'
import { PhoneField } from '../../form/PhoneField.tsx'
import type { SchemaForm } from '../../form/useSchemaForm.tsx'
import type { Choices } from './choices.ts'
import { ColourPreview } from './ColourPreview.tsx'
import { Features } from './Features.tsx'
import { Hosts } from './Hosts.tsx'
import { LogoField, logoUrl } from './LogoField.tsx'
import { useBrandTheme } from './useBrandTheme.ts'
import type { SiteValues } from './web-site-form.ts'
import classes from './WebSite.module.css'

export interface FieldsProps {
  form: SchemaForm<SiteValues>
  values: SiteValues
  saved: SiteValues
  choices: Choices
  /** Results of the checks of the hosts. */
  checks: HostChecks
  webSiteId: number | undefined
}

/** Returns an error of a field that has several controls. */
export function useErrorOf(form: SchemaForm<SiteValues>) {
  const t = useTexts()
  return (name: string) => {
    const error = form.form.errors[name]
    return typeof error === 'string' ? <FieldError>{t(error)}</FieldError> : undefined
  }
}

export function IdentityFields({ form, values, saved, webSiteId }: FieldsProps) {
  const t = useTexts()
  const { language_code: locale } = useLanguage()
  const errorOf = useErrorOf(form)
  const money = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'currency' })
    return currencies.map((code) => ({ value: code, label: code === 'CND' ? code : `${names.of(code)} (${code})` }))
  }, [locale])
  const { variables: colours } = useBrandTheme(values.brand_colour)
  const setColour = (colour: string) => form.form.setFieldValue('brand_colour', colour)
  return (
    <div className={classes.columns}>
      <div className={classes.fields}>
        <h2>{t('site_identity')}</h2>
        <FormPair>
          <TextInput required maxLength={80} autoComplete="off" dir="auto" {...form.field('name')} />
          <TextInput required maxLength={120} autoComplete="off" dir="auto" {...form.field('company')} />
        </FormPair>
        <FormPair>
          <TextInput
            required
            dir="ltr"
            maxLength={7}
            autoComplete="off"
            spellCheck={false}
            leftSection={
              <input
                type="color"
                className={classes.picker}
                aria-label={t('site_pick_colour')}
                value={/^#[0-9a-f]{6}$/i.test(values.brand_colour) ? values.brand_colour : '#000000'}
                onChange={({ currentTarget }) => setColour(currentTarget.value)}
              />
            }
            {...form.field('brand_colour')}
          />
          <TextInput
            required
            maxLength={3}
            autoComplete="off"
            description={t('site_mark_text')}
            order={['label', 'input', 'description', 'error']}
            {...form.field('mark')}
          />
        </FormPair>
        <LogoField
          id={form.field('logo').id}
          label={form.field('logo').label}
          value={values.logo}
          mark={values.mark}
          colours={colours}
          webSiteId={webSiteId}
          error={errorOf('logo')}
          onChange={(logo) => form.form.setFieldValue('logo', logo)}
        />
        <FormPair stacks>
          <CountrySelect
            {...form.field('country_code_iso')}
            value={values.country_code_iso.toUpperCase()}
            onChange={({ currentTarget }: React.ChangeEvent<HTMLSelectElement>) =>
              form.form.setFieldValue('country_code_iso', currentTarget.value.toLowerCase())
            }
          />
          <NativeSelect data={money} {...form.field('currency')} />
        </FormPair>
        <FormPair stacks>
          <NativeSelect
            data={zonesWith(values.time_zone).map((value) => ({ value, label: zoneName(value) }))}
            {...form.field('time_zone')}
          />
          <NativeSelect
            data={[
              { value: 'left', label: t('site_driver_left') },
              { value: 'right', label: t('site_driver_right') },
            ]}
            {...form.field('driverside')}
          />
        </FormPair>
        <Features
          id={`${form.id}-features`}
          value={values.features}
          saved={saved.features}
          onChange={(features) => form.form.setFieldValue('features', features)}
        />
      </div>
      <ColourPreview
        colour={values.brand_colour}
        name={values.name}
        mark={values.mark}
        logo={logoUrl(values.logo)}
        onUse={setColour}
      />
    </div>
  )
}

export function HostFields({ form, values, saved, checks, webSiteId }: FieldsProps) {
  const errorOf = useErrorOf(form)
  return (
    <Hosts
      id={`${form.id}-hosts`}
      value={values.hosts}
      saved={webSiteId === undefined ? [] : saved.hosts}
      webSiteId={webSiteId}
      checks={checks}
      error={errorOf('hosts')}
      onChange={(hosts) => form.form.setFieldValue('hosts', hosts)}
    />
  )
}

export function LanguageFields({ form, values, choices }: FieldsProps) {
  const t = useTexts()
  const languages = (choices?.languages ?? []).map(({ language_id, name, language_code }) => ({
    id: language_id,
    label: name,
    lang: language_code,
  }))
  const brands = (choices?.brands ?? []).map(({ brand_id, name }) => ({ id: brand_id, label: name }))
  return (
    <>
      <IdChoices form={form} name="language_ids" value={values.language_ids} options={languages} />
      <DefaultChoice form={form} name="default_lang_id" among={values.language_ids} options={languages} />
      <hr className={classes.line} />
      <IdChoices form={form} name="brand_ids" value={values.brand_ids} options={brands} />
      <DefaultChoice form={form} name="brand_id" among={values.brand_ids} options={brands} />
      <p className={classes.hint}>{t('site_languages_text')}</p>
    </>
  )
}

interface Option {
  id: number
  label: string
  lang?: string
}

function IdChoices({
  form,
  name,
  value,
  options,
}: {
  form: SchemaForm<SiteValues>
  name: 'language_ids' | 'brand_ids' | 'distributors'
  value: readonly number[]
  options: readonly Option[]
}) {
  const errorOf = useErrorOf(form)
  const { id, label } = form.field(name)
  const error = errorOf(name)
  return (
    <fieldset id={id} className={classes.fieldset} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.id}
          label={<bdi lang={option.lang}>{option.label}</bdi>}
          checked={value.includes(option.id)}
          onChange={({ currentTarget }) =>
            form.form.setFieldValue(
              name,
              currentTarget.checked ? [...value, option.id] : value.filter((one) => one !== option.id),
            )
          }
        />
      ))}
      {error ? <div id={`${id}-error`}>{error}</div> : null}
    </fieldset>
  )
}

/** One of the chosen options; a default that was taken away stays in the list until another one is chosen. */
function DefaultChoice({
  form,
  name,
  among,
  options,
}: {
  form: SchemaForm<SiteValues>
  name: 'default_lang_id' | 'brand_id'
  among: readonly number[]
  options: readonly Option[]
}) {
  const now = form.form.values[name]
  const shown = options.filter(({ id }) => among.includes(id) || id === now)
  return (
    <NativeSelect
      {...form.field(name)}
      data={shown.map(({ id, label }) => ({ value: String(id), label }))}
      value={String(now)}
      onChange={({ currentTarget }: React.ChangeEvent<HTMLSelectElement>) =>
        form.form.setFieldValue(name, Number(currentTarget.value))
      }
    />
  )
}

export function ContactFields({ form, values, choices }: FieldsProps) {
  const t = useTexts()
  const distributors = (choices?.distributors ?? []).map(({ user_id, name, web_site }) => ({
    id: user_id,
    label: t('site_distributor', { name, site: web_site }),
  }))
  return (
    <>
      <TextInput
        required
        type="email"
        dir="ltr"
        autoComplete="off"
        description={t('site_contact_email_text')}
        order={['label', 'input', 'description', 'error']}
        {...form.field('contact_email')}
      />
      <PhoneField field={form.field('contact_phone')} country={values.country_code_iso.toUpperCase()} />
      {distributors.length > 0 ? (
        <>
          <hr className={classes.line} />
          <IdChoices form={form} name="distributors" value={values.distributors} options={distributors} />
        </>
      ) : null}
    </>
  )
}
