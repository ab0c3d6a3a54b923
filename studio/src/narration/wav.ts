/**
 * Reads a RIFF WAVE file, mono or more (the channels are averaged): 16-bit integers or 32-bit floats, which is what the
 * voices, recorders and ffmpeg write. Answers samples from -1 to 1. Throws on anything else.
 */
export function readWav(file: Buffer): { samples: Float32Array<ArrayBuffer>; rate: number } {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE')
    throw new Error('not a WAV file')
  let rate = 0
  let channels = 0
  let kind = ''
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4)
    const size = file.readUInt32LE(at + 4)
    const body = at + 8
    if (name === 'fmt ') {
      const code = file.readUInt16LE(body)
      channels = file.readUInt16LE(body + 2)
      rate = file.readUInt32LE(body + 4)
      const bits = file.readUInt16LE(body + 14)
      // 0xfffe says that the real code stands in the extension.
      kind = `${code === 0xfffe ? file.readUInt16LE(body + 24) : code}/${bits}`
    } else if (name === 'data') {
      // A program that writes into a pipe cannot go back to fill in the size, and leaves the largest one.
      const end = Math.min(body + size, file.length)
      return { samples: decode(file.subarray(body, end), kind, channels), rate }
    }
    at = body + size + (size % 2)
  }
  throw new Error('a WAV file without sound')
}

function decode(data: Buffer, kind: string, channels: number): Float32Array<ArrayBuffer> {
  const bytes = kind === '1/16' ? 2 : kind === '3/32' ? 4 : 0
  if (!bytes || !channels) throw new Error(`a WAV file of kind ${kind}; it must hold 16-bit integers or 32-bit floats`)
  const samples = new Float32Array(Math.floor(data.length / bytes / channels))
  for (let i = 0; i < samples.length; i += 1) {
    let sum = 0
    for (let c = 0; c < channels; c += 1) {
      const at = (i * channels + c) * bytes
      sum += bytes === 2 ? data.readInt16LE(at) / 32768 : data.readFloatLE(at)
    }
    samples[i] = sum / channels
  }
  return samples
}

/** Writes mono samples as a WAV file of 32-bit floats, so that nothing is lost between two steps. */
export function writeWav(samples: Float32Array, rate: number): Buffer {
  const data = samples.length * 4
  const file = Buffer.alloc(44 + data)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(36 + data, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(3, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 4, 28)
  file.writeUInt16LE(4, 32)
  file.writeUInt16LE(32, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(data, 40)
  for (let i = 0; i < samples.length; i += 1) file.writeFloatLE(samples[i] ?? 0, 44 + i * 4)
  return file
}
