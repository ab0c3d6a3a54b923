/* oxlint-disable no-underscore-dangle -- the compiled engine names its functions so */
import { readFile } from 'node:fs/promises'
import type { Speech } from '../speech.ts'
import { MissingTool, picoVoice } from '../tools.ts'

/** What Pico's voices are recorded at. */
const rate = 16_000
/** Bytes that the engine is given to work in, as its own example program gives it. */
const workingMemory = 2_500_000
/** Statuses of pico_getData: all text said, or more to come. */
const idle = 200
const busy = 201
/** Bytes of sound that are fetched at a time. */
const chunk = 256

/** Spanish, French and German: SVOX Pico, compiled to WebAssembly. It does not tell when it says each word. */
export async function speak(text: string, { language }: { language: string }): Promise<Speech> {
  const files = picoVoice(language)
  const pico = await engine()
  // A fresh engine for each text: what was said before then changes nothing, and the memory goes with it.
  const { default: open } = pico
  const m = await open()
  const address = m._malloc(16)
  const string = (s: string) => {
    const bytes = Buffer.from(`${s}\0`, 'utf8')
    const at = m._malloc(bytes.length)
    m.HEAPU8.set(bytes, at)
    return at
  }
  const done = (what: string, status: number) => {
    if (status !== 0) throw new Error(`SVOX Pico could not ${what} for ${language} (status ${status})`)
  }

  done('start', m._pico_initialize(m._malloc(workingMemory), workingMemory, address))
  const system = m.HEAP32[address >> 2]!
  const voice = string('voice')
  done('define a voice', m._pico_createVoiceDefinition(system, voice))
  m.FS.mkdir('/voice')
  for (const [i, file] of files.entries()) {
    m.FS.writeFile(`/voice/${i}.bin`, new Uint8Array(await readFile(file)))
    done('load its voice', m._pico_loadResource(system, string(`/voice/${i}.bin`), address))
    const name = m._malloc(200)
    done('name its voice', m._pico_getResourceName(system, m.HEAP32[address >> 2]!, name))
    done('add its voice', m._pico_addResourceToVoiceDefinition(system, voice, name))
  }
  done('begin', m._pico_newEngine(system, voice, address))
  const speaker = m.HEAP32[address >> 2]!

  const size = Buffer.byteLength(text) + 1
  const start = string(text)
  const buffer = m._malloc(chunk)
  const received = m._malloc(4)
  const type = m._malloc(4)
  const sound: Buffer[] = []
  for (let said = 0; said < size;) {
    done('read the text', m._pico_putTextUtf8(speaker, start + said, size - said, address))
    said += m.HEAP16[address >> 1]!
    let status = busy
    while (status === busy) {
      status = m._pico_getData(speaker, buffer, chunk, received, type)
      sound.push(Buffer.from(m.HEAPU8.slice(buffer, buffer + m.HEAP16[received >> 1]!)))
    }
    if (status !== idle) throw new Error(`SVOX Pico stopped in the middle of a line for ${language} (status ${status})`)
  }
  const bytes = Buffer.concat(sound)
  const samples = new Float32Array(bytes.length / 2)
  for (let i = 0; i < samples.length; i += 1) samples[i] = bytes.readInt16LE(i * 2) / 32768
  return { samples, rate }
}

/** Loaded when it is needed, because only a build of films has it installed. */
async function engine() {
  try {
    return await import('@echogarden/svoxpico-wasm')
  } catch (error) {
    throw new MissingTool('SVOX Pico is missing: npm install brings its engine, @echogarden/svoxpico-wasm.', {
      cause: error,
    })
  }
}
