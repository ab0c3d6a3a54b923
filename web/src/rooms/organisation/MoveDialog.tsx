import type { Location } from '@cutaway/contract/rooms/organisation/locations.ts'
import { useState } from 'react'
import { isolated } from '../../core/i18n/format.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { Button } from '../../ui/form/Button.tsx'
import { NativeSelect } from '../../ui/form/Field.tsx'
import { Dialog, FooterNote } from '../../ui/overlay/Dialog.tsx'
import { useRegionNames } from './places.ts'

/** A regional manager cannot take a location out of all regions, as it would be out of the own reach. */
const regionalManager = 4

/** Chooses the one region of several locations. */
export default function MoveDialog({
  rows,
  onMove,
  onClose,
}: {
  rows: readonly Location[]
  /** Undefined: no region. Returns whether the locations were moved. */
  onMove: (regionId: number | undefined) => Promise<boolean>
  onClose: () => void
}) {
  const t = useTexts()
  const { user } = useSignedIn()
  const regions = useRegionNames(String(rows[0]?.businessentity_id ?? ''))
  const [region, setRegion] = useState('')
  const [isMoving, setMoving] = useState(false)
  const none = user.user_access_id === regionalManager ? [] : [{ value: 'none', label: t('locations_move_none') }]
  const [only] = rows
  const what =
    rows.length === 1 && only
      ? isolated(only.businessentity_location_name)
      : t('locations_count', { count: rows.length })
  const move = async () => {
    setMoving(true)
    if (await onMove(region === 'none' ? undefined : Number(region))) onClose()
    else setMoving(false)
  }
  return (
    <Dialog
      size="sm"
      title={t('locations_move_title', { what })}
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="filled" disabled={region === ''} loading={isMoving} onClick={() => void move()}>
            {t('locations_move_verb')}
          </Button>
        </>
      }
    >
      <NativeSelect
        data-autofocus
        label={t('region_column')}
        description={t('locations_move_text')}
        value={region}
        data={[
          { value: '', label: t('locations_move_choose') },
          ...regions.map(({ id, class_name }) => ({ value: String(id), label: class_name })),
          ...none,
        ]}
        onChange={({ currentTarget }) => setRegion(currentTarget.value)}
      />
    </Dialog>
  )
}
