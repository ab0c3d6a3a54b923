import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { progressLine } from '../build/progress.ts'
import { sha256 } from '../media-hashes.ts'
import { narrate } from '../narration/narrate.ts'
import { ffmpeg, needProgram } from '../narration/tools.ts'
import { openStudioPage } from '../render/browser.ts'
import { pictureEncoder } from '../render/encoder.ts'
import { drawFrames } from '../render/stills.ts'
import { readSource, workFolder } from '../source.ts'
import { readYaml } from '../yaml.ts'
import { samplesFolder, SamplesFile, samplesHash, type Samples } from './samples.format.ts'

/** Makes library/samples/media: the film and the picture that stand for what customers upload, and their hash. */

const source = join(samplesFolder, 'samples.yaml')
const media = join(samplesFolder, 'media')
const work = join(workFolder, 'samples')

export async function buildSamples(): Promise<void> {
  await needProgram('ffmpeg')
  const samples = readYaml(source, SamplesFile)
  mkdirSync(work, { recursive: true })
  mkdirSync(media, { recursive: true })
  // The film takes minutes; when only the picture has changed it stays.
  const madeFrom = join(work, 'custom-film.made-from')
  const filmSource = sha256(JSON.stringify(samples.custom_film))
  if (!existsSync(madeFrom) || readFileSync(madeFrom, 'utf8') !== filmSource) {
    await film(samples.custom_film)
    writeFileSync(madeFrom, filmSource)
  }
  await picture(samples.signage_picture)
  writeFileSync(
    join(media, 'hashes.json'),
    `${JSON.stringify({ format: 1, source: samplesHash(), media: hashes() }, null, 2)}\n`,
  )
}

const sampleFiles = ['custom-film.mp4', 'custom-film.webp', 'signage.webp'] as const

const hashes = () => Object.fromEntries(sampleFiles.map((name) => [name, sha256(readFileSync(join(media, name)))]))

async function film(sample: Samples['custom_film']): Promise<void> {
  const { duration, fps, cards } = sample
  const script = {
    file: 'samples.yaml',
    lines: cards.map((c) => ({ start: c.from + 0.3, end: c.to, text: c.said, lineNumber: 1 })),
  }
  await narrate({ language: 'en-US', script, duration, folder: work })

  const silent = join(work, 'custom-film.silent.mp4')
  const encoder = pictureEncoder(silent, { fps, pictures: 'png', preset: 'slow', crf: 26 })
  const studio = await openStudioPage()
  const line = progressLine('  custom film')
  try {
    await studio.page.evaluate((o) => window.studio.open(o), { ...sample, look: {} })
    const total = duration * fps
    for (let frame = 0; frame < total; frame++) {
      const time = frame / fps
      const title = cards.find((card) => card.from <= time && time <= card.to) ?? null
      const order = { time, labels: [], badges: [], title, note: '' }
      const png = await studio.picture((address) =>
        studio.page.evaluate(([o, a]) => window.studio.still(o, a), [order, address] as const),
      )
      await encoder.write(png)
      line.show({ done: frame + 1, total, remaining: null })
    }
    await encoder.end()
  } finally {
    line.end()
    await studio.close()
  }
  const plain = ['-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart']
  await ffmpeg('-i', silent, '-i', join(work, 'en-US.m4a'), '-c', 'copy', plain, join(media, 'custom-film.mp4'))
  await ffmpeg(
    '-ss',
    '2',
    '-i',
    silent,
    '-frames:v',
    '1',
    '-c:v',
    'libwebp',
    '-quality',
    '78',
    join(media, 'custom-film.webp'),
  )
  rmSync(silent)
}

async function picture(sample: Samples['signage_picture']): Promise<void> {
  const back = join(work, 'signage-back.png')
  await drawFrames(readSource(sample.part), 'narrated', [{ at: sample.at, file: back }])
  const page = join(work, 'signage.html')
  writeFileSync(page, signagePage(sample))
  const studio = await openStudioPage()
  const png = join(work, 'signage.png')
  try {
    const context = await studio.page
      .context()
      .browser()!
      .newContext({
        viewport: { width: sample.width, height: sample.height },
      })
    const sheet = await context.newPage()
    await sheet.goto(pathToFileURL(page).href)
    await sheet.screenshot({ path: png })
  } finally {
    await studio.close()
  }
  await ffmpeg('-i', png, '-c:v', 'libwebp', '-quality', '80', '-compression_level', '6', join(work, 'signage.webp'))
  copyFileSync(join(work, 'signage.webp'), join(media, 'signage.webp'))
}

function signagePage({ heading, lines, foot }: Samples['signage_picture']): string {
  const plain = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const font = join(
    import.meta.dirname,
    '../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  )
  const face = existsSync(font)
    ? `@font-face { font-family: Inter; src: url(${pathToFileURL(font).href}); font-weight: 100 900 }`
    : ''
  return `<!doctype html><meta charset="utf-8"><style>${face}
  body { margin: 0; height: 100vh; font-family: Inter, sans-serif; color: #fff; background: #0d1b2e url(signage-back.png) center / cover }
  main { box-sizing: border-box; height: 100%; padding: 130px 120px; display: flex; flex-direction: column; justify-content: center;
    background: linear-gradient(90deg, rgb(9 20 36 / .96) 0, rgb(9 20 36 / .86) 38%, rgb(9 20 36 / 0) 66%) }
  h1 { font-size: 128px; line-height: 1.05; letter-spacing: -.02em; margin: 0 0 40px }
  p { font-size: 46px; line-height: 1.45; margin: 0; color: #c9d8ea }
  footer { margin-top: 84px; font-size: 40px; font-weight: 600; border-inline-start: 10px solid #ff9f1c; padding-inline-start: 28px }
  </style><main><h1>${plain(heading)}</h1>${lines.map((line) => `<p>${plain(line)}</p>`).join('')}<footer>${plain(foot)}</footer></main>`
}
