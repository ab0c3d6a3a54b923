import { isEmail } from '@cutaway/contract/addresses.ts'
import type { contract } from '@cutaway/contract'
import type { BodyOf } from '@cutaway/contract/endpoint.ts'
import type { Call, Handlers } from '../../core/http/endpoints.ts'
import { denied, fail } from '../../core/http/errors.ts'
import { text } from '../../core/texts.ts'
import { addressKey, findConsents, isReachedBy } from './consent.queries.ts'
import { consentsAsCsv } from './consent.csv.ts'
import { renewConsent, revokeConsent } from './opt-out.ts'
import { isSignedBy } from './unsubscribe-link.ts'

type Unsubscribe = (typeof contract.consent)['updateUnsubscribeEmailDetails']

/** Who does not want messages any more, and the proof of it. */
export const consent: Handlers<typeof contract.consent> = {
  updateUnsubscribeEmailDetails: (call) => unsubscribe(call),
  unsubscribeByPost: (call) => unsubscribe(call),

  exportConsents: async ({ params, caller, site, db, reply }) => {
    const key = addressKey(params.json.address)
    // Whoever runs one business learns nothing of another's customers.
    if (caller.level > 2 && !(await isReachedBy(db, site, key, caller.user.businessentity_id))) denied()
    const rows = await findConsents(db, site, key)
    reply.header('content-disposition', 'attachment; filename="consent.csv"')
    return consentsAsCsv(rows)
  },
}

/** With a valid signature, or from the page by a person's press; the answer is the same whether the address was known. */
async function unsubscribe({
  body,
  site,
  db,
  services,
  ip,
}: Pick<Call<Unsubscribe>, 'site' | 'db' | 'services' | 'ip'> & { body: BodyOf<Unsubscribe> }) {
  const address = body.to.trim()
  if (!isEmail(address) || Number(body.wsid) !== site.web_site_id) fail('Invalid URL')
  const signed =
    body.sig !== undefined &&
    isSignedBy({ secret: services.config.linkSecret, webSiteId: site.web_site_id, address }, body.sig)
  // Taking it back is for whoever holds the mail: only that proves the address is one's own.
  if (body.again && !signed) fail('Invalid URL')
  const tag = (services.sites.language(body.lid ?? site.default_lang_id) ?? site.languages[0]!).language_code
  const given = { address, screen: 'unsubscribe_page', now: services.clock.now(), remoteAddress: ip } as const
  if (body.again) await renewConsent(db, site, { ...given, wording: text(tag, 'subscribe_again') })
  else await revokeConsent(db, site, { ...given, wording: text(tag, 'unsubscribe_button') })
  return { to: address, unsubscribed: !body.again }
}
