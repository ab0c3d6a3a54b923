import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { describe, expect, test } from 'vitest'
import { filmOf } from './film.ts'
import { kindOfId, whatToShow } from './page-state.ts'

const english = { language_id: 50, language_code: 'en-US', name: 'English' }
const thai = { language_id: 26, language_code: 'th-TH', name: 'ไทย' }
const viewer = { language_id: 50, chosen: null, narratedOnly: false }

function details(
  video: Partial<AnimationDetails['video']> = {},
  more: Partial<AnimationDetails> = {},
): AnimationDetails {
  return {
    video: {
      partId: 'BRKDSC',
      tagName: '',
      language_id: 50,
      video_type: 'narrated',
      videoUrl: '/film.mp4',
      videoUrlVod: null,
      videoUrlVodHLS: null,
      videoUrlVodDASH: null,
      narratedVideoUrl: null,
      interactiveVideoUrl: null,
      posterUrl: null,
      thumbnailsUrl: null,
      duration: 25,
      width: 1280,
      height: 720,
      ...video,
    },
    part_name: 'Disc brake',
    subtitle: '',
    description: '',
    keywords: [],
    isNew: 0,
    system: { system_id: 1, system_name: 'Brakes', slug: 'brakes' },
    sub_system: { sub_system_id: 101, sub_system_name: 'Disc brakes' },
    parent_id: null,
    equivalent_part_id: 'BRKDSC-INT',
    equivalent_interactive_part_id: 'BRKDSC-INT',
    equivalent_narrated_part_id: 'BRKDSC',
    narratedLanguages: [english],
    captions: [{ ...thai, url: '/th.vtt' }],
    syntheticNarration: true,
    chapters: [],
    transcript: [],
    labelsUrl: null,
    labelTexts: {},
    badgeTexts: {},
    interactiveButtons: [],
    buttonLabels: [],
    defaultPlayTime: '',
    loopTime: '',
    secondsOrFrames: 'seconds',
    loadVideoJSPlayer: true,
    related: [],
    message: '',
    warningLights: [],
    partsPdf: null,
    googleanalytics: '',
    favourite: { isFavourite: 0, id: null },
    ...more,
  }
}

const noFile = { videoUrl: null, narratedVideoUrl: null }
const interactive = { video_type: 'interactive' as const }

describe('the page of a narrated film', () => {
  test('shows a film with a narration in the language', () => {
    expect(whatToShow(details(), viewer)).toEqual({ kind: 'film' })
  })

  test('offers other languages if it has none, until one is chosen', () => {
    expect(whatToShow(details(), { ...viewer, language_id: 26 })).toEqual({ kind: 'no-narration' })
    expect(whatToShow(details(), { ...viewer, language_id: 26, chosen: 26 })).toEqual({ kind: 'film' })
  })

  test('shows a message if it has no narration at all', () => {
    expect(whatToShow(details({}, { narratedLanguages: [] }), viewer)).toEqual({ kind: 'no-languages' })
  })

  test('redirects to the interactive film if there is no narrated one', () => {
    expect(whatToShow(details(noFile), viewer)).toEqual({ kind: 'go-to', partId: 'BRKDSC-INT' })
    expect(whatToShow(details({ ...noFile, videoUrlVodHLS: '/film.m3u8' }), viewer)).toEqual({ kind: 'film' })
  })

  test('returns not found if there is neither', () => {
    expect(whatToShow(details(noFile, { equivalent_interactive_part_id: null }), viewer)).toEqual({ kind: 'not-found' })
    expect(whatToShow(details(noFile), { ...viewer, narratedOnly: true })).toEqual({ kind: 'not-found' })
  })
})

describe('the page of an interactive film', () => {
  test('shows it in every language', () => {
    expect(whatToShow(details(interactive, { narratedLanguages: [] }), { ...viewer, language_id: 26 })).toEqual({
      kind: 'film',
    })
  })

  test('returns not found without a file, and on a touch screen without the right', () => {
    expect(whatToShow(details({ ...interactive, videoUrl: null }), viewer)).toEqual({ kind: 'not-found' })
    expect(whatToShow(details(interactive), { ...viewer, narratedOnly: true })).toEqual({ kind: 'not-found' })
  })
})

test('passes the narration of the plain file to the player', () => {
  const film = filmOf(details({}, { narratedLanguages: [thai, english] }))
  expect(film.spoken).toBe('en-US')
  expect(film.sources).toEqual({ mp4: '/film.mp4', hls: null, dash: null, duration: 25 })
  expect(film.captions).toEqual([{ language_id: 26, tag: 'th-TH', name: 'ไทย', url: '/th.vtt' }])
})

test('a message value of Warning_lights shows the warning lights, even without a video URL', () => {
  const lights = details({ ...noFile, ...interactive }, { message: 'Warning_lights', narratedLanguages: [] })
  expect(whatToShow(lights, { language_id: 50, chosen: null, narratedOnly: true })).toEqual({ kind: 'lights' })
})

test('a part id of exactly 6 characters is a narrated part id, any other length is interactive', () => {
  expect(['BRKDSC', 'BRKDS', 'BRKDSC1', 'BRKDSC-INT', 'Warning_lights'].map(kindOfId)).toEqual([
    'narrated',
    'interactive',
    'interactive',
    'interactive',
    'interactive',
  ])
})
