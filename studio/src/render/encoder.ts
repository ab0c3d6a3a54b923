import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Makes an H.264 film of single pictures, one after another. Write them all, then wait for end(). */
export interface PictureEncoder {
  write(picture: Buffer): Promise<void>
  /** Rejects with ffmpeg's own words when the film could not be made. */
  end(): Promise<void>
}

export function pictureEncoder(
  file: string,
  { fps, pictures, preset, crf }: { fps: number; pictures: 'mjpeg' | 'png'; preset: string; crf: number },
): PictureEncoder {
  const input = ['-f', 'image2pipe', '-framerate', String(fps), '-c:v', pictures, '-i', '-']
  const colours = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']
  const scale = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv', '-pix_fmt', 'yuv420p']
  const output = ['-c:v', 'libx264', '-preset', preset, '-crf', String(crf), '-f', 'mp4', file]
  const program = spawn('ffmpeg', ['-v', 'error', '-y', ...input, ...scale, ...colours, ...output])
  let complaint = ''
  program.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  // A program that ends early closes its input: what it says then is worth more than the broken pipe.
  program.stdin.on('error', () => undefined)
  const ended = once(program, 'close')
  return {
    async write(picture) {
      if (program.exitCode !== null) return
      if (!program.stdin.write(picture)) await Promise.race([once(program.stdin, 'drain'), ended])
    },
    async end() {
      program.stdin.end()
      const [code] = (await ended) as [number | null]
      if (code !== 0) throw new Error(`ffmpeg could not make ${file}: ${complaint.slice(-2000)}`)
    },
  }
}
