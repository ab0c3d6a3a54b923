import type { Fragments } from './fragments.ts'

/** The HLS media playlist of a single-file CMAF track; `file` is its name beside the playlist. */
export function mediaPlaylist(file: string, { initSize, segments }: Fragments): string {
  const longest = Math.max(...segments.map(({ duration }) => Math.round(duration)))
  return lines(
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${file}",BYTERANGE="${initSize}@0"`,
    ...segments.flatMap(({ at, size, duration }) => [
      `#EXTINF:${duration.toFixed(5)},`,
      `#EXT-X-BYTERANGE:${size}@${at}`,
      file,
    ]),
    '#EXT-X-ENDLIST',
  )
}

/** The HLS media playlist of a WebVTT file: one segment of the film's duration in seconds. */
export function captionsPlaylist(file: string, duration: number): string {
  return lines(
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(duration)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXTINF:${duration.toFixed(5)},`,
    file,
    '#EXT-X-ENDLIST',
  )
}

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`
}
