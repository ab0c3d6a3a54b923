import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signature by which Twilio authenticates its requests (X-Twilio-Signature). */

export type FormFields = ReadonlyMap<string, readonly string[]>

/** Returns the fields of a URL-encoded form. A name may occur several times. */
export function formFields(body: string): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(body)) fields.set(name, [...(fields.get(name) ?? []), value])
  return fields
}

/** Signs a request to `url`, query included, as Twilio requires: base64 of HMAC-SHA1. */
export function twilioSignature(authToken: string, url: string, fields: FormFields): string {
  const names = [...fields.keys()].toSorted()
  const text = names.flatMap((name) => [...new Set(fields.get(name))].toSorted().map((value) => name + value)).join('')
  return createHmac('sha1', authToken)
    .update(url + text, 'utf8')
    .digest('base64')
}

/** Returns whether the signature matches one of the URLs that Twilio may have used, each with and without its port. */
export function isTwilioSignature(
  authToken: string,
  given: string,
  urls: readonly string[],
  fields: FormFields,
): boolean {
  const bytes = Buffer.from(given)
  return urls
    .flatMap((url) => portVariants(url))
    .map((url) => Buffer.from(twilioSignature(authToken, url, fields)))
    .map((right) => right.length === bytes.length && timingSafeEqual(right, bytes))
    .includes(true)
}

/** Returns the URL with and without its port: Twilio signs either one. The rest of the URL is unchanged. */
function portVariants(url: string): string[] {
  const [, scheme = '', host = '', port = '', rest = ''] = /^(https?):\/\/([^/?#]*?)(:\d+)?([/?#].*|$)/.exec(url) ?? []
  const usual = scheme === 'https' ? ':443' : ':80'
  return port ? [url, `${scheme}://${host}${rest}`] : [url, `${scheme}://${host}${usual}${rest}`]
}
