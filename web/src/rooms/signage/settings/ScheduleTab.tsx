import {
  beginsOn,
  dayBeside,
  type DayPart,
  lengthOf,
  realLength,
  weekdayOf,
} from '@cutaway/contract/rooms/signage/day-parts.ts'
import { mostDayParts, type LoopSettings } from '@cutaway/contract/rooms/signage/loops.ts'
import {
  IconAlertTriangle,
  IconChevronLeft,
  IconChevronRight,
  IconInfoCircle,
  IconPlus,
  IconWorld,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { ActionIcon, Button } from '../../../ui/form/Button.tsx'
import { NativeSelect } from '../../../ui/form/Field.tsx'
import { offsetOf } from '../board/board-format.ts'
import { useLocalMoment } from '../board/useLocalMoment.ts'
import { clockTime, dayName, weekdayName } from './day-words.ts'
import { DayBlock } from './DayBlock.tsx'
import { DayPartFields } from './DayPartFields.tsx'
import classes from './Schedule.module.css'
import { scheduleNotes, type ScheduleNote } from './schedule-notes.ts'
import type { Loop } from './useLoop.ts'

/** A day of the calendar begins at six in the morning, so that a night is one block. */
const dayStart = 360
const minutesOfDay = 1440

/** A day part with what it belongs to: the whole loop, or one item. */
interface Part {
  key: string
  name: string
  itemId: number | null
  index: number
  when: DayPart
}

const wholeDay: DayPart = { weekdays: [], from: 480, to: 1080, starts_on: null, ends_on: null }

/** What plays when, as a week, with the chosen day part beside it. */
export function ScheduleTab({
  settings,
  loop,
  locationId,
}: {
  settings: LoopSettings
  loop: Loop
  /** Whose calendar it is; null: that of all locations. */
  locationId: number | null
}) {
  const t = useTexts()
  const { language_code: locale } = useLanguage()
  const { time_zone } = settings
  const now = useLocalMoment(time_zone)
  const [shift, setShift] = useState(0)
  const [chosen, setChosen] = useState<string | null>(null)
  const monday = dayBeside(now.day, -((weekdayOf(now.day) + 6) % 7) + shift * 7)
  const week = Array.from({ length: 7 }, (_, i) => dayBeside(monday, i))
  const parts: Part[] = [
    ...settings.when.map((when, index) => ({
      key: `loop-${index}`,
      name: t('schedule_whole_loop'),
      itemId: null,
      index,
      when,
    })),
    ...settings.items.flatMap((item) =>
      item.when.map((when, index) => ({ key: `${item.id}-${index}`, name: item.title, itemId: item.id, index, when })),
    ),
  ]
  const part = parts.find(({ key }) => key === chosen)
  const ofSame = (itemId: number | null) => parts.filter((one) => one.itemId === itemId)
  const save = (itemId: number | null, when: DayPart[]) =>
    itemId === null ? loop.setPlayback({ when }) : loop.changeItem({ id: itemId, when })
  const change = (of: Part, next: DayPart | null) =>
    save(
      of.itemId,
      ofSame(of.itemId).flatMap((one) => (one.key === of.key ? (next ?? []) : one.when)),
    )
  const add = async () => {
    const own = ofSame(null)
    if (await save(null, [...own.map(({ when }) => when), wholeDay])) setChosen(`loop-${own.length}`)
  }
  /** Gives a day part to the whole loop or to an item. */
  const give = async (of: Part, itemId: number | null) => {
    const target = ofSame(itemId)
    if ((await change(of, null)) && (await save(itemId, [...target.map(({ when }) => when), of.when])))
      setChosen(itemId === null ? `loop-${target.length}` : `${itemId}-${target.length}`)
  }
  const notes = scheduleNotes(settings, week).slice(0, mostNotes)
  /** The minutes since the top of the columns. */
  const sinceTop = (now.minute - dayStart + minutesOfDay) % minutesOfDay
  // Before six, it is still the day before.
  const today = now.minute < dayStart ? dayBeside(now.day, -1) : now.day
  return (
    <div className={classes.schedule}>
      <div className={classes.bar}>
        <p className={classes.zone}>
          <IconWorld size={17} stroke={1.75} aria-hidden />
          {t('schedule_zone', { zone: time_zone })}
        </p>
        <span className={classes.weeks}>
          <ActionIcon variant="default" aria-label={t('schedule_week_before')} onClick={() => setShift(shift - 1)}>
            <IconChevronLeft size={17} stroke={1.75} className={classes.flip} />
          </ActionIcon>
          <span className={classes.range} aria-live="polite">
            {dayName(week[0]!, locale)} – {dayName(week[6]!, locale)}
          </span>
          <ActionIcon variant="default" aria-label={t('schedule_week_after')} onClick={() => setShift(shift + 1)}>
            <IconChevronRight size={17} stroke={1.75} className={classes.flip} />
          </ActionIcon>
          <Button disabled={shift === 0} onClick={() => setShift(0)}>
            {t('schedule_this_week')}
          </Button>
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            disabled={settings.when.length >= mostDayParts}
            onClick={() => void add()}
          >
            {t('schedule_add')}
          </Button>
        </span>
      </div>
      {parts.length === 0 ? <p className={classes.note}>{t('schedule_empty')}</p> : null}
      <OtherLoops locations={settings.locations} locationId={locationId} />
      {notes.length > 0 ? (
        <ul className={classes.notes} role="status">
          {notes.map((note) => (
            <Note key={`${note.kind} ${note.names.join()}`} note={note} />
          ))}
        </ul>
      ) : null}
      {parts.length > 0 ? (
        <p id="schedule-keys" className={`${classes.note} ${classes.keys}`}>
          {t('schedule_keys')}
        </p>
      ) : null}
      <div className={classes.columns} data-open={part ? true : undefined}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls a week that is wider than the page */}
        <div className={classes.frame} role="region" aria-label={t('schedule_week')} tabIndex={0}>
          <div className={classes.week} role="group" aria-label={t('schedule_week')}>
            <div className={classes.hours} aria-hidden>
              {Array.from({ length: 13 }, (_, i) => (
                <span key={i} style={{ insetBlockStart: `${(i / 12) * 100}%` }}>
                  {clockTime(dayStart + i * 120, locale)}
                </span>
              ))}
            </div>
            {week.map((day) => (
              <section key={day} className={classes.day} data-today={day === now.day || undefined} aria-label={day}>
                <h3>
                  <b>{dayName(day, locale)}</b>
                  <span>{weekdayName(weekdayOf(day), locale, 'short')}</span>
                </h3>
                <div className={classes.track}>
                  <span className={classes.midnight} aria-hidden />
                  {parts
                    .filter(({ when }) => beginsOn(when, day))
                    .map((one) => (
                      <DayBlock
                        key={one.key}
                        name={one.name}
                        when={one.when}
                        isItem={one.itemId !== null}
                        isChosen={one.key === chosen}
                        dayStart={dayStart}
                        onChoose={() => setChosen(one.key)}
                        onChange={(times) => void change(one, { ...one.when, ...times })}
                      />
                    ))}
                  {day === today ? (
                    <span
                      className={classes.now}
                      aria-hidden
                      style={{ insetBlockStart: `${(sinceTop / minutesOfDay) * 100}%` }}
                    />
                  ) : null}
                </div>
              </section>
            ))}
          </div>
        </div>
        {part ? (
          <aside className={classes.card} aria-label={part.name}>
            <h2>{part.name}</h2>
            <NativeSelect
              label={t('schedule_plays')}
              data={[
                { value: '', label: t('schedule_whole_loop') },
                ...settings.items.map(({ id, title }) => ({ value: String(id), label: title })),
              ]}
              value={part.itemId === null ? '' : String(part.itemId)}
              onChange={({ currentTarget: { value } }) => void give(part, value === '' ? null : Number(value))}
            />
            <DayPartFields value={part.when} onChange={(next) => void change(part, next)} />
            <ClockChange part={part.when} timeZone={time_zone} from={now.day} />
            <Button
              variant="danger-subtle"
              onClick={() => {
                setChosen(null)
                void change(part, null)
              }}
            >
              {t('schedule_delete')}
            </Button>
          </aside>
        ) : null}
      </div>
    </div>
  )
}

