import { RegionFields } from '@cutaway/contract/full/rooms/organisation/regions.ts'
import {
  addClass,
  checkRegionNameAlreadyExists,
  type Region,
  updateClass,
} from '@cutaway/contract/rooms/organisation/regions.ts'
import { send } from '../../core/api.ts'
import { useChange } from '../../core/change.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { TextInput } from '../../ui/form/Field.tsx'
import { FieldError } from '../sites/FieldError.tsx'
import { FormDialog } from '../sites/form/FormDialog.tsx'
import { useSchemaForm } from '../sites/form/useSchemaForm.tsx'
import { useUnique } from '../sites/form/useUnique.ts'
import { placeKeys } from './places.ts'

/** Adds a region to a business, or renames one. */
export default function RegionDialog({
  region,
  business,
  onClose,
}: {
  region?: Region
  /** The chosen business; empty for the own one. */
  business: string
  onClose: () => void
}) {
  const t = useTexts()
  const change = useChange(...placeKeys)
  const old = region?.class_name ?? ''
  const ofBusiness = business === '' ? {} : { businessentity_id: business }
  const form = useSchemaForm({
    schema: RegionFields,
    initial: { class_name: old },
    labels: { class_name: t('name') },
    missing: { class_name: 'region_name_missing' },
    refusals: { region_name_exists: 'class_name' },
    save: (fields) =>
      region
        ? send(updateClass, { body: { ...fields, id: region.id } })
        : send(addClass, { body: { ...fields, ...ofBusiness } }),
    onSaved: (answer) => {
      onClose()
      void change(Promise.resolve(answer), { detail: answer.data?.class_name })
    },
  })
  const { class_name } = form.form.values
  const { taken } = useUnique(
    class_name,
    async (typed, signal) => {
      const body = { class_name: typed, ...(region ? { id: region.id } : ofBusiness) }
      const answer = await send(checkRegionNameAlreadyExists, { body, signal })
      return answer.status === 1 ? undefined : answer.message
    },
    ['', old],
  )
  const name = form.field('class_name')
  return (
    <FormDialog
      title={region ? t('region_edit', { name: old }) : t('region_add')}
      size="sm"
      form={form}
      verb={t(region ? 'save_changes' : 'region_add')}
      reason={taken && t('choose_another_name')}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        required
        maxLength={200}
        autoComplete="off"
        dir="auto"
        {...name}
        error={taken ? <FieldError>{t('name_taken', { name: class_name.trim() })}</FieldError> : name.error}
      />
    </FormDialog>
  )
}
