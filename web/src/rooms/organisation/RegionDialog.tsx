import { RegionFields } from '@cutaway/contract/full/rooms/organisation/regions.ts'
import {
  addClass,
  checkRegionNameAlreadyExists,
  getRegion,
  type Region,
  updateClass,
} from '@cutaway/contract/rooms/organisation/regions.ts'
import { useState } from 'react'
import { call, send } from '../../core/api.ts'
import { useChange } from '../../core/change.ts'
import { isolated } from '../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { TextInput } from '../../ui/form/Field.tsx'
import { FieldError } from '../sites/FieldError.tsx'
import { Conflict } from '../sites/form/Conflict.tsx'
import { FormDialog } from '../sites/form/FormDialog.tsx'
import { useSchemaForm } from '../sites/form/useSchemaForm.tsx'
import { useUnique } from '../sites/form/useUnique.ts'
import { Gone } from './Gone.tsx'
import { placeKeys } from './places.ts'

/** A region as it is now, and who deleted it. */
type RegionNow = Region & { deleted_by: string }

/** Adds a region to a business, or renames one. */
export default function RegionDialog({
  region,
  business,
  onClose,
  onRestore,
}: {
  region?: Region
  /** The chosen business; empty for the own one. */
  business: string
  onClose: () => void
  /** Restores a region that someone else deleted meanwhile; returns whether it was restored. */
  onRestore: (region: Region) => Promise<boolean>
}) {
  const t = useTexts()
  const { dateTime } = useFormat()
  const change = useChange(...placeKeys)
  /** The name on which the change is based: as it was opened, or as another user saved it since. */
  const [old, setOld] = useState(region?.class_name ?? '')
  const [theirs, setTheirs] = useState<RegionNow>()
  const ofBusiness = business === '' ? {} : { businessentity_id: business }
  const form = useSchemaForm({
    schema: RegionFields,
    initial: { class_name: old },
    labels: { class_name: t('name') },
    missing: { class_name: 'region_name_missing' },
    refusals: { region_name_exists: 'class_name' },
    save: async (fields) => {
      if (!region) return send(addClass, { body: { ...fields, ...ofBusiness } })
      const { id } = region
      const answer = await send(updateClass, { body: { ...fields, id, old_class_name: old } })
      if (answer.message === 'region_changed_meanwhile' || answer.message === 'region_was_deleted')
        setTheirs(await call(getRegion, { params: { id } }))
      return answer
    },
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
  /** Goes on from the name that another user saved, with another one in the form. */
  const continueFrom = (saved: Region, next: string) => {
    form.form.resetDirty({ class_name: saved.class_name })
    form.form.setValues({ class_name: next })
    form.settle()
    setOld(saved.class_name)
    setTheirs(undefined)
  }
  return (
    <FormDialog
      title={region ? t('region_edit', { name: old }) : t('region_add')}
      size="sm"
      form={form}
      verb={t(region ? 'save_changes' : 'region_add')}
      reason={taken && t('choose_another_name')}
      onClose={onClose}
    >
      {theirs?.active === 0 ? (
        <Gone
          text={t('region_gone', { name: isolated(theirs.deleted_by), when: dateTime(theirs.deleted_at ?? '') })}
          onRestore={() =>
            void onRestore(theirs).then((isRestored) => (isRestored ? continueFrom(theirs, class_name) : undefined))
          }
        />
      ) : null}
      {theirs?.active === 1 ? (
        <Conflict
          rows={[{ label: t('name'), theirs: theirs.class_name, mine: class_name === old ? undefined : class_name }]}
          onTheirs={() => continueFrom(theirs, theirs.class_name)}
          onMine={() => continueFrom(theirs, class_name)}
        />
      ) : null}
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
