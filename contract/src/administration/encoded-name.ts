/**
 * The name of a location on the wire: base64 of its UTF-8, as older clients send it. A name that is not encoded is taken as
 * it is, so that other programs need not encode it.
 */

export function encodeName(name: string): string {
  let bytes = ''
  for (const byte of new TextEncoder().encode(name)) bytes += String.fromCharCode(byte)
  return btoa(bytes)
}

/** Letters in the shape of base64, with what words do not have: digits, signs, or capitals inside. */
const looksEncoded = /^(?=.*(\d|[+/=]|[a-z][A-Z]))[A-Za-z0-9+/]+={0,2}$/

export function decodeName(text: string): string {
  if (text.length % 4 !== 0 || !looksEncoded.test(text)) return text
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const name = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // What decodes to control characters was a plain name.
    return /\p{Cc}/u.test(name) || encodeName(name) !== text ? text : name
  } catch {
    return text
  }
}
