import { demoClock, getDemoClock } from '@cutaway/contract/rooms/billing/demo-clock.ts'
import type { DataOf } from '@cutaway/contract/endpoint.ts'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { OutboxHint } from '../../messaging/OutboxHint.tsx'
import { useBillingFormat } from '../useBillingFormat.ts'
import classes from './DemoClock.module.css'
import { playDays, untilNext, type Play } from './pace.ts'

type Passed = DataOf<typeof demoClock>
const kinds = ['renewed', 'paid', 'failed', 'suspended', 'ended'] as const
type Totals = Record<(typeof kinds)[number], number>

const mostEntries = 60

const labels: Record<keyof Totals, string> = {
  renewed: 'clock_renewed',
  paid: 'clock_paid',
  failed: 'clock_failed',
  suspended: 'clock_suspended',
  ended: 'clock_ended',
}

const key = ['demo clock']

/** /demo_clock: lets days pass in the demo, and shows which renewals, payments and ends they brought. */
export default function DemoClockPage() {
  const t = useTexts()
  const format = useBillingFormat()
  const { number } = useFormat()
  const client = useQueryClient()
  const [isPlaying, setIsPlaying] = useState(false)
  const [entries, setEntries] = useState<readonly Passed[]>([])
  const [totals, setTotals] = useState<Totals>({ renewed: 0, paid: 0, failed: 0, suspended: 0, ended: 0 })
  const clock = useQuery({ queryKey: key, queryFn: ({ signal }) => call(getDemoClock, { signal }), retry: false })
  const passing = useMutation({
    mutationFn: (days: number) => call(demoClock, { body: { days } }),
    onSuccess: (passed) => {
      const { now, today, days_ahead } = passed
      client.setQueryData(key, { now, today, days_ahead })
      setTotals((sum) => ({
        renewed: sum.renewed + passed.renewed,
        paid: sum.paid + passed.paid,
        failed: sum.failed + passed.failed,
        suspended: sum.suspended + passed.suspended,
        ended: sum.ended + passed.ended,
      }))
      if (kinds.some((kind) => passed[kind] > 0)) setEntries((all) => [passed, ...all].slice(0, mostEntries))
    },
    onError: () => setIsPlaying(false),
  })
  const { mutate: pass, isPending } = passing
  const play = useRef<Play>({ begun: 0, steps: 0 })
  useEffect(() => {
    if (!isPlaying || isPending) return undefined
    const timer = setTimeout(
      () => {
        play.current.steps += 1
        pass(playDays)
      },
      untilNext(play.current, Date.now()),
    )
    return () => clearTimeout(timer)
  }, [isPlaying, isPending, pass])
  const startOrStop = () => {
    play.current = { begun: Date.now(), steps: 0 }
    setIsPlaying(!isPlaying)
  }
  return (
    <div className={classes.page}>
      <PageHeader title={t('demo_clock')} subtitle={t('demo_clock_text')} />
      <QueryState query={clock} failed={t('demo_clock_not_loaded')} heading="h2" waiting={<SkeletonText lines={4} />}>
        {({ today, days_ahead }) => (
          <>
            <Card>
              <p className={classes.day}>{format.day(today)}</p>
              <p className={classes.hint}>{t('clock_ahead', { days: number(days_ahead) })}</p>
              <p className={classes.hint}>{t('clock_restart')}</p>
              <div className={classes.buttons}>
                <Button
                  variant="filled"
                  leftSection={
                    isPlaying ? (
                      <IconPlayerPause size={16} stroke={1.75} aria-hidden />
                    ) : (
                      <IconPlayerPlay size={16} stroke={1.75} aria-hidden />
                    )
                  }
                  onClick={startOrStop}
                >
                  {t(isPlaying ? 'clock_stop' : 'clock_play')}
                </Button>
                {([1, 7, 31] as const).map((days) => (
                  <Button key={days} disabled={isPlaying || isPending} onClick={() => pass(days)}>
                    {t(days === 1 ? 'clock_day' : days === 7 ? 'clock_week' : 'clock_month')}
                  </Button>
                ))}
              </div>
              {passing.error ? <ErrorState title={t('clock_not_moved')} error={passing.error} /> : null}
            </Card>
            <dl className={classes.totals}>
              {kinds.map((kind) => (
                <div key={kind}>
                  <dt>{t(labels[kind])}</dt>
                  <dd>{number(totals[kind])}</dd>
                </div>
              ))}
            </dl>
            <Card title={t('clock_happened')}>
              {entries.length === 0 ? (
                <p className={classes.hint}>{t('clock_nothing')}</p>
              ) : (
                <ol className={classes.entries}>
                  {entries.map((entry) => (
                    <li key={entry.now}>
                      <strong>{format.day(entry.today)}</strong>
                      <span>
                        {kinds
                          .filter((kind) => entry[kind] > 0)
                          .map((kind) => `${t(labels[kind])}: ${number(entry[kind])}`)
                          .join(' · ')}
                      </span>
                    </li>
                  ))}
                </ol>
              )}
              <p className={classes.hint}>
                <OutboxHint />
              </p>
            </Card>
          </>
        )}
      </QueryState>
    </div>
  )
}
