import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wordsOf, type Speech, type SpokenWord } from '../speech.ts'
import { festivalVoice, needFestival, run } from '../tools.ts'
import { readWav } from '../wav.ts'

/** English: the Festival system with an HTS voice. The only one of our voices that tells when it says each word. */
export async function speak(text: string): Promise<Speech> {
  await needFestival()
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-festival-'))
  try {
    const wav = join(folder, 'line.wav')
    const script = join(folder, 'line.scm')
    await writeFile(script, program(plainText(text), wav))
    const { stdout } = await run('festival', ['-b', script])
    return { ...readWav(await readFile(wav)), words: wordTimes(text, stdout) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A Festival program that says a text, saves it and prints a T line per token and under it a W line per word. */
function program(text: string, wav: string): string {
  return `(voice_${festivalVoice})
(set! u (utt.synth (Utterance Text ${quote(text)})))
(utt.save.wave u ${quote(wav)} 'riff)
(set! token (utt.relation.first u 'Token))
(while token
  (format t "T %s\\n" (item.name token))
  (mapcar (lambda (w) (format t "W %s %f %f\\n" (item.name w) (item.feat w "R:Word.word_start") (item.feat w "R:Word.word_end")))
    (item.daughters token))
  (set! token (item.next token)))
`
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** Festival reads ASCII only: typographic signs become plain ones and accents go. */
function plainText(text: string): string {
  return text
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '')
    .replaceAll(/\s*[–—]\s*/g, ', ')
    .replaceAll('°', ' degrees')
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
}

/**
 * The times of the words of a text from what Festival printed, or none when its tokens are not the words as written.
 * One written word may be several spoken ones (`left-hand`, `12`); a token of punctuation has no time and ends where the
 * word before it ends.
 */
export function wordTimes(text: string, printed: string): SpokenWord[] | undefined {
  const tokens: { start: number; end: number }[] = []
  let last = 0
  for (const line of printed.split('\n')) {
    const [kind, , start, end] = line.split(' ')
    if (kind === 'T') tokens.push({ start: last, end: last })
    const token = tokens.at(-1)
    if (kind !== 'W' || !token || !(Number(end) > Number(start))) continue
    if (token.end === token.start) token.start = Number(start)
    token.end = Number(end)
    last = token.end
  }
  const words = wordsOf(text)
  if (words.length !== tokens.length) return undefined
  return words.map((word, i) => ({ text: word, start: tokens[i]!.start, end: tokens[i]!.end }))
}
