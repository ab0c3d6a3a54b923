import { isEmail } from '@cutaway/contract/addresses.ts'
import type * as contract from '@cutaway/contract/rooms/consent.ts'
import type { BodyOf } from '@cutaway/contract/endpoint.ts'
import { answer, type Call, type Handlers } from '../../core/http/endpoints.ts'
import { secondsAfter } from '../../core/clock.ts'
import { denied, fail, HttpRefusal } from '../../core/http/errors.ts'
import { text } from '../../core/texts.ts'
import {
  addressKey,
  countUnsigned,
  findConsents,
  findSuppressed,
  isReachedBy,
  liftBounceSuppression,
  writeConsent,
} from './consent.queries.ts'
import { consentsAsCsv } from './consent.csv.ts'
import { unsignedPerHour } from './consent.rules.ts'
import { renewConsent, revokeConsent, revokeUnsigned } from './opt-out.ts'
import { isSignedBy } from './unsubscribe-link.ts'

type Unsubscribe = typeof contract.updateUnsubscribeEmailDetails

/** The unsubscribe page, suppressions and the consent ledger. */
export const consent: Handlers<typeof contract> = {
  updateUnsubscribeEmailDetails: (call) => unsubscribe(call),
  unsubscribeByPost: (call) => unsubscribe(call),

  liftBounce: async ({ body, caller, site, db, services, audit }) => {
    const key = isEmail(body.address) ? addressKey(body.address) : fail('email_not_valid')
    const because = (await findSuppressed(db, site, [key])).get(key)
    if (because === 'unsubscribed') fail('error_unsubscribe_user')
    if (!because || !(await liftBounceSuppression(db, site, key))) fail('address_not_bounced')
    await writeConsent(db, site, {
      at: services.clock.now(),
      address_key: key,
      action: 'bounce_lifted',
      wording: '',
      screen: 'sent_list',
      user_id: caller.user.user_id,
      businessentity_id: caller.user.businessentity_id,
    })
    audit({ after: { lifted: true } })
    return answer({ address: key }, { message: 'bounce_lifted' })
  },

  exportConsents: async ({ params, caller, site, db, reply }) => {
    const key = addressKey(params.json.address)
    // Those who run the web site read the whole ledger; all others read that of their own business.
    const owner = caller.level <= 2 ? undefined : caller.user
    if (owner && !(await isReachedBy(db, site, key, owner))) denied()
    const rows = await findConsents(db, site, key, owner)
    reply.header('content-disposition', 'attachment; filename="consent.csv"')
    return consentsAsCsv(rows, caller.level)
  },
}

/**
 * Unsubscribes an address. With a valid signature every channel of the person stops. Without one only the address
 * itself stops, and only a few times an hour from one remote address, because anyone can enter any address into the
 * page's URL. The response is the same whether the address was known.
 */
async function unsubscribe({
  body,
  site,
  db,
  services,
  ip,
  audit,
}: Pick<Call<Unsubscribe>, 'site' | 'db' | 'services' | 'ip' | 'audit'> & { body: BodyOf<Unsubscribe> }) {
  const address = body.to?.trim() ?? ''
  const signed =
    body.sig !== undefined &&
    isSignedBy({ secret: services.config.linkSecret, webSiteId: site.web_site_id, address }, body.sig)
  // A number is taken from the page that a text message leads to, which signs it.
  const isNumber = signed && /^\+\d{6,15}$/.test(addressKey(address))
  if ((!isEmail(address) && !isNumber) || Number(body.wsid) !== site.web_site_id) fail('Invalid URL')
  // Resubscribing needs the signature of a letter: only that proves that the address is the caller's own. A number is
  // resubscribed by text message.
  if (body.again && (!signed || isNumber)) fail('Invalid URL')
  const tag = (services.sites.language(body.lid ?? site.default_lang_id) ?? site.languages[0]!).language_code
  const given = { address, screen: 'unsubscribe_page', now: services.clock.now(), remoteAddress: ip } as const
  audit({ after: { unsubscribed: !body.again, signed } })
  const wording = text(site, tag, 'unsubscribe_button')
  if (body.again) await renewConsent(db, site, { ...given, wording: text(site, tag, 'subscribe_again') })
  else if (signed) await revokeConsent(db, site, { ...given, wording })
  else {
    const lately = await countUnsigned(db, site, ip, secondsAfter(given.now, -3600))
    if (lately >= unsignedPerHour) throw new HttpRefusal(429, 'too_many_requests', 3600)
    await revokeUnsigned(db, site, { ...given, wording, screen: 'unsigned_unsubscribe_page' })
  }
  return { to: address, unsubscribed: !body.again }
}
