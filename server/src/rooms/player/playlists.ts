import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { LibraryPart } from '../catalogue/library/library.ts'

/** Builds the HLS and DASH playlists of one site with only the site's languages. */

type Streams = NonNullable<LibraryPart['streams']>
const attribute = (text: string) => `"${text.replaceAll('"', "'")}"`

/** Returns the master playlist. The site's default language, else the first narration, plays by default. */
export function masterPlaylist(streams: Streams, languages: Language[]): string {
  const audio = audioFor(streams, languages)
  const subtitles = streams.subtitles.filter((s) => languages.some((l) => l.language_code === s.language))
  const loudest = Math.max(0, ...audio.map((a) => a.track.bandwidth))
  const audioCodec = audio[0]?.track.codecs
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS']
  for (const [index, { track, language }] of audio.entries())
    lines.push(
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="voice",LANGUAGE=${attribute(language.language_code)},NAME=${attribute(language.name)},` +
        `DEFAULT=${index === 0 ? 'YES' : 'NO'},AUTOSELECT=YES,CHANNELS="${track.channels}",URI=${attribute(track.playlist)}`,
    )
  for (const s of subtitles)
    lines.push(
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",LANGUAGE=${attribute(s.language)},NAME=${attribute(s.name)},` +
        `DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI=${attribute(s.playlist)}`,
    )
  for (const v of streams.video) {
    const groups = `${audio.length ? ',AUDIO="voice"' : ''}${subtitles.length ? ',SUBTITLES="captions"' : ''}`
    const codecs = audioCodec ? `${v.codecs},${audioCodec}` : v.codecs
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${v.bandwidth + loudest},AVERAGE-BANDWIDTH=${v.average_bandwidth + loudest},CODECS=${attribute(codecs)},` +
        `RESOLUTION=${v.width}x${v.height},FRAME-RATE=${v.frame_rate.toFixed(3)}${groups}`,
      v.playlist,
    )
  }
  return `${lines.join('\n')}\n`
}

/** Returns the DASH manifest without the voices that no language of the site uses. */
export function siteManifest(manifest: string, streams: Streams, languages: Language[]): string {
  const heard = new Set(audioFor(streams, languages).map((a) => a.track.language))
  return manifest.replaceAll(
    /[ \t]*<AdaptationSet\b[^>]*\blang="([^"]+)"[^>]*>[\s\S]*?<\/AdaptationSet>\s*?\n/g,
    (whole, tag: string) =>
      whole.includes('contentType="audio"') && ![...heard].some((h) => h === tag || h.split('-')[0] === tag)
        ? ''
        : whole,
  )
}

/**
 * Returns the narrations for the languages of a site, in the site's order; a track that serves two languages is offered
 * once.
 */
function audioFor(streams: Streams, languages: Language[]) {
  const offered = languages.flatMap((language) => {
    const track = streams.audio.find(
      (t) => t.language === language.language_code || t.also_for.includes(language.language_code),
    )
    return track ? [{ track, language }] : []
  })
  return offered.filter((o, i) => offered.findIndex((x) => x.track === o.track) === i)
}
