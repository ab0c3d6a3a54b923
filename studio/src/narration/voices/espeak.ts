import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toPhonemes } from './hebrew.ts'
import type { Speech } from '../speech.ts'
import { run } from '../tools.ts'
import { readWav } from '../wav.ts'

/**
 * Words a minute: a little above its usual 175, which makes about ten letters of Hebrew a second. Faster it swallows
 * syllables, slower it drawls.
 */
const speed = 180
/** Below the usual 50: a lower formant voice buzzes less. From 0 to 99. */
const pitch = 42
/** The name that espeak-ng has for a language whose tag it does not know. */
const voices: Record<string, string> = { 'he-IL': 'he', 'zh-CN': 'cmn', 'en-AU': 'en-gb' }

/** Hebrew and every language that has no better voice: espeak-ng. It does not tell when it says each word. */
export async function speak(text: string, { language }: { language: string }): Promise<Speech> {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-espeak-'))
  try {
    const wav = join(folder, 'line.wav')
    const voice = voices[language] ?? language.toLowerCase()
    const input = voice === 'he' ? toPhonemes(text) : text
    const manner = ['-s', String(speed), '-p', String(pitch)]
    await run('espeak-ng', ['-v', voice, '-b', '1', ...manner, '-w', wav, '--stdin'], { input })
    return readWav(await readFile(wav))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
