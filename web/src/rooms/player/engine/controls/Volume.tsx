import { IconVolume, IconVolume2, IconVolumeOff } from '@tabler/icons-react'
import { MuteButton, VolumeSlider } from '@videojs/react'
import { useFormat, useTexts } from '../../../../core/i18n/i18n.ts'
import classes from './Controls.module.css'
import { usePlayer } from '../sources/player.ts'

const icons = { off: IconVolumeOff, low: IconVolume2, medium: IconVolume, high: IconVolume }

/** Renders mute and volume. The slider is omitted on devices that control the volume by hardware keys only. */
export function Volume() {
  const t = useTexts()
  const { percent } = useFormat()
  const { volume, muted } = usePlayer((s) => ({ volume: s.volume, muted: s.muted }))
  return (
    <span className={`${classes.volume} ${classes.roomy}`}>
      <MuteButton
        label={(state) => t(state.muted || state.volumeLevel === 'off' ? 'film_unmute' : 'film_mute')}
        render={(props, state) => {
          const Icon = icons[state.volumeLevel]
          return (
            <button {...props}>
              <Icon size={20} stroke={1.75} aria-hidden="true" />
            </button>
          )
        }}
      />
      <VolumeSlider.Root className={classes.volumeSlider} label={t('film_volume')} step={5} dir="ltr">
        <span className={classes.volumeTrack}>
          <VolumeSlider.Fill className={classes.volumeFill} />
        </span>
        <VolumeSlider.Thumb className={classes.volumeThumb} aria-valuetext={percent(muted ? 0 : volume)} />
      </VolumeSlider.Root>
    </span>
  )
}
