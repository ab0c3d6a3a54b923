import { getScreenPlaces, type Screen, updateScreen } from '@cutaway/contract/rooms/signage/screens.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Switch } from '../../../ui/form/Choice.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import classes from './Screens.module.css'

/** Renames and moves a screen, and switches its alerts. */
export default function EditDialog({ screen, onClose }: { screen: Screen; onClose: () => void }) {
  const t = useTexts()
  const id = useId()
  const change = useChange('screens')
  const { screen_id } = screen
  const [name, setName] = useState(screen.name)
  const [place, setPlace] = useState(screen.location_id === null ? '' : String(screen.location_id))
  const [isWatched, setWatched] = useState(screen.is_watched === 1)
  const [busy, setBusy] = useState(false)
  const places = useQuery({
    queryKey: ['screen-places'],
    queryFn: ({ signal }) => call(getScreenPlaces, { signal }),
  })
  const whole = screen.location_id === null ? [{ value: '', label: t('screen_whole_business') }] : []
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    setBusy(true)
    const body = {
      screen_id,
      name,
      is_watched: isWatched ? (1 as const) : (0 as const),
      ...(place === '' ? {} : { location_id: Number(place) }),
    }
    const isDone = await change(send(updateScreen, { body }))
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      title={t('screen_edit')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <FooterNote>{null}</FooterNote>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="filled" loading={busy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={id} className={classes.form} noValidate onSubmit={(event) => void save(event)}>
        <TextInput
          label={t('screen_name')}
          data-autofocus
          dir="auto"
          autoComplete="off"
          required
          maxLength={80}
          value={name}
          error={name.trim() === '' ? t('screen_name_missing') : undefined}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {places.error ? <FormErrorSummary text={refusalText(places.error, t)} /> : null}
        {places.data?.length ? (
          <NativeSelect
            label={t('screen_location')}
            description={t('screen_location_hint')}
            value={place}
            data={[...whole, ...places.data.map((one) => ({ value: String(one.location_id), label: one.name }))]}
            onChange={({ currentTarget }) => setPlace(currentTarget.value)}
          />
        ) : null}
        <Switch
          label={t('screen_watch')}
          description={t('screen_watch_hint')}
          checked={isWatched}
          onChange={({ currentTarget }) => setWatched(currentTarget.checked)}
        />
      </form>
    </Dialog>
  )
}
