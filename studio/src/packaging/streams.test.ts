import { describe, expect, test } from 'vitest'
import { dashManifest } from './dash.ts'
import { readFragments } from './fragments.ts'
import { nameOf, threeLetters } from './languages.ts'
import { captionsPlaylist, mediaPlaylist } from './playlists.ts'
import { sample, sampleStreams } from './sample.testing.ts'
import { streamsOf } from './streams.ts'

const { duration, video, audio, subtitles } = sampleStreams
const fragments = new Map([...video, ...audio].map(({ file }) => [file, readFragments(sample(file))]))

describe('the streams of the sample film', () => {
  test('cover their files without a gap', () => {
    for (const [file, { segments, index, initSize }] of fragments) {
      expect(initSize, file).toBe(index[0])
      expect(segments[0]?.at, file).toBe(index[1] + 1)
      expect(segments.at(-1)!.at + segments.at(-1)!.size, file).toBe(sample(file).length)
    }
  })

  test('have the playlists that lie beside them', () => {
    for (const { file, playlist } of [...video, ...audio])
      expect(mediaPlaylist(file, fragments.get(file)!), file).toBe(sample(playlist).toString())
    for (const { file, playlist } of subtitles)
      expect(captionsPlaylist(file, duration), file).toBe(sample(playlist).toString())
  })

  test('are written down in streams.json', () => {
    const videoTracks = video.map((v) => ({
      width: v.width,
      height: v.height,
      fps: v.frame_rate,
      fragments: fragments.get(v.file)!,
    }))
    const audioTracks = audio.map(({ language, voice, also_for, file }) => ({
      language,
      voice,
      also_for,
      fragments: fragments.get(file)!,
    }))
    const captions = subtitles.map(({ language }) => language)
    expect(streamsOf(duration, videoTracks.toReversed(), audioTracks, captions)).toEqual(sampleStreams)
  })

  test('are written down for DASH', () => {
    expect(dashManifest(sampleStreams, fragments)).toBe(sample('manifest.mpd').toString())
  })

  test('are refused for DASH when a file has not been read', () => {
    expect(() => dashManifest(sampleStreams, new Map())).toThrow('no index of video-720.mp4')
  })
})

describe('a track', () => {
  test('is refused when its index does not cover it', () => {
    const file = sample('video-270.mp4')
    const free = Buffer.from([0, 0, 0, 8, ...Buffer.from('free')])
    expect(() => readFragments(Buffer.concat([file, free]))).toThrow('does not cover the file')
  })

  test('is refused without an index', () => {
    expect(() => readFragments(sample('interactive.mp4'))).toThrow('no index (sidx)')
  })
})

describe('a language', () => {
  test('is called by its own name', () => {
    expect(['en-AU', 'he-IL', 'de-DE', 'it-IT'].map(nameOf)).toEqual([
      'English (Australia)',
      'עברית',
      'Deutsch',
      'Italiano',
    ])
  })

  test('has three letters in a file', () => {
    expect(['he-IL', 'fr-FR', 'xx-XX'].map(threeLetters)).toEqual(['heb', 'fra', 'und'])
  })
})
