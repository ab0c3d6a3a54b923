import type { UserRow } from '@cutaway/contract/rooms/users/users.ts'
import { useState } from 'react'
import { isolated } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { NativeSelect } from '../../../ui/form/Field.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { placeKindOf } from './place-kind.ts'
import { RegionChoice } from './RegionChoice.tsx'
import type { Places } from './useUserActions.ts'
import { nameOf, type UserLists } from './users.ts'
import classes from './Users.module.css'

/** Moves several users of one business: those at locations to another one, regional managers to other regions. */
export default function MoveDialog({
  users,
  lists,
  onMove,
  onClose,
}: {
  users: readonly UserRow[]
  lists: UserLists
  /** Returns whether the users were moved. */
  onMove: (users: readonly UserRow[], to: Partial<Places>) => Promise<boolean>
  onClose: () => void
}) {
  const t = useTexts()
  const [location, setLocation] = useState('')
  const [regions, setRegions] = useState<number[]>([])
  const [isMoving, setMoving] = useState(false)
  const [only] = users
  const what = users.length === 1 && only ? isolated(nameOf(only)) : t('users_count', { count: users.length })
  const of = (kind: string) => users.filter(({ user_access_id }) => placeKindOf(user_access_id) === kind)
  const [located, managers, placeless] = [of('location'), of('regions'), of('none')]
  const isMixed = located.length > 0 && managers.length > 0
  const businesses = new Set([...located, ...managers].map(({ businessentity_id }) => businessentity_id))
  const ofBusiness = <Place extends { businessentity_id: number }>(places: readonly Place[]) =>
    places.filter(({ businessentity_id }) => businesses.has(businessentity_id))
  if (businesses.size > 1)
    return (
      <Dialog
        size="sm"
        title={t('users_move_title', { what })}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('close')}</Button>}
      >
        <p>{t('users_move_businesses')}</p>
      </Dialog>
    )
  const move = async () => {
    setMoving(true)
    const to = {
      ...(location === '' ? {} : { businessentity_location_id: Number(location) }),
      ...(regions.length === 0 ? {} : { location_class_ids: regions }),
    }
    const moved = [...(location === '' ? [] : located), ...(regions.length === 0 ? [] : managers)]
    if (await onMove(moved, to)) onClose()
    else setMoving(false)
  }
  return (
    <Dialog
      size="sm"
      title={t('users_move_title', { what })}
      onClose={onClose}
      footer={
        <>
          <FooterNote>
            {placeless.length > 0 ? t('users_move_placeless', { count: placeless.length }) : undefined}
          </FooterNote>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="filled"
            disabled={location === '' && regions.length === 0}
            loading={isMoving}
            onClick={() => void move()}
          >
            {t('users_move')}
          </Button>
        </>
      }
    >
      <div className={classes.panel}>
        {located.length > 0 ? (
          <NativeSelect
            data-autofocus
            label={t('user_location')}
            {...(isMixed ? { description: t('users_move_located', { count: located.length }) } : {})}
            value={location}
            data={[
              { value: '', label: t(isMixed ? 'users_move_keep' : 'user_choose_location') },
              ...ofBusiness(lists.locations).map((l) => ({
                value: String(l.id),
                label: l.businessentity_location_name,
              })),
            ]}
            onChange={({ currentTarget }) => setLocation(currentTarget.value)}
          />
        ) : null}
        {managers.length > 0 ? (
          <RegionChoice
            id="move-regions"
            label={t('user_regions')}
            hint={t('users_move_managers', { count: managers.length })}
            regions={ofBusiness(lists.regions)}
            chosen={regions}
            onChange={setRegions}
          />
        ) : null}
      </div>
    </Dialog>
  )
}
