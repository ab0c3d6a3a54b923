import {
  bufferFeature,
  controlsFeature,
  createPlayer,
  fullscreenFeature,
  pipFeature,
  playbackFeature,
  playbackRateFeature,
  timeFeature,
  volumeFeature,
} from '@videojs/react'

/** The state and actions of the library that our controls use; the rest of it is not loaded. */
export const { Player, usePlayer } = createPlayer({
  features: [
    playbackFeature,
    playbackRateFeature,
    volumeFeature,
    timeFeature,
    bufferFeature,
    fullscreenFeature,
    pipFeature,
    controlsFeature,
  ],
  displayName: 'FilmPlayer',
})
