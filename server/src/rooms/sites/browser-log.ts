import type { vvconsolelog } from '@cutaway/contract/rooms/sites/contact.ts'
import { createHash } from 'node:crypto'
import type { Call } from '../../core/http/endpoints.ts'
import { withoutSecrets } from '../../core/observability/log.ts'
import { recordError } from './inbox/inbox.queries.ts'

/**
 * Logs errors that browsers report, and counts them for the operator's list. The text is untrusted: control characters
 * are removed. The URL of a page can contain a token.
 */
export async function logFromBrowser(call: Call<typeof vvconsolelog>): Promise<null> {
  const { body, site, services, callerOrNull, ip, db } = call
  const report = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, printable(withoutSecrets(value ?? ''))]),
  )
  services.log.warn(
    { browser: report, web_site_id: site.web_site_id, user_id: callerOrNull?.user.user_id ?? null, ip },
    'reported by a browser',
  )
  const of = (name: keyof typeof body) => report[name] ?? ''
  const error = {
    message: of('message'),
    caller_line: of('caller_line'),
    cause: of('cause'),
    page: of('url'),
    browser_name: of('browser_name'),
    platform: of('platform'),
    user_agent: of('user_agent'),
  }
  const fingerprint = fingerprintOf(site.web_site_id, error)
  await recordError(db, site, { ...error, fingerprint }, services.clock.now())
  return null
}

/**
 * Returns the same text for reports of the same error on one web site. Numbers and addresses differ between browsers,
 * and between releases.
 */
function fingerprintOf(webSiteId: number, { message, caller_line }: { message: string; caller_line: string }): string {
  const [place = ''] = caller_line.split('\n', 1)
  const same = `${message} ${place}`.replaceAll(/https?:\/\/\S+/g, '').replaceAll(/\d+/g, '0')
  return createHash('sha256').update(`${webSiteId} ${same}`).digest('hex').slice(0, 32)
}

// oxlint-disable-next-line no-control-regex -- they are what is taken out
const printable = (text: string) => text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
