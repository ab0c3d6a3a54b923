import {
  IconBadgeCc,
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconPlayerPause,
  IconPlayerPlay,
  IconReload,
  IconRewindForward5,
  IconTag,
} from '@tabler/icons-react'
import { FullscreenButton, PiPButton, PlayButton, SeekButton } from '@videojs/react'
import { duration as timeText } from '../../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../../core/i18n/i18n.ts'
import { useEngine } from '../context.ts'
import classes from './Controls.module.css'
import { IconJumpBack } from './icons.tsx'
import { backBy, forwardBy } from './keys.ts'
import { CaptionMenu, FoldedMenu, LanguageMenu, QualityMenu, SpeedMenu } from './Menus.tsx'
import { usePlayer } from '../sources/player.ts'
import { Timeline } from './Timeline.tsx'
import { Volume } from './Volume.tsx'

const stroke = 1.75

/**
 * Renders the timeline and the buttons. The transport group keeps its order in every language; the rest follows the
 * reading direction.
 */
export function Controls() {
  const t = useTexts()
  const { film, labelsOn, captionsOn, toggle, customer, simple: plain } = useEngine()
  const narrated = film.kind === 'narrated'
  return (
    <div className={classes.controls} data-controls="">
      <Timeline />
      <div className={classes.bar} role="group" aria-label={t('film_controls')}>
        <div className={classes.transport}>
          <Transport />
          {narrated && <Volume />}
          <Clock />
        </div>
        <span className={classes.gap} />
        <button type="button" aria-pressed={labelsOn} aria-label={t('film_labels')} onClick={() => toggle('labels')}>
          <IconTag size={18} stroke={stroke} aria-hidden="true" />
          <span className={classes.word}>{t('film_labels')}</span>
        </button>
        {narrated && film.captions.length > 0 && (
          <button
            type="button"
            aria-pressed={captionsOn}
            aria-label={t('film_captions')}
            onClick={() => toggle('captions')}
          >
            <IconBadgeCc size={20} stroke={stroke} aria-hidden="true" />
          </button>
        )}
        <span className={classes.wide}>
          {narrated && !plain && film.captions.length > 0 && <CaptionMenu />}
          {narrated && <LanguageMenu />}
          {!plain && <SpeedMenu />}
          {!plain && <QualityMenu />}
        </span>
        <span className={classes.folded}>
          <FoldedMenu />
        </span>
        {!customer?.on && <Presentation pip={!plain} />}
      </div>
    </div>
  )
}

function Transport() {
  const t = useTexts()
  const { number } = useFormat()
  return (
    <>
      <PlayButton
        label={({ paused, ended }) => t(ended ? 'film_replay' : paused ? 'film_play' : 'film_pause')}
        render={(props, { paused, ended }) => (
          <button {...props}>
            {ended ? (
              <IconReload size={20} stroke={stroke} aria-hidden="true" />
            ) : paused ? (
              <IconPlayerPlay size={20} stroke={stroke} aria-hidden="true" />
            ) : (
              <IconPlayerPause size={20} stroke={stroke} aria-hidden="true" />
            )}
          </button>
        )}
      />
      <SeekButton
        seconds={-backBy}
        label={t('film_back', { seconds: number(backBy) })}
        render={(props) => (
          <button {...props}>
            <IconJumpBack size={20} />
          </button>
        )}
      />
      <SeekButton
        seconds={forwardBy}
        label={t('film_forward', { seconds: number(forwardBy) })}
        render={(props) => (
          <button {...props}>
            <IconRewindForward5 size={20} stroke={stroke} aria-hidden="true" />
          </button>
        )}
      />
    </>
  )
}

function Clock() {
  const { film } = useEngine()
  const { second, length } = usePlayer((s) => ({ second: Math.floor(s.currentTime), length: s.duration }))
  return (
    <span className={classes.time}>
      {timeText(second)} <i>/ {timeText(length || film.sources.duration)}</i>
    </span>
  )
}

function Presentation({ pip: hasPip }: { pip: boolean }) {
  const t = useTexts()
  return (
    <>
      {hasPip && (
        <PiPButton
          className={classes.roomy}
          label={({ pip }) => t(pip ? 'film_pip_leave' : 'film_pip')}
          render={(props) => (
            <button {...props}>
              <IconPictureInPicture size={20} stroke={stroke} aria-hidden="true" />
            </button>
          )}
        />
      )}
      <FullscreenButton
        label={({ fullscreen }) => t(fullscreen ? 'film_full_screen_leave' : 'film_full_screen')}
        render={(props, { fullscreen }) => (
          <button {...props}>
            {fullscreen ? (
              <IconMinimize size={20} stroke={stroke} aria-hidden="true" />
            ) : (
              <IconMaximize size={20} stroke={stroke} aria-hidden="true" />
            )}
          </button>
        )}
      />
    </>
  )
}
