import type { z } from 'zod'
import { pack, unpack } from './packed.ts'
import type { PartText } from './part.format.ts'

/**
 * The text of a part in one language. Lists and the search read a few fields of thousands of texts, so these are at
 * hand; a page of one film reads the rest.
 */

type Text = z.output<typeof PartText>
type Listed = Pick<Text, 'name' | 'subtitle' | 'keywords' | 'symptoms'>
type Rest = Omit<Text, keyof Listed>

/** A text as the file of records holds it. */
export interface PackedRecord {
  listed: Listed
  /** The other fields, packed. */
  rest: Uint8Array
}

export function packText({ name, subtitle, keywords, symptoms, ...rest }: Text): PackedRecord {
  return { listed: { name, subtitle, keywords, symptoms }, rest: pack(rest) }
}

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
    return unpack(this.#packed) as Rest
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
