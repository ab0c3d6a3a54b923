import type { z } from 'zod'
import { pack, unpack } from './packed.ts'
import type { PartFile, Streams } from './part.format.ts'

/**
 * A part and its streams. Lists read a few fields of thousands of parts, so these are at hand; the steps, chapters,
 * languages and streams of a film are read for that film only.
 */

type Part = z.output<typeof PartFile>
type Narrated = NonNullable<Part['film']>
type Interactive = NonNullable<Part['interactive_film']>

/** The fields that stay packed. */
interface Rest {
  sources: Part['sources']
  chapters: Narrated['chapters']
  audio: Narrated['audio']
  captions: Narrated['captions']
  steps: Interactive['steps']
  streams: z.output<typeof Streams> | null
}
type ListedFilm = Omit<Narrated, keyof Rest | 'streams'> & Pick<Narrated, 'streams'>
type ListedInteractive = Omit<Interactive, keyof Rest>
type ListedPart = Omit<Part, keyof Rest | 'film' | 'interactive_film'> & {
  film?: ListedFilm
  interactive_film?: ListedInteractive
}

/** A part as the file of records holds it. */
export interface PackedPartRecord {
  listed: ListedPart
  /** Number of steps of the interactive film. */
  stepCount: number
  /** The other fields, packed. */
  rest: Uint8Array
}

export function packPart(part: Part, streams: Rest['streams']): PackedPartRecord {
  const { sources, film, interactive_film: interactive, ...listed } = part
  const { chapters = [], audio = [], captions = [], ...listedFilm } = film ?? {}
  const { steps = [], ...listedInteractive } = interactive ?? {}
  return {
    listed: {
      ...listed,
      ...(film && { film: listedFilm as ListedFilm }),
      ...(interactive && { interactive_film: listedInteractive as ListedInteractive }),
    },
    stepCount: steps.length,
    rest: pack({ sources, chapters, audio, captions, steps, streams } satisfies Rest),
  }
}

/** Returns the part of a record; its packed fields are unpacked when they are read. */
export function unpackPart({ listed, rest }: PackedPartRecord): Part {
  const { film, interactive_film: interactive, ...fields } = listed
  return new PackedPart(rest, {
    ...fields,
    ...(film && { film: new PackedFilm(rest, film) as PackedFilm & ListedFilm }),
    ...(interactive && {
      interactive_film: new PackedInteractive(rest, interactive) as PackedInteractive & ListedInteractive,
    }),
  }) as PackedPart & Omit<Part, 'sources'>
}

export const streamsOf = ({ rest }: PackedPartRecord): Rest['streams'] => unpack<Rest>(rest).streams

/** Has the listed fields as its own, and those of the subclass by getters. */
class Packed {
  readonly #packed: Uint8Array

  constructor(packed: Uint8Array, listed: object) {
    this.#packed = packed
    Object.assign(this, listed)
  }
  protected rest(): Rest {
    return unpack<Rest>(this.#packed)
  }
}

class PackedPart extends Packed {
  get sources() {
    return this.rest().sources
  }
}

class PackedFilm extends Packed {
  get chapters() {
    return this.rest().chapters
  }
  get audio() {
    return this.rest().audio
  }
  get captions() {
    return this.rest().captions
  }
}

class PackedInteractive extends Packed {
  get steps() {
    return this.rest().steps
  }
}
