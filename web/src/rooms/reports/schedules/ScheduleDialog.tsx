import { fetchUserAccessible } from '@cutaway/contract/rooms/reports/lookups.ts'
import {
  addReportSchedule,
  changeReportSchedule,
  frequencies,
  getNextReportLetter,
  mostRecipients,
  sendReportNow,
  type Frequency,
  type ReportSchedule,
} from '@cutaway/contract/rooms/reports/schedules.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, send } from '../../../core/api.ts'
import { useFormat, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { zoneName, zonesWith } from '../../../core/i18n/zones.ts'
import { useSignedIn, useSite } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Checkbox, Switch } from '../../../ui/form/Choice.tsx'
import { FieldFrame, NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { LetterPreview } from './LetterPreview.tsx'
import classes from './Schedules.module.css'
import { hasDayOfMonth, momentOf, type Plan, timeOf, weekdayOf } from './schedule-words.ts'

/** Sends a report by mail: how often, when, and to whom. A new one, or a schedule that is changed. */
export function ScheduleDialog({
  report,
  filter,
  schedule,
  onClose,
}: {
  report: ReportSchedule['report']
  filter: Record<string, unknown>
  schedule?: ReportSchedule
  onClose: () => void
}) {
  const t = useTexts()
  const { language_code: tag } = useLanguage()
  const { dateTime, number } = useFormat()
  const { user } = useSignedIn()
  const site = useSite()
  const client = useQueryClient()
  const [plan, setPlan] = useState<Plan>({
    report,
    filter,
    frequency: schedule?.frequency ?? 'weekly',
    weekday: schedule?.weekday ?? 1,
    month_day: schedule?.month_day ?? 1,
    hour: schedule?.hour ?? 7,
    time_zone: schedule?.time_zone ?? site.time_zone,
    with_csv: schedule?.with_csv ?? true,
    only_with_events: schedule?.only_with_events ?? false,
  })
  const [to, setTo] = useState<readonly number[]>(schedule?.recipients.map(({ user_id }) => user_id) ?? [user.user_id])
  const [search, setSearch] = useState('')
  const [busy, setBusy] = useState<'keeping' | 'trying' | null>(null)
  const set = (change: Partial<Plan>) => setPlan((now) => ({ ...now, ...change }))
  const business = typeof filter['businessentity_id'] === 'number' ? filter['businessentity_id'] : undefined
  const people = useQuery({
    queryKey: ['report-choices', user.user_id, String(business ?? '')],
    queryFn: ({ signal }) =>
      call(fetchUserAccessible, { params: business === undefined ? {} : { id: business }, signal }),
  })
  const own = { id: user.user_id, name: [user.first_name, user.last_name].filter(Boolean).join(' ') || user.username }
  const known = people.data?.users ?? []
  const all = known.some(({ id }) => id === own.id) ? known : [own, ...known]
  const shown = all
    .filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
    .toSorted((a, b) => Number(to.includes(b.id)) - Number(to.includes(a.id)))
    .slice(0, 30)

  const { frequency, weekday, month_day, hour, time_zone } = plan
  const rhythm = { frequency, weekday, month_day, hour, time_zone }
  const next = useQuery({
    queryKey: ['report-next-letter', rhythm],
    queryFn: ({ signal }) => call(getNextReportLetter, { params: { json: rhythm }, signal }),
    placeholderData: keepPreviousData,
  })

  // Day and hour change nothing in the letter, and ask for no new one.
  const [previewed] = useState<Plan>(plan)
  const attempt = async (what: 'keeping' | 'trying', work: () => Promise<void>) => {
    setBusy(what)
    try {
      await work()
    } catch (error) {
      toast(error)
    }
    setBusy(null)
  }
  const save = () =>
    attempt('keeping', async () => {
      const body = { ...plan, recipients: [...to] } as never
      const saved = schedule
        ? await call(changeReportSchedule, { body: { ...(body as object), id: schedule.id } as never })
        : await call(addReportSchedule, { body })
      await client.invalidateQueries({ queryKey: ['report-schedules'] })
      toast('report_schedule_saved', { values: { date: dateTime(saved.next_at) } })
      onClose()
    })
  const test = () =>
    attempt('trying', async () => {
      const answer = await send(sendReportNow, { body: plan })
      toast(answer.status === 1 ? 'report_test_sent' : answer)
    })
  return (
    <Dialog
      title={t(schedule ? 'report_change_title' : 'report_send_title')}
      size="lg"
      onClose={onClose}
      footer={
        <>
          <FooterNote>
            {next.data ? t('report_next_letter', { when: momentOf(next.data.next_at, time_zone, tag) }) : null}
          </FooterNote>
          <Button variant="subtle" loading={busy === 'trying'} onClick={() => void test()}>
            {t('report_send_test')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="filled" loading={busy === 'keeping'} disabled={to.length === 0} onClick={() => void save()}>
            {t('report_save_schedule')}
          </Button>
        </>
      }
    >
      <div className={classes.both}>
        <div className={classes.form}>
          <FieldFrame id="report-how-often" label={t('report_how_often')}>
            <SegmentedControl
              fill
              label={t('report_how_often')}
              value={plan.frequency}
              segments={frequencies.map((value) => ({ value, label: t(`report_unit_${value}`) }))}
              onChange={(value: Frequency) => set({ frequency: value })}
            />
          </FieldFrame>
          {plan.frequency === 'weekly' ? (
            <FieldFrame id="report-on-day" label={t('report_on_day')}>
              <SegmentedControl
                fill
                label={t('report_on_day')}
                value={String(plan.weekday)}
                segments={[1, 2, 3, 4, 5, 6, 7].map((day) => ({
                  value: String(day),
                  label: weekdayOf(day, tag, 'short'),
                }))}
                onChange={(day) => set({ weekday: Number(day) })}
              />
            </FieldFrame>
          ) : null}
          <div className={classes.when}>
            {hasDayOfMonth(plan.frequency) ? (
              <NativeSelect
                label={t('report_on_day')}
                value={String(plan.month_day)}
                data={[
                  ...Array.from({ length: 28 }, (_, i) => ({ value: String(i + 1), label: number(i + 1) })),
                  { value: '0', label: t('report_last_day') },
                ]}
                onChange={(event) => set({ month_day: Number(event.currentTarget.value) })}
              />
            ) : null}
            <NativeSelect
              label={t('report_at_hour')}
              value={String(plan.hour)}
              data={Array.from({ length: 24 }, (_, one) => ({ value: String(one), label: timeOf(one, tag) }))}
              onChange={(event) => set({ hour: Number(event.currentTarget.value) })}
            />
            <NativeSelect
              label={t('report_time_zone')}
              value={plan.time_zone}
              data={zonesWith(plan.time_zone).map((zone) => ({ value: zone, label: zoneName(zone) }))}
              onChange={(event) => set({ time_zone: event.currentTarget.value })}
            />
          </div>
          <fieldset className={classes.people}>
            <legend>{t('report_to')}</legend>
            <p className={classes.hint}>{t('report_to_text')}</p>
            {all.length > 8 ? (
              <TextInput
                aria-label={t('report_user')}
                placeholder={t('report_user')}
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            ) : null}
            <div className={classes.choices}>
              {shown.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={to.includes(id)}
                  disabled={!to.includes(id) && to.length >= mostRecipients}
                  onChange={(event) => {
                    const isOn = event.currentTarget.checked
                    setTo((now) => (isOn ? [...now, id] : now.filter((one) => one !== id)))
                  }}
                />
              ))}
            </div>
          </fieldset>
          <Switch
            label={t('report_attach')}
            description={t('report_attach_text')}
            checked={plan.with_csv}
            onChange={(event) => set({ with_csv: event.currentTarget.checked })}
          />
          <Switch
            label={t('report_only_events')}
            description={t('report_only_events_text')}
            checked={plan.only_with_events}
            onChange={(event) => set({ only_with_events: event.currentTarget.checked })}
          />
          {people.data ? null : people.error ? <p role="alert">{t('report_not_loaded')}</p> : null}
        </div>
        <LetterPreview plan={{ ...previewed, frequency: plan.frequency, with_csv: plan.with_csv }} />
      </div>
    </Dialog>
  )
}
