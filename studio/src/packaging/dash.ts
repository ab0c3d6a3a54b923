import type { Fragments } from './fragments.ts'
import type { Streams } from './streams.ts'

const aligned = 'segmentAlignment="true" subsegmentAlignment="true" subsegmentStartsWithSAP="1"'
/** Bits a second that are said of captions, whose size nobody measures. */
const captionRate = 1000

/**
 * The DASH manifest (on-demand profile) over the files of streams.json: one AdaptationSet for the video and one for each
 * language. `fragments` holds the file of each name.
 */
export function dashManifest(streams: Streams, fragments: Map<string, Fragments>): string {
  const length = `PT${streams.duration}S`
  const sets = [videoSet(streams, fragments), ...audioSets(streams, fragments), ...captionSets(streams)]
  return `<?xml version="1.0" encoding="UTF-8"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011" mediaPresentationDuration="${length}" minBufferTime="PT2S">
  <Period id="1" start="PT0S" duration="${length}">
${sets.map((set, i) => set.replace('<AdaptationSet', `<AdaptationSet id="${i + 1}"`)).join('')}  </Period>
</MPD>
`
}

function videoSet({ video }: Streams, fragments: Map<string, Fragments>): string {
  const largest = video[0]!
  const representations = video.map((v) => {
    const extra = ` width="${v.width}" height="${v.height}"`
    return representation(`v${v.height}`, v, extra, fragments)
  })
  const size = `maxWidth="${largest.width}" maxHeight="${largest.height}"`
  return `    <AdaptationSet contentType="video" mimeType="video/mp4" par="16:9" frameRate="${largest.frame_rate}" ${size} ${aligned}>
${representations.join('')}    </AdaptationSet>
`
}

function audioSets({ audio }: Streams, fragments: Map<string, Fragments>): string[] {
  return audio.map((a, i) => {
    const extra = ` audioSamplingRate="${a.sample_rate}"`
    return `    <AdaptationSet contentType="audio" mimeType="audio/mp4" lang="${a.language}" ${aligned}>
      <Role schemeIdUri="urn:mpeg:dash:role:2011" value="${i === 0 ? 'main' : 'dub'}"/>
      <Label>${escape(a.name)}</Label>
${representation(`a-${a.language}`, a, extra, fragments)}    </AdaptationSet>
`
  })
}

function captionSets({ subtitles }: Streams): string[] {
  return subtitles.map(
    (s) => `    <AdaptationSet contentType="text" mimeType="text/vtt" lang="${s.language}">
      <Role schemeIdUri="urn:mpeg:dash:role:2011" value="caption"/>
      <Label>${escape(s.name)}</Label>
      <Representation id="s-${s.language}" bandwidth="${captionRate}"><BaseURL>${s.file}</BaseURL></Representation>
    </AdaptationSet>
`,
  )
}

function representation(
  id: string,
  { file, codecs, bandwidth }: { file: string; codecs: string; bandwidth: number },
  extra: string,
  fragments: Map<string, Fragments>,
): string {
  const found = fragments.get(file)
  if (!found) throw new Error(`no index of ${file}`)
  return `      <Representation id="${id}" codecs="${codecs}" bandwidth="${bandwidth}"${extra}>
        <BaseURL>${file}</BaseURL>
        <SegmentBase indexRange="${found.index.join('-')}"><Initialization range="0-${found.initSize - 1}"/></SegmentBase>
      </Representation>
`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
