import type { vvconsolelog } from '@cutaway/contract/rooms/sites/contact.ts'
import type { Call } from '../../core/http/endpoints.ts'
import { withoutSecrets } from '../../core/observability/log.ts'

/**
 * Logs errors that browsers report. The text is untrusted: control characters are removed. The URL of a page can
 * contain a token.
 */
export function logFromBrowser({ body, site, services, callerOrNull, ip }: Call<typeof vvconsolelog>): null {
  const report = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, printable(withoutSecrets(value ?? ''))]),
  )
  services.log.warn(
    { browser: report, web_site_id: site.web_site_id, user_id: callerOrNull?.user.user_id ?? null, ip },
    'reported by a browser',
  )
  return null
}

// oxlint-disable-next-line no-control-regex -- they are what is taken out
const printable = (text: string) => text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
