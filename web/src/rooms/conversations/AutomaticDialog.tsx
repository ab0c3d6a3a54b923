import {
  getAutomaticAnswers,
  saveAutomaticAnswers,
  type AutomaticAnswers,
} from '@cutaway/contract/rooms/conversations/automatic.ts'
import { IconBuildingStore } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, send } from '../../core/api.ts'
import { useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { toast } from '../../core/toast.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../ui/feedback/Skeletons.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Checkbox } from '../../ui/form/Choice.tsx'
import { NativeSelect, TextInput } from '../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../ui/form/FormErrorSummary.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import classes from './AutomaticDialog.module.css'

const key = ['automatic-answers'] as const

/** Edits the opening hours and the automatic answers of a location. */
export default function AutomaticDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getAutomaticAnswers, { signal }),
    staleTime: 0,
  })
  const [chosen, setChosen] = useState<number | null>(null)
  return (
    <Dialog title={t('automatic_answers')} size="md" onClose={onClose}>
      <QueryState
        query={query}
        failed={t('automatic_not_loaded')}
        waiting={<SkeletonText lines={8} />}
        empty={
          <EmptyState
            heading="h3"
            icon={IconBuildingStore}
            title={t('automatic_no_location')}
            text={t('automatic_no_location_text')}
          />
        }
      >
        {(locations) => {
          const shown = locations.find(({ location_id }) => location_id === chosen) ?? locations[0]
          return (
            <div className={classes.fields}>
              {locations.length > 1 ? (
                <NativeSelect
                  label={t('automatic_location')}
                  value={String(shown?.location_id ?? '')}
                  onChange={(event) => setChosen(Number(event.currentTarget.value))}
                  data={locations.map(({ location_id, location }) => ({ value: String(location_id), label: location }))}
                />
              ) : null}
              {shown ? <Settings key={shown.location_id} settings={shown} onClose={onClose} /> : null}
            </div>
          )
        }}
      </QueryState>
    </Dialog>
  )
}

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const minuteOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
const usual: [number, number] = [480, 1020]

function Settings({ settings, onClose }: { settings: AutomaticAnswers; onClose: () => void }) {
  const t = useTexts()
  const { language_code: locale } = useLanguage()
  const client = useQueryClient()
  const [isOn, setOn] = useState(settings.is_on)
  const [after, setAfter] = useState(String(settings.after_minutes))
  const [hours, setHours] = useState(settings.hours)
  const isWrong = hours.some((day) => day !== null && day[0] >= day[1])
  const saving = useMutation({
    mutationFn: () =>
      send(saveAutomaticAnswers, {
        body: {
          location_id: settings.location_id,
          is_on: isOn,
          after_minutes: Math.min(480, Math.max(5, Number(after) || 30)),
          hours,
        },
      }),
    onSuccess: async (answer) => {
      toast(answer)
      await client.invalidateQueries({ queryKey: key })
      if (answer.status === 1) onClose()
    },
    onError: (error) => toast(error),
  })
  // 4 January 1970 was a Sunday.
  const nameOf = (day: number) =>
    new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(1970, 0, 4 + day)))
  const change = (day: number, to: [number, number] | null) => setHours(hours.map((one, i) => (i === day ? to : one)))
  return (
    <>
      {isWrong ? <FormErrorSummary text={t('automatic_hours_wrong')} /> : null}
      <Checkbox
        label={t('automatic_on')}
        description={t('automatic_hint')}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      <TextInput
        className={classes.wait}
        label={t('automatic_after')}
        type="number"
        min={5}
        max={480}
        value={after}
        onChange={(event) => setAfter(event.currentTarget.value)}
      />
      <fieldset className={classes.days}>
        <legend>{t('automatic_hours')}</legend>
        {hours.map((day, i) => {
          const name = nameOf(i)
          const time = (at: 0 | 1) => (
            <input
              type="time"
              aria-label={t(at === 0 ? 'automatic_opens' : 'automatic_closes', { day: name })}
              disabled={day === null}
              value={day === null ? '' : clock(day[at])}
              onChange={({ currentTarget: { value } }) => {
                if (day === null || value === '') return
                change(i, at === 0 ? [minuteOf(value), day[1]] : [day[0], minuteOf(value)])
              }}
            />
          )
          return (
            <div key={name} className={classes.day}>
              <Checkbox
                label={name}
                checked={day !== null}
                onChange={(event) => change(i, event.currentTarget.checked ? usual : null)}
              />
              {time(0)}
              {time(1)}
            </div>
          )
        })}
      </fieldset>
      <div className={classes.acts}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button variant="filled" disabled={isWrong} loading={saving.isPending} onClick={() => saving.mutate()}>
          {t('automatic_save')}
        </Button>
      </div>
    </>
  )
}
