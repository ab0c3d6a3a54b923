import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needProgram, run } from '../narration/tools.ts'
import { openStudioPage, type StudioPage } from './browser.ts'
import { pictureEncoder } from './encoder.ts'
import type { FilmOrder } from './stage-page.ts'

/**
 * A film, frame by frame, into a master of high quality. It is made in chunks of two seconds, each renamed into place when it is
 * whole: after an interruption the next run goes on with the first missing one.
 */

const chunkSeconds = 2

export interface Progress {
  /** Frames of this film: there, and in all. */
  done: number
  total: number
  /** Seconds until the film is ready, by the speed of this run; null before it is known. */
  remaining: number | null
}

/** Renders what is missing of a master and answers its path. `folder` belongs to this film and this state of its sources. */
export async function renderMaster(
  order: FilmOrder & { fps: number },
  folder: string,
  report: (progress: Progress) => void,
): Promise<string> {
  const master = join(folder, 'master.mp4')
  const total = Math.round(order.duration * order.fps)
  if (existsSync(master)) return master
  await needProgram('ffmpeg')
  mkdirSync(folder, { recursive: true })

  const perChunk = chunkSeconds * order.fps
  const chunks = Array.from({ length: Math.ceil(total / perChunk) }, (_, index) => ({
    file: join(folder, `chunk-${String(index).padStart(3, '0')}.mp4`),
    first: index * perChunk,
    last: Math.min(total, (index + 1) * perChunk),
  }))
  const missing = chunks.filter((chunk) => !existsSync(chunk.file))
  let done = total - missing.reduce((sum, chunk) => sum + chunk.last - chunk.first, 0)
  report({ done, total, remaining: null })

  if (missing.length > 0) {
    const studio = await openStudioPage()
    try {
      await studio.page.evaluate((o) => window.studio.open(o), order as FilmOrder)
      const started = Date.now()
      const before = done
      for (const chunk of missing)
        await renderChunk(studio, chunk, order.fps, () => {
          done++
          const each = (Date.now() - started) / 1000 / (done - before)
          report({ done, total, remaining: each * (total - done) })
        })
    } finally {
      await studio.close()
    }
  }
  await joinChunks(
    chunks.map((chunk) => chunk.file),
    master,
  )
  for (const chunk of chunks) rmSync(chunk.file)
  return master
}

async function renderChunk(
  studio: StudioPage,
  chunk: { file: string; first: number; last: number },
  fps: number,
  drawn: () => void,
): Promise<void> {
  const partial = `${chunk.file}.part`
  const encoder = pictureEncoder(partial, { fps, pictures: 'mjpeg', preset: 'veryfast', crf: 12 })
  for (let frame = chunk.first; frame < chunk.last; frame++) {
    await encoder.write(
      await studio.picture((address) =>
        studio.page.evaluate(([t, a]) => window.studio.frame(t, 0.96, a), [frame / fps, address] as const),
      ),
    )
    drawn()
  }
  await encoder.end()
  renameSync(partial, chunk.file)
}

async function joinChunks(files: readonly string[], master: string): Promise<void> {
  const list = `${master}.txt`
  writeFileSync(list, files.map((file) => `file '${file}'\n`).join(''))
  const quiet = ['-v', 'error', '-y']
  await run('ffmpeg', [...quiet, '-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', '-f', 'mp4', `${master}.part`])
  renameSync(`${master}.part`, master)
  rmSync(list)
}
