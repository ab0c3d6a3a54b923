import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { ActionIcon } from '../../../ui/form/Button.tsx'
import { type View, views } from './spots.ts'
import { wrapped } from './turn.ts'
import classes from './TurnBar.module.css'
import { TurnSlider } from './TurnSlider.tsx'
import type { Turn } from './useTurn.ts'

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** Renders the controls below the picture: turning, and the switch between the turntable and the stills. */
export function TurnBar({ turn, count, loaded }: { turn: Turn; count: number; loaded: ReadonlySet<number> }) {
  const t = useTexts()
  const { image, view, playing, togglePlay } = turn
  const step = (by: number) => turn.turnTo(wrapped(turn.hold() + by, count))
  return (
    <div className={classes.bar}>
      <div className={classes.turning}>
        <ActionIcon variant="subtle" size="lg" aria-label={t('vehicle_turn_left')} onClick={() => step(-1)}>
          <IconChevronLeft {...icon} />
        </ActionIcon>
        <TurnSlider image={image} count={count} loaded={loaded} onTurn={turn.turnTo} onGrab={turn.hold} />
        <ActionIcon variant="subtle" size="lg" aria-label={t('vehicle_turn_right')} onClick={() => step(1)}>
          <IconChevronRight {...icon} />
        </ActionIcon>
        {togglePlay ? (
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={t(playing ? 'vehicle_turn_stop' : 'vehicle_turn_play')}
            onClick={togglePlay}
          >
            {playing ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
          </ActionIcon>
        ) : null}
        <span className={classes.count} aria-hidden>
          {view === 'turn' ? `${image} / ${count}` : ''}
        </span>
      </div>
      <div className={classes.views}>
        <SegmentedControl<View>
          fill
          label={t('vehicle_view')}
          value={view}
          onChange={turn.setView}
          segments={views.map((value) => ({ value, label: t(`vehicle_view_${value}`) }))}
        />
      </div>
    </div>
  )
}
