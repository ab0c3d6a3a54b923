import { LRUCache } from 'lru-cache'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { z } from 'zod'
import type { PartText } from './part.format.ts'

/**
 * The text of a part in one language. Lists and the search read a few fields of thousands of texts, so these are at
 * hand; a page of one film reads the rest, which stays compressed in memory until then.
 */

type Text = z.output<typeof PartText>
type Listed = Pick<Text, 'name' | 'subtitle' | 'keywords' | 'symptoms'>
type Rest = Omit<Text, keyof Listed>

/** A text as the file of records holds it. */
export interface PackedRecord {
  listed: Listed
  /** JSON of the other fields, compressed (raw deflate). */
  rest: Uint8Array
}

export function packText({ name, subtitle, keywords, symptoms, ...rest }: Text): PackedRecord {
  return { listed: { name, subtitle, keywords, symptoms }, rest: deflateRawSync(JSON.stringify(rest)) }
}

/** Number of texts that are held uncompressed: those of the films that are being watched. */
const mostUnpacked = 500
const unpacked = new LRUCache<PackedText, Rest>({ max: mostUnpacked })

export class PackedText implements Text {
  readonly name: string
  readonly subtitle: string
  readonly keywords: Text['keywords']
  readonly symptoms: Text['symptoms']
  readonly #packed: Uint8Array

  constructor({ listed, rest }: PackedRecord) {
    this.name = listed.name
    this.subtitle = listed.subtitle
    this.keywords = listed.keywords
    this.symptoms = listed.symptoms
    this.#packed = rest
  }

  #rest(): Rest {
    let rest = unpacked.get(this)
    if (!rest) {
      rest = JSON.parse(inflateRawSync(this.#packed).toString()) as Rest
      unpacked.set(this, rest)
    }
    return rest
  }

  get description() {
    return this.#rest().description
  }
  get labels() {
    return this.#rest().labels
  }
  get badges() {
    return this.#rest().badges
  }
  get chapters() {
    return this.#rest().chapters
  }
  get groups() {
    return this.#rest().groups
  }
  get steps() {
    return this.#rest().steps
  }
  get script() {
    return this.#rest().script
  }
  get pdf() {
    return this.#rest().pdf
  }
}
