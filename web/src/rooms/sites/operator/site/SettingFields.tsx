import { settingOptions, type SettingName } from '@cutaway/contract/administration/web-site-options.ts'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { NativeSelect, TextInput } from '../../../../ui/form/Field.tsx'
import { FormPair } from '../../form/FormDialog.tsx'
import { type FieldsProps, useErrorOf } from './fields.tsx'
import classes from './WebSite.module.css'

/** The settings of the declared catalogue, each with its line of meaning, and the defaults of films and trials. */
export function SettingFields({ form, values }: FieldsProps) {
  const t = useTexts()
  const errorOf = useErrorOf(form)
  const set = (name: SettingName, value: unknown) =>
    form.form.setFieldValue('settings', { ...values.settings, [name]: value })
  const number = (name: 'free_trail_time' | 'free_trail_limit') => ({
    ...form.field(name),
    type: 'number',
    inputMode: 'numeric' as const,
    value: (Number.isNaN(values[name]) ? '' : values[name]) as never,
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) =>
      form.form.setFieldValue(name, currentTarget.valueAsNumber),
  })
  return (
    <>
      <FormPair>
        <NativeSelect
          data={['narrated', 'interactive'].map((value) => ({ value, label: t(`site_video_${value}`) }))}
          {...form.field('default_video_type')}
        />
        <NativeSelect
          data={['', 'front_view', 'top_view', 'other'].map((value) => ({
            value,
            label: t(`site_layout_${value || 'none'}`),
          }))}
          {...form.field('vehicle_layout_view')}
        />
      </FormPair>
      <TextInput maxLength={80} autoComplete="off" dir="auto" {...form.field('free_trial_label')} />
      <FormPair>
        <TextInput min={60} max={86_400} {...number('free_trail_time')} />
        <TextInput min={1} max={100} {...number('free_trail_limit')} />
      </FormPair>
      <hr className={classes.line} />
      {settingOptions.map((option, index) => {
        const { name } = option
        const value = values.settings[name]
        const isUnused = 'feature' in option && !values.features.includes(option.feature)
        return (
          <TextInput
            key={name}
            id={index === 0 ? `${form.id}-settings` : `${form.id}-${name}`}
            label={t(`setting_${name}`)}
            description={
              <>
                {t(`setting_${name}_text`)}
                {'feature' in option ? ` ${t('site_feature_needs', { name: t(`feature_${option.feature}`) })}` : null}
              </>
            }
            order={['label', 'input', 'description', 'error']}
            autoComplete="off"
            dir="ltr"
            disabled={isUnused}
            {...(option.kind === 'number'
              ? { type: 'number', inputMode: 'numeric' as const, min: option.min, max: option.max }
              : {})}
            value={Array.isArray(value) ? value.join(' ') : (value ?? '')}
            onChange={({ currentTarget }) =>
              set(
                name,
                option.kind === 'number'
                  ? currentTarget.value === ''
                    ? null
                    : currentTarget.valueAsNumber
                  : option.kind === 'list'
                    ? currentTarget.value.split(/[\s,]+/)
                    : currentTarget.value,
              )
            }
          />
        )
      })}
      {errorOf('settings')}
    </>
  )
}
