import { MediaPlayer, type MediaInfo } from 'dashjs'
import { descending } from './sources.ts'
import type { AttachStream } from './stream.ts'
import { servingTag } from '../captions/languages.ts'

/** Plays DASH through dash.js, for a film without other sources. Loaded as a separate chunk. */

/** Initial bandwidth estimate in kilobits per second, as specified. */
const firstEstimate = 100

export const attachStream: AttachStream = (video, url, options) => {
  const { at, tag, quality, onHeights, onHeight, onTongues, onFatal } = options
  const player = MediaPlayer().create()
  player.updateSettings({
    debug: { logLevel: 0 },
    streaming: {
      abr: {
        initialBitrate: { video: firstEstimate },
        limitBitrateByPortal: true,
        usePixelRatioInLimitBitrateByPortal: true,
      },
      text: { defaultEnabled: false },
    },
  })

  const narrations = () => player.getTracksFor('audio')
  const tagOf = ({ lang }: MediaInfo) => lang ?? ''

  function speak(wanted: string): boolean {
    const serving = servingTag(wanted, narrations().map(tagOf))
    const track = narrations().find((other) => tagOf(other) === serving)
    if (!track) return false
    player.setCurrentTrack(track)
    return true
  }

  function setQuality(wanted: number | 'auto'): void {
    player.updateSettings({ streaming: { abr: { autoSwitchBitrate: { video: wanted === 'auto' } } } })
    const best = player
      .getRepresentationsByTypeUnfiltered('video')
      .filter(({ height }) => height === wanted)
      .toSorted((a, b) => b.bandwidth - a.bandwidth)[0]
    if (best) player.setRepresentationForTypeById('video', best.id)
  }

  player.on('streamInitialized', () => {
    onHeights(descending(player.getRepresentationsByTypeUnfiltered('video').map(({ height }) => height)))
    onTongues(narrations().map(tagOf))
    speak(tag)
    if (quality !== 'auto') setQuality(quality)
  })
  player.on('qualityChangeRendered', (event: { mediaType?: string; newRepresentation?: { height?: number } }) => {
    if (event.mediaType === 'video' && event.newRepresentation?.height) onHeight(event.newRepresentation.height)
  })
  player.on('error', (event: { error?: unknown }) => {
    const code =
      typeof event.error === 'object' && event.error !== null && 'code' in event.error ? Number(event.error.code) : 0
    // Codes 10 to 29 and 31 are loading errors of dash.js, the others are media errors.
    onFatal(code >= 10 && code < 32 ? 'network' : 'media')
  })
  player.initialize(video, url, false, at)

  return { speak, setQuality, destroy: () => player.destroy() }
}
