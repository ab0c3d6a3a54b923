import { describe, expect, test } from 'vitest'
import { firstVia, heightsOfMaster, sameFile, type Sources } from './sources.ts'
import { nameOfLanguage, normalTag, servingTag, languageChoices } from '../captions/languages.ts'

const all: Sources = { mp4: '/film.mp4', hls: '/film.m3u8', dash: '/film.mpd', duration: 25 }
const good = { early: true, adaptive: true, line: { saveData: false, effectiveType: '4g' } }

describe('a film starts', () => {
  test('as the plain file that the page already has', () => {
    expect(firstVia(all, good)).toBe('mp4')
    expect(firstVia(all, { early: true, adaptive: true })).toBe('mp4')
  })

  test.each([
    ['when it is long', { ...all, duration: 121 }, good],
    ['when the page holds none', all, { ...good, early: false }],
    ['when data are to be saved', all, { ...good, line: { saveData: true } }],
    ['when the line is slow', all, { ...good, line: { effectiveType: '3g' } }],
    ['when it has no plain file', { ...all, mp4: null }, good],
  ])('adaptive %s', (_, sources, page) => {
    expect(firstVia(sources, page)).toBe('hls')
  })

  test('by DASH only if there is no other source', () => {
    expect(firstVia({ ...all, hls: null, mp4: null }, good)).toBe('dash')
    expect(firstVia({ ...all, hls: null }, { ...good, early: false })).toBe('mp4')
  })

  test('as the plain file without Media Source Extensions', () => {
    expect(firstVia(all, { ...good, early: false, adaptive: false })).toBe('mp4')
    expect(firstVia({ ...all, mp4: null }, { ...good, adaptive: false })).toBeNull()
  })

  test('not at all without a file', () => {
    expect(firstVia({ mp4: null, hls: null, dash: null, duration: 0 }, good)).toBeNull()
  })
})

test('the qualities of a master playlist are its heights, highest first', () => {
  const master = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",LANGUAGE="en-US",NAME="English",URI="audio.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=270000,CODECS="avc1.640015,mp4a.40.2",RESOLUTION=480x270,AUDIO="a"
video-270.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1000000,RESOLUTION=1280x720,AUDIO="a"
video-720.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1500000,RESOLUTION=1280x720,AUDIO="a"
video-720b.m3u8`
  expect(heightsOfMaster(master)).toEqual([720, 270])
  expect(heightsOfMaster('not a playlist')).toEqual([])
})

test('two URLs name the same file if only their query differs', () => {
  const base = 'http://localhost:4000/animation/BRKDSC'
  expect(sameFile('/media/a.mp4?sign=1', 'http://localhost:4000/media/a.mp4', base)).toBe(true)
  expect(sameFile('/media/a.mp4', '/media/b.mp4', base)).toBe(false)
  expect(sameFile(null, '/media/b.mp4', base)).toBe(false)
})

describe('languages', () => {
  test('match themselves, else a variant of the same language', () => {
    expect(servingTag('en_AU', ['es-ES', 'en-US'])).toBe('en-US')
    expect(servingTag('en-AU', ['en-US', 'en-AU'])).toBe('en-AU')
    expect(servingTag('th-TH', ['es-ES', 'en-US'])).toBeNull()
    expect(normalTag('ES_es')).toBe('es-ES')
  })

  test('with captions only follow those with a narration', () => {
    const tongue = (language_id: number, tag: string) => ({ language_id, tag, name: tag })
    const choices = languageChoices([tongue(50, 'en-US')], [tongue(26, 'th-TH'), tongue(50, 'en-US')])
    expect(choices.map(({ tag, heard }) => [tag, heard])).toEqual([
      ['en-US', true],
      ['th-TH', false],
    ])
  })

  test('have a name in every language', () => {
    expect(nameOfLanguage('th-TH', 'en-US')).toBe('Thai')
    expect(nameOfLanguage('fr_FR', 'es-ES')).toBe('francés')
    expect(nameOfLanguage('!', 'en-US')).toBe('!')
  })
})
