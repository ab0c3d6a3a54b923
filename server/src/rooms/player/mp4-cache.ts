import {
  ALL_FORMATS,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { folderCache } from '../../core/storage/folder-cache.ts'

/**
 * Caches plain MP4 files of one narration language, remuxed from picture and voice without a re-encode. A file is made
 * at the first request (some 60 ms for half a minute); concurrent requests share one remux.
 */

export interface RemuxRequest {
  /** Absolute paths of the fragmented MP4 files. */
  video: string
  audio: string
  /** File name in the cache, unique for its content. */
  name: string
}

export function mp4Cache(folder: string, size: number) {
  const files = folderCache(folder, size)
  return ({ video, audio, name }: RemuxRequest): Promise<string> => files.of(name, () => remux(video, audio))
}

/** Remuxes a video file's picture and an audio file's voice into one MP4 with the index in front. */
export async function remux(videoPath: string, audioPath: string): Promise<Uint8Array> {
  using videoInput = new Input({ source: new FilePathSource(videoPath), formats: ALL_FORMATS })
  using audioInput = new Input({ source: new FilePathSource(audioPath), formats: ALL_FORMATS })
  const videoTrack = await videoInput.getPrimaryVideoTrack()
  const audioTrack = await audioInput.getPrimaryAudioTrack()
  if (!videoTrack || !audioTrack) throw new Error(`no picture in ${videoPath} or no sound in ${audioPath}`)
  const videoSource = new EncodedVideoPacketSource((await videoTrack.getCodec())!)
  const audioSource = new EncodedAudioPacketSource((await audioTrack.getCodec())!)
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  output.addVideoTrack(videoSource, { frameRate: undefined })
  output.addAudioTrack(audioSource)
  await output.start()
  const videoConfig = await videoTrack.getDecoderConfig()
  const audioConfig = await audioTrack.getDecoderConfig()
  await Promise.all([
    (async () => {
      for await (const packet of new EncodedPacketSink(videoTrack).packets())
        await videoSource.add(packet, { decoderConfig: videoConfig! })
      videoSource.close()
    })(),
    (async () => {
      for await (const packet of new EncodedPacketSink(audioTrack).packets())
        await audioSource.add(packet, { decoderConfig: audioConfig! })
      audioSource.close()
    })(),
  ])
  await output.finalize()
  return new Uint8Array(target.buffer!)
}