/** Says which loop counts where: a location's own loop replaces that of all locations, at every hour. */
function OtherLoops({ locations, locationId }: { locations: LoopSettings['locations']; locationId: number | null }) {
  const t = useTexts()
  const { language_code: locale } = useLanguage()
  const location = locations.find(({ location_id }) => location_id === locationId)
  const own = locations.filter(({ has_own }) => has_own).map(({ name }) => name)
  if (location)
    return (
      <p className={classes.note}>
        {t(location.has_own ? 'schedule_own_loop' : 'loop_follows_all', { name: location.name })}
      </p>
    )
  if (own.length === 0) return null
  return (
    <p className={classes.note}>
      {t('schedule_others_own', { names: new Intl.ListFormat(locale, { type: 'conjunction' }).format(own) })}
    </p>
  )
}

/** Says how long the part lasts on the next day when the clocks change, if they change within it. */
function ClockChange({ part, timeZone, from }: { part: DayPart; timeZone: string; from: string }) {
  const t = useTexts()
  const { language_code: locale } = useLanguage()
  const offset = offsetOf(timeZone)
  const usual = lengthOf(part)
  const days = Array.from({ length: 366 }, (_, i) => dayBeside(from, i))
  const day = days.find((one) => beginsOn(part, one) && realLength(part, one, offset) !== usual)
  if (!day) return null
  const minutes = realLength(part, day, offset)
  return (
    <p className={classes.note}>
      {t('schedule_clock_change', { day: dayName(day, locale), hours: Math.round(minutes / 6) / 10 })}
    </p>
  )
}

/** The most notes at once. */
const mostNotes = 4

/** Says what is noteworthy of a week. Items that play together are no mistake. */
function Note({ note: { kind, names, day, from, to } }: { note: ScheduleNote }) {
  const t = useTexts()
  const { language_code: locale } = useLanguage()
  const isFine = kind === 'together'
  const Sign = isFine ? IconInfoCircle : IconAlertTriangle
  return (
    <li className={classes.warning} data-fine={isFine || undefined}>
      <Sign size={18} stroke={1.75} aria-hidden />
      {t(`schedule_note_${kind}`, {
        name: names[0] ?? t('schedule_whole_loop'),
        other: names[1] ?? '',
        day: weekdayName(weekdayOf(day), locale, 'long'),
        from: clockTime(from, locale),
        to: clockTime(to, locale),
      })}
    </li>
  )
}
