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

  get description() {
    return unpack<Rest>(this.#packed).description
  }
  get labels() {
    return unpack<Rest>(this.#packed).labels
  }
  get badges() {
    return unpack<Rest>(this.#packed).badges
  }
  get chapters() {
    return unpack<Rest>(this.#packed).chapters
  }
  get groups() {
    return unpack<Rest>(this.#packed).groups
  }
  get steps() {
    return unpack<Rest>(this.#packed).steps
  }
  get script() {
    return unpack<Rest>(this.#packed).script
  }
  get pdf() {
    return unpack<Rest>(this.#packed).pdf
  }
}
