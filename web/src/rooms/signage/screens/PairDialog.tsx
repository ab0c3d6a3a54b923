import {
  codeLength,
  findScreenCode,
  getScreenPlaces,
  pairScreen,
  type Screen,
} from '@cutaway/contract/rooms/signage/screens.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Switch } from '../../../ui/form/Choice.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import classes from './Screens.module.css'

/** Pairs the screen that shows a code: the code is looked for while it is typed, then the screen gets name and place. */
export default function PairDialog({ onPaired, onClose }: { onPaired: (screen: Screen) => void; onClose: () => void }) {
  const t = useTexts()
  const id = useId()
  const change = useChange('screens')
  const [code, setCode] = useState('')
  const [name, setName] = useState('')
  const [place, setPlace] = useState('')
  const [isWatched, setWatched] = useState(true)
  const [isSent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const find = useMutation({ mutationFn: (typed: string) => call(findScreenCode, { body: { code: typed } }) })
  const places = useQuery({
    queryKey: ['screen-places'],
    queryFn: ({ signal }) => call(getScreenPlaces, { signal }),
  })
  const [firstPlace] = places.data ?? []
  const chosen = place || (firstPlace ? String(firstPlace.location_id) : '')
  const isFound = find.isSuccess && code.length === codeLength
  const type = (text: string) => {
    const typed = text
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, '')
      .slice(0, codeLength)
    setCode(typed)
    if (typed === code) return
    find.reset()
    if (typed.length === codeLength) find.mutate(typed)
  }
  const pair = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (!isFound || name.trim() === '') return
    setBusy(true)
    const body = {
      code,
      name,
      is_watched: isWatched ? (1 as const) : (0 as const),
      ...(chosen === '' ? {} : { location_id: Number(chosen) }),
    }
    let paired: Screen | null = null
    await change(
      send(pairScreen, { body }).then((answer) => {
        paired = answer.data
        return answer
      }),
    )
    setBusy(false)
    if (paired) onPaired(paired)
  }
  const address = `${location.host}${paths.pair}`
  return (
    <Dialog
      title={t('screen_pair')}
      onClose={onClose}
      footer={
        <>
          <FooterNote>{null}</FooterNote>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="filled" loading={busy} disabled={!isFound}>
            {t('screen_pair_verb')}
          </Button>
        </>
      }
    >
      <div className={classes.pair}>
        <form id={id} className={classes.form} noValidate onSubmit={(event) => void pair(event)}>
          <TextInput
            label={t('screen_code')}
            className={classes.code}
            data-autofocus
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            value={code}
            maxLength={codeLength + 2}
            error={find.error ? refusalText(find.error, t) : undefined}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
          <output className={classes.found}>
            {isFound && find.data ? (
              <>
                <IconCircleCheck size={18} stroke={1.75} aria-hidden />
                {t('screen_found', { size: `${find.data.width} × ${find.data.height}` })}
              </>
            ) : null}
          </output>
          <TextInput
            label={t('screen_name')}
            dir="auto"
            autoComplete="off"
            required
            maxLength={80}
            value={name}
            error={isSent && name.trim() === '' ? t('screen_name_missing') : undefined}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {places.error ? <FormErrorSummary text={refusalText(places.error, t)} /> : null}
          {places.data?.length ? (
            <NativeSelect
              label={t('screen_location')}
              description={t('screen_location_hint')}
              value={chosen}
              data={places.data.map((one) => ({ value: String(one.location_id), label: one.name }))}
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
        <div className={classes.steps}>
          <div className={classes.tv} aria-hidden="true">
            <span dir="ltr">{address}</span>
            <b dir="ltr">{code.length > 0 ? `${code.slice(0, 3)} ${code.slice(3)}` : 'K7M 4X2'}</b>
          </div>
          <ol>
            <li>{t('screen_step_open', { address: `\u2068${address}\u2069` })}</li>
            <li>{t('screen_step_type')}</li>
            <li>{t('screen_step_starts')}</li>
          </ol>
        </div>
      </div>
    </Dialog>
  )
}
