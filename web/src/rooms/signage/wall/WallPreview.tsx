import type { WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import { IconPlayerPause, IconPlayerPlay, IconPlayerTrackNext, IconPlayerTrackPrev } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { ActionIcon } from '../../../ui/form/Button.tsx'
import type { LoopPlayer, Shown } from './engine/loop-player.ts'
import { Wall } from './Wall.tsx'
import classes from './WallPreview.module.css'

/**
 * The wall in small, for the settings: the same player in the same frame, without sound, with buttons to look at one item
 * after another. A changed plan is followed at once. Who prefers less motion starts it by hand.
 */
export function WallPreview({
  plan,
  onPlaying,
}: {
  plan: WallPlan
  /** Called with the id of the item that is shown; null: nothing plays now. */
  onPlaying?: (itemId: string | null) => void
}) {
  const t = useTexts()
  const player = useRef<LoopPlayer | null>(null)
  const [paused, setPaused] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [shown, setShown] = useState<Shown | null>(null)
  const onShow = (next: Shown | null) => {
    setShown(next)
    onPlaying?.(next?.item.item_id ?? null)
  }
  const hold = useCallback((one: LoopPlayer | null) => {
    player.current = one
  }, [])
  const place = plan.items.findIndex(({ item_id }) => item_id === shown?.item.item_id)
  const next = shown?.next && shown.next.item_id !== shown.item.item_id ? shown.next : null
  return (
    <div className={classes.preview}>
      <div className={classes.frame}>
        <Wall plan={plan} keepsFiles muted paused={paused} onShow={onShow} player={hold} />
      </div>
      <div className={classes.now}>
        <p className={classes.words}>
          <span className={classes.name} dir="auto">
            {shown ? shown.item.title : t('loop_nothing_plays')}
          </span>
          {shown ? (
            <span className={classes.line}>
              {place === -1 ? '' : t('loop_preview_place', { place: place + 1, total: plan.items.length })}
              {next ? ` · ${t('loop_next', { name: `\u2068${next.title}\u2069` })}` : ''}
            </span>
          ) : null}
        </p>
        {shown ? (
          <div className={classes.controls} dir="ltr">
            <ActionIcon aria-label={t('loop_preview_back')} onClick={() => player.current?.step(-1)}>
              <IconPlayerTrackPrev size={17} stroke={1.75} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label={t(paused ? 'loop_preview_play' : 'loop_preview_pause')}
              onClick={() => setPaused(!paused)}
            >
              {paused ? <IconPlayerPlay size={17} stroke={1.75} /> : <IconPlayerPause size={17} stroke={1.75} />}
            </ActionIcon>
            <ActionIcon aria-label={t('loop_preview_next')} onClick={() => player.current?.step(1)}>
              <IconPlayerTrackNext size={17} stroke={1.75} />
            </ActionIcon>
          </div>
        ) : null}
      </div>
    </div>
  )
}
