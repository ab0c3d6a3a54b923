import type { Fragments } from './fragments.ts'
import { nameOf } from './languages.ts'

/** streams.json: what the server needs for a master playlist. library/README.md describes it. */
export interface Streams {
  format: 1
  duration: number
  video: (Stream & { width: number; height: number; frame_rate: number })[]
  audio: (Stream & {
    language: string
    also_for: string[]
    name: string
    voice: 'synthetic' | 'human'
    channels: number
    sample_rate: number
  })[]
  subtitles: { language: string; name: string; file: string; playlist: string }[]
}

interface Stream {
  file: string
  playlist: string
  codecs: string
  bandwidth: number
  average_bandwidth: number
}

/** A packed track: what the part says of it and what the file is. */
export interface VideoTrack {
  width: number
  height: number
  fps: number
  fragments: Fragments
}
export interface AudioTrack {
  language: string
  voice: 'synthetic' | 'human'
  also_for: string[]
  fragments: Fragments
}

/** Names of the files of a track without their ending. */
export const videoName = (height: number) => `video-${height}`
export const audioName = (language: string) => `audio-${language}`
export const captionsName = (language: string) => `captions-${language}`

/** Writes down the tracks of a film of `duration` seconds; videos highest first, languages in the order of the part. */
export function streamsOf(duration: number, video: VideoTrack[], audio: AudioTrack[], captions: string[]): Streams {
  return {
    format: 1,
    duration,
    video: video
      .toSorted((a, b) => b.height - a.height)
      .map(({ width, height, fps, fragments }) => ({
        ...stream(videoName(height), fragments),
        width,
        height,
        frame_rate: fps,
      })),
    audio: audio.map(({ language, also_for, voice, fragments }) => {
      const { file, playlist, ...rates } = stream(audioName(language), fragments)
      const name = nameOf(language)
      return { language, also_for, name, voice, file, playlist, ...rates, channels: 1, sample_rate: 48_000 }
    }),
    subtitles: captions.map((language) => {
      const name = captionsName(language)
      return { language, name: nameOf(language), file: `${name}.vtt`, playlist: `${name}.m3u8` }
    }),
  }
}

function stream(name: string, { codecs, peak, average }: Fragments): Stream {
  return {
    file: `${name}.mp4`,
    playlist: `${name}.m3u8`,
    codecs,
    bandwidth: peak,
    average_bandwidth: average,
  }
}
