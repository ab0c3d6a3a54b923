import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/**
 * Encrypts short texts before they are stored (AES-256-GCM), and makes keyed hashes of words so that a search can find
 * them without decrypting. The key comes from the configuration; the database does not have it.
 */
export interface Sealer {
  /** Returns the sealed text. `context` must be the same when it is opened. */
  seal(text: string, context: string): string
  /** Returns the text; undefined if the key or the context is another one. */
  open(sealed: string, context: string): string | undefined
  /** Returns the hashes of the beginnings of each word, for an index. */
  beginnings(text: string, context: string): string[]
  /** Returns the hashes that the index of a matching text contains: one for each word of a search. */
  wanted(search: string, context: string): string[]
}

/** Longer beginnings of a word are not indexed: a longer search compares this many letters. */
const longest = 8
const shortest = 2

/** Returns the words of a text in the form in which they are compared: lower case, without accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLocaleLowerCase('en')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Makes a sealer whose keys are derived from a secret for one purpose. */
export function makeSealer(secret: string, purpose: string): Sealer {
  const keyFor = (use: string) => createHmac('sha256', secret).update(`${purpose} ${use}`).digest()
  const [encryption, index] = [keyFor('encryption'), keyFor('index')]
  const hash = (word: string, context: string) =>
    createHmac('sha256', index).update(`${context}\n${word}`).digest('base64url').slice(0, 16)
  return {
    seal(text, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryption, nonce).setAAD(Buffer.from(context))
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes.length < 28) return undefined
      const decipher = createDecipheriv('aes-256-gcm', encryption, bytes.subarray(0, 12))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-16))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
    beginnings(text, context) {
      const found = wordsOf(text).flatMap((word) => {
        const letters = Array.from(word)
        const most = Math.min(longest, letters.length)
        // Words of one letter are indexed whole.
        const lengths = most < shortest ? [most] : Array.from({ length: most - shortest + 1 }, (_, i) => shortest + i)
        return lengths.map((length) => hash(letters.slice(0, length).join(''), context))
      })
      return [...new Set(found)]
    },
    wanted: (search, context) =>
      wordsOf(search)
        .filter((word) => Array.from(word).length >= shortest)
        .map((word) => hash(Array.from(word).slice(0, longest).join(''), context)),
  }
}
