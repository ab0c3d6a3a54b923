/**
 * Parses delivery reports of mail servers (RFC 3464). Other mail to a return address, such as an out-of-office reply,
 * is not a report.
 */

export interface DeliveryReport {
  /** 'hard': permanent (5.x.x). 'soft': given up after a while (4.x.x). */
  kind: 'hard' | 'soft'
  /** One line for people: the status and the server's own words. */
  reason: string
}

/** Parses a raw mail. Returns undefined if it does not report a failure. Never throws, whatever the bytes are. */
export function readDeliveryReport(raw: string): DeliveryReport | undefined {
  const { headers, body } = entity(raw)
  const type = headers.get('content-type') ?? ''
  if (!/^multipart\/report\b/i.test(type)) return undefined
  const boundary = /\bboundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type)
  const between = boundary?.[1] ?? boundary?.[2]
  if (!between) return undefined
  for (const part of partsOf(body, between)) {
    const inner = entity(part)
    if (!/^message\/(?:global-)?delivery-status\b/i.test(inner.headers.get('content-type') ?? '')) continue
    return failureIn(decoded(inner.body, inner.headers.get('content-transfer-encoding')))
  }
  return undefined
}

/** The first group of fields is about the mail, each further one about a recipient. Our mail has one recipient. */
function failureIn(status: string): DeliveryReport | undefined {
  for (const group of status.split(/\r?\n[ \t]*\r?\n/)) {
    const fields = fieldsOf(group)
    if (fields.get('action')?.toLowerCase() !== 'failed') continue
    const code = /^([45])\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')
    if (!code) continue
    const words = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '')
    const reason = `${code[0]} ${words}`
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 300)
    return { kind: code[1] === '5' ? 'hard' : 'soft', reason }
  }
  return undefined
}

function entity(raw: string) {
  const text = raw.replace(/^(?:\r?\n)+/, '')
  const end = /\r?\n\r?\n/.exec(text)
  const head = end ? text.slice(0, end.index) : text
  return { headers: fieldsOf(head), body: end ? text.slice(end.index + end[0].length) : '' }
}

function fieldsOf(head: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':')
    const name = line.slice(0, Math.max(at, 0)).trim().toLowerCase()
    if (name && !fields.has(name)) fields.set(name, line.slice(at + 1).trim())
  }
  return fields
}

function partsOf(body: string, boundary: string): string[] {
  return `\n${body}`.split(`\n--${boundary}`).slice(1)
}

function decoded(body: string, encoding: string | undefined): string {
  if (/^base64$/i.test(encoding ?? '')) return Buffer.from(body, 'base64').toString('utf8')
  if (/^quoted-printable$/i.test(encoding ?? ''))
    return body
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return body
}
