import { BufferingIndicator, Container } from '@videojs/react'
import { type CSSProperties, type ReactNode, Suspense, useLayoutEffect, useMemo, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { lazyPart, loadWhenOnline } from '../../../core/lazy-part.ts'
import { Captions } from './captions/Captions.tsx'
import { usePlayback, useEngine } from './context.ts'
import { Failure } from './Failure.tsx'
import classes from './FilmView.module.css'
import { LabelLayer } from './labels/LabelLayer.tsx'
import { containedIn } from './labels/labels.ts'
import { Legend } from './labels/Legend.tsx'
import { EndState, type FilmEnd } from './overlays/EndState.tsx'
import { StartButton } from './overlays/StartButton.tsx'
import { useEnded, usePauseUnderDialog } from './overlays/useFilmEvents.ts'
import { usePlayer } from './sources/player.ts'
import { SoundReminder } from './controls/SoundReminder.tsx'
import { TitleCard } from './steps/TitleCard.tsx'
import { useBox } from './labels/useBox.ts'
import { useIdle } from './controls/useIdle.ts'
import { useKeys } from './controls/useKeys.ts'
import { useLabels } from './labels/useLabels.ts'
import { useNativeCaptions } from './captions/useNativeCaptions.ts'

// Begin to load with the player; the first frame does not wait for them.
const controls = loadWhenOnline(async () => ({ default: (await import('./controls/Controls.tsx')).Controls }))
const Controls = lazyPart(() => controls)
const KeysDialog = lazyPart(() => import('./controls/KeysDialog.tsx'))
const CaptionStyleDialog = lazyPart(() => import('./captions/CaptionStyleDialog.tsx'))

/** Renders the film with its controls below; in full screen they overlay it and hide when idle. */
export function FilmView({
  children,
  end,
}: {
  children?: ReactNode
  /** Shown at the end of a narrated film. */
  end?: FilmEnd
}) {
  const t = useTexts()
  const { film, mount, waits, playNumber } = useEngine()
  const { failure } = usePlayback()
  const player = usePlayer()
  const { fullscreen, paused } = usePlayer((s) => ({ fullscreen: s.fullscreen, paused: s.paused }))
  const [view, setView] = useState<HTMLElement | null>(null)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const idle = useIdle(view, fullscreen && !paused)
  const labels = useLabels()
  const ended = useEnded()
  useKeys(view)
  usePauseUnderDialog()
  useNativeCaptions()
  useLayoutEffect(() => (slot ? mount(slot) : undefined), [slot, mount])

  const box = useBox(slot)
  const { width, height } = film
  const picture = useMemo(() => containedIn(box, { width, height }), [box, width, height])

  // A click on the picture toggles playback; in full screen a touch first shows the controls.
  const press = (event: { pointerType?: string }) => {
    if (event.pointerType === 'touch' && fullscreen) return
    if (waits && film.kind === 'interactive') playNumber(1)
    else if (player.paused) void player.play().catch(() => undefined)
    else player.pause()
  }

  return (
    <Container
      ref={setView}
      className={classes.view}
      aria-label={t('film_player', { title: film.title })}
      dir={undefined}
      data-fullscreen={fullscreen || undefined}
      data-idle={idle || undefined}
      style={{ '--ratio': `${width} / ${height}` } as CSSProperties}
    >
      <div className={classes.film} data-kind={film.kind}>
        {/* The picture itself is not a control: keyboard users have the space bar and the button. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
        <div
          className={classes.slot}
          ref={setSlot}
          onClick={(event) => press(event.nativeEvent instanceof PointerEvent ? event.nativeEvent : {})}
          onDoubleClick={() => void player.toggleFullscreen().catch(() => undefined)}
        />
        <div
          className={classes.picture}
          style={{ left: picture.x, top: picture.y, width: picture.width, height: picture.height }}
        >
          <TitleCard />
          <LabelLayer shown={labels} picture={picture} />
          {film.kind === 'narrated' && <Captions filmWidth={picture.width} />}
        </div>
        {waits && !failure && <StartButton onPlay={() => press({})} />}
        {ended && !failure && film.kind === 'narrated' && <EndState end={end} />}
        {failure && <Failure reference={failure.reference} />}
        <div className={classes.corner}>
          {film.kind === 'narrated' && <SoundReminder />}
          {!failure && <Waiting />}
        </div>
        {children}
      </div>
      <div className={classes.under}>
        <Suspense fallback={<div className={classes.toCome} />}>
          <Controls />
        </Suspense>
        <Legend labels={labels.labels} />
      </div>
      <Dialogs />
    </Container>
  )
}

/** Loaded when they are opened. */
function Dialogs() {
  const { dialog, openDialog } = useEngine()
  if (dialog === null) return null
  const close = () => openDialog(null)
  return (
    <Suspense fallback={null}>
      {dialog === 'keys' ? <KeysDialog onClose={close} /> : <CaptionStyleDialog onClose={close} />}
    </Suspense>
  )
}

function Waiting() {
  const t = useTexts()
  return (
    <BufferingIndicator
      delay={500}
      render={(props, { visible }) => (
        <div {...props} className={classes.waiting} role="status" data-visible={visible || undefined}>
          {visible && <span className="visually-hidden">{t('film_loading')}</span>}
        </div>
      )}
    />
  )
}
