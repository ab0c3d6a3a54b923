import Hls, { type Level } from 'hls.js'
import { descending } from './sources.ts'
import type { AttachStream, Quality } from './stream.ts'
import { servingTag } from '../captions/languages.ts'

/** Plays HLS through hls.js. A separate chunk, loaded only when a film needs it. */

/** Initial bandwidth estimate in bits per second, as specified. */
const firstEstimate = 100_000

export const attachStream: AttachStream = (video, url, options) => {
  const { at, tag, quality, shownHeight, onHeights, onHeight, onTongues, onFatal } = options
  const hls = new Hls({
    abrEwmaDefaultEstimate: firstEstimate,
    startPosition: at,
    audioPreference: { lang: tag },
    capLevelToPlayerSize: true,
    // The player renders the captions itself.
    renderTextTracksNatively: false,
    enableWebVTT: false,
    // The segments need no transmuxing, and a worker from a blob would need a wider security policy.
    enableWorker: false,
  })
  let mended = false

  /** Returns the best level of a height; -1 leaves the choice to the library. */
  const levelOf = (wanted: Quality | null): number =>
    hls.levels.reduce(
      (best, level, i) => (level.height === wanted && level.bitrate > (hls.levels[best]?.bitrate ?? 0) ? i : best),
      -1,
    )
  const heights = (levels: readonly Level[]) => descending(levels.map(({ height }) => height))
  const tags = () => hls.audioTracks.flatMap(({ lang }) => lang ?? [])

  function speak(wanted: string): boolean {
    const serving = servingTag(wanted, tags())
    const index = hls.audioTracks.findIndex(({ lang }) => lang === serving)
    if (serving === null || index === -1) return false
    if (hls.audioTrack !== index) hls.audioTrack = index
    return true
  }

  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    onHeights(heights(hls.levels))
    const start = levelOf(quality === 'auto' ? shownHeight : quality)
    if (start !== -1) hls.startLevel = start
    if (quality !== 'auto') hls.loadLevel = start
  })
  hls.on(Hls.Events.AUDIO_TRACKS_UPDATED, () => {
    onTongues(tags())
    speak(tag)
  })
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => {
    const height = hls.levels[level]?.height
    if (height) onHeight(height)
  })
  hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return
    if (type === Hls.ErrorTypes.MEDIA_ERROR && !mended) {
      mended = true
      hls.recoverMediaError()
    } else onFatal(type === Hls.ErrorTypes.NETWORK_ERROR ? 'network' : 'media')
  })
  hls.loadSource(url)
  hls.attachMedia(video)

  return {
    speak,
    setQuality: (wanted) => {
      // Level -1 is the library's automatic choice.
      hls.nextLevel = levelOf(wanted)
    },
    destroy: () => hls.destroy(),
  }
}
