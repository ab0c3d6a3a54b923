import { getScreenDay } from '@cutaway/contract/rooms/signage/plays.ts'
import { type Screen, stopOnScreen } from '@cutaway/contract/rooms/signage/screens.ts'
import { IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import classes from './Screens.module.css'

const megabyte = 1_000_000
const lookEvery = 15_000

/** What a screen played today, what it skipped and why, and what is known of the device. */
export function ScreenCard({ screen, onPlay, onReload }: { screen: Screen; onPlay: () => void; onReload: () => void }) {
  const t = useTexts()
  const { number, brief } = useFormat()
  const change = useChange('screens')
  const { screen_id } = screen
  const day = useQuery({
    queryKey: ['screen-day', screen_id],
    queryFn: ({ signal }) => call(getScreenDay, { params: { screen_id }, signal }),
    refetchInterval: lookEvery,
  })
  const { data } = day
  const isOff = screen.state !== 'online'
  const late = data?.late
  const about = isOff
    ? t('screen_off_reason')
    : late
      ? t('screen_late', { from: brief(late.from), to: brief(late.to), count: late.count })
      : t('screen_no_gaps')
  const { kept } = screen
  const off = Math.round(Math.abs(screen.clock_offset_ms) / 1000)
  return (
    <section className={classes.detail} aria-label={screen.name}>
      <header>
        <div className={classes.words}>
          <h2>
            <bdi>{screen.name}</bdi>
          </h2>
          <p className={classes.hint}>{about}</p>
        </div>
        {screen.play_title === null ? (
          <Button
            disabled={isOff}
            leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
            onClick={onPlay}
          >
            {t('screen_play')}
          </Button>
        ) : (
          <Button
            leftSection={<IconPlayerStop size={16} stroke={1.75} aria-hidden />}
            onClick={() => void change(send(stopOnScreen, { body: { screen_id } }))}
          >
            {t('screen_stop')}
          </Button>
        )}
        <Button disabled={isOff} leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />} onClick={onReload}>
          {t('screen_reload')}
        </Button>
      </header>
      {day.error && !data ? (
        <ErrorState title={t('screen_day_not_loaded')} error={day.error} onRetry={() => void day.refetch()} />
      ) : null}
      {day.isPending ? <SkeletonRows rows={3} picture={false} /> : null}
      {data ? (
        <div className={classes.columns}>
          <Facts
            title={t('screen_today')}
            rows={[
              [t('screen_started'), number(data.started)],
              [t('screen_finished'), number(data.finished)],
              [t('screen_skipped'), number(data.skipped)],
            ]}
          />
          <Facts
            title={t('screen_skipped_why')}
            none={t('screen_skipped_none')}
            rows={data.reasons.map(({ title, reason, count }) => [
              title,
              t(`screen_reason_${reason || 'media'}`, { count }),
            ])}
          />
          <Facts
            title={t('screen_device')}
            rows={[
              [
                t('screen_kept'),
                kept
                  ? t('screen_kept_of', {
                      items: kept.items,
                      of: kept.of,
                      size: number(Math.round(kept.bytes / megabyte)),
                    })
                  : '–',
              ],
              ...(kept?.is_full ? [[t('screen_disk'), t('screen_disk_full')] as const] : []),
              [t('screen_size'), screen.width > 0 ? `${screen.width} × ${screen.height}` : '–'],
              [t('screen_clock'), off <= 1 ? t('screen_clock_right') : t('screen_clock_wrong', { count: off })],
            ]}
          />
        </div>
      ) : null}
    </section>
  )
}

function Facts({ title, rows, none }: { title: string; rows: readonly (readonly [string, string])[]; none?: string }) {
  return (
    <div>
      <h3>{title}</h3>
      {rows.length === 0 ? <p className={classes.hint}>{none}</p> : null}
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>
              <bdi>{label}</bdi>
            </dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
