import { BusinessFields } from '@cutaway/contract/full/rooms/organisation/businesses.ts'
import { addBusiness, type BusinessData, updateBusiness } from '@cutaway/contract/rooms/organisation/businesses.ts'
import { useState } from 'react'
import { send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { FormDialog, FormPair } from '../../sites/form/FormDialog.tsx'
import { SavedMeanwhile } from '../../sites/form/SavedMeanwhile.tsx'
import { useSchemaForm } from '../../sites/form/useSchemaForm.tsx'
import classes from './Businesses.module.css'
import { useManagedSites } from './businesses.ts'

type Fields = Omit<BusinessFields, 'business_type'> & { business_type: string } & Record<string, unknown>

const fieldsOf = (business: BusinessData | undefined): Fields => ({
  business_name: business?.business_name ?? '',
  business_type: business?.business_type ?? 'dealership',
  max_locations: business?.max_locations ?? 1,
  embed_limit: business === undefined ? 0 : business.embed_limit,
  embed_limit_of_user: business === undefined ? 0 : business.embed_limit_of_user,
})

const types = BusinessFields.shape.business_type.options

/** Adds a business to a web site, or edits its name and limits. */
export default function BusinessDialog({
  business: given,
  webSiteId,
  onInvite,
  onClose,
}: {
  business?: BusinessData
  /** The web site that the list is limited to. */
  webSiteId?: number | undefined
  /** After adding: goes on to the invitation of the first administrator. */
  onInvite?: (business: BusinessData) => void
  onClose: () => void
}) {
  const t = useTexts()
  const own = useSite()
  const sites = useManagedSites()
  const change = useChange('businesses', 'web-sites')
  const [site, setSite] = useState(webSiteId ?? own.web_site_id)
  /** The state that the form builds on; that of another operator once their changes are kept. */
  const [business, setBusiness] = useState(given)
  const [theirs, setTheirs] = useState<BusinessData>()
  const form = useSchemaForm({
    schema: BusinessFields,
    initial: fieldsOf(given) as Fields & BusinessFields,
    labels: {
      business_name: t('name'),
      business_type: t('business_kind'),
      max_locations: t('business_max_locations'),
      embed_limit: t('business_embed_limit'),
      embed_limit_of_user: t('business_embed_limit_of_user'),
    },
    refusals: { business_name_exists: 'business_name', business_has_more_locations: 'max_locations' },
    save: async (fields) => {
      if (!business) return send(addBusiness, { body: { ...fields, web_site_id: site } })
      const { web_site_id, businessentity_id, version } = business
      const answer = await send(updateBusiness, { body: { ...fields, web_site_id, businessentity_id, version } })
      if (answer.message === 'business_changed' && answer.data) setTheirs(answer.data)
      return answer
    },
    onSaved: (answer) => {
      onClose()
      void change(Promise.resolve(answer), { detail: answer.data?.business_name })
      if (!given && answer.data) onInvite?.(answer.data)
    },
  })
  const { values, setFieldValue } = form.form
  const count = (name: 'max_locations' | 'embed_limit' | 'embed_limit_of_user') => {
    const value = values[name]
    return {
      ...form.field(name),
      type: 'number',
      inputMode: 'numeric' as const,
      value: (value === null || Number.isNaN(value) ? '' : value) as never,
      onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) =>
        setFieldValue(name, currentTarget.valueAsNumber as never),
    }
  }
  const embeds = (name: 'embed_limit' | 'embed_limit_of_user') => (
    <div className={classes.limit}>
      <TextInput min={0} max={100_000} disabled={values[name] === null} {...count(name)} />
      <Checkbox
        label={t('embeds_unlimited')}
        aria-label={`${t(`business_${name}`)}: ${t('embeds_unlimited')}`}
        checked={values[name] === null}
        onChange={({ currentTarget }) => setFieldValue(name, (currentTarget.checked ? null : 0) as never)}
      />
    </div>
  )
  return (
    <FormDialog
      title={given ? t('business_edit', { name: given.business_name }) : t('business_add')}
      form={form}
      verb={t(given ? 'save_changes' : 'business_add')}
      reason={theirs && t('business_changed')}
      onClose={onClose}
    >
      {theirs ? (
        <SavedMeanwhile
          onTheirs={() => {
            form.form.setValues(fieldsOf(theirs) as never)
            setBusiness(theirs)
            setTheirs(undefined)
          }}
          onMine={() => {
            setBusiness(theirs)
            setTheirs(undefined)
          }}
        >
          {t('business_changed_text', { name: theirs.business_name, most: theirs.max_locations })}
        </SavedMeanwhile>
      ) : null}
      {given ? null : (
        <NativeSelect
          label={t('operator_web_site')}
          data={sites.map(({ web_site_id, name }) => ({ value: String(web_site_id), label: name }))}
          value={String(site)}
          onChange={({ currentTarget }) => setSite(Number(currentTarget.value))}
        />
      )}
      <FormPair>
        <TextInput
          data-autofocus
          required
          maxLength={200}
          autoComplete="off"
          dir="auto"
          {...form.field('business_name')}
        />
        <NativeSelect
          data={types.map((value) => ({ value, label: t(`business_type_${value}`) }))}
          {...form.field('business_type')}
        />
      </FormPair>
      <FormPair>
        <TextInput min={1} max={100_000} {...count('max_locations')} />
        <span />
      </FormPair>
      <FormPair>
        {embeds('embed_limit')}
        {embeds('embed_limit_of_user')}
      </FormPair>
    </FormDialog>
  )
}
