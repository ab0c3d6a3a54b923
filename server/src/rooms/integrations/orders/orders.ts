import type * as contract from '@cutaway/contract/rooms/integrations/orders.ts'
import type { OrderLink } from '@cutaway/contract/rooms/integrations/orders.ts'
import { secondsAfter } from '../../../core/clock.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { notFound } from '../../../core/http/errors.ts'
import { sanitiseLine, sanitiseText } from '../../../core/sanitise-text.ts'
import { brandOf } from '../../catalogue/brands.ts'
import { stateOf } from '../../sharing/links/link-state.ts'
import {
  expiryDays,
  findLinkByToken,
  findSameLink,
  insertLink,
  lockLinks,
  type LinkRow,
} from '../../sharing/links/links.queries.ts'
import { newLinkKeys, tinyUrl } from '../../sharing/links/short-links.ts'
import { filmsToSend } from '../../sharing/send/films-to-send.ts'
import { languageFor, originOf } from '../../sharing/send/sending.ts'
import { findSender } from '../../sharing/send/sends.queries.ts'
import { orderStateOf, watchedOf } from './order-state.ts'

/** Links for repair orders, which other programs make and send themselves. */
export const orders: Handlers<typeof contract> = {
  makeOrderLink: async (call) => {
    const { body, owner, site, services, db, audit } = call
    const now = services.clock.now()
    const language = languageFor(services, body.lang_id)
    const brand_id = brandOf(site, body.brand_id ?? 0).brand_id
    const view = { brand_id, driverside: body.driverside }
    const { findings } = await filmsToSend(call, { ...view, films: body.films }, [], 'many')
    const sender = (await findSender(db, site, owner.user_id)) ?? notFound()
    const fingerprint = `order ${body.request_key}`
    await lockLinks(db, site, owner.user_id)
    const old = await findSameLink(db, site, owner.user_id, fingerprint, now)
    if (old) {
      audit(false)
      return answer(
        { ...(await orderLink(call, old)), already_made: 1 as const },
        { message: 'link_already_generated' },
      )
    }
    const keys = newLinkKeys()
    const link_id = await insertLink(
      db,
      site,
      {
        ...keys,
        ...view,
        kind: 'repair_order',
        user_id: sender.user_id,
        businessentity_id: sender.businessentity_id,
        location_id: sender.location_id,
        language_id: language.language_id,
        subject: sanitiseLine(body.subject ?? ''),
        message: sanitiseText(body.message ?? ''),
        ro_number: sanitiseLine(body.ro_number),
        asks: body.asks,
        notify: body.notify === 1,
        currency: site.currency,
        fingerprint,
        created_at: now,
        expires_at: secondsAfter(now, (body.days ?? (await expiryDays(db, site, 'repair_order'))) * 86_400),
      },
      findings,
    )
    const link = (await findLinkByToken(db, site, keys.token)) ?? notFound()
    const { part_ids, expires_at } = link
    audit({ target: { kind: 'link', id: link_id }, after: { kind: 'repair_order', part_ids, expires_at } })
    return answer({ ...(await orderLink(call, link)), already_made: 0 as const }, { message: 'link_generated' })
  },

  getOrderLink: (call) => orderLink(call, call.owned.link_id),
}

type Asking = Pick<AnyCall, 'site' | 'db' | 'services' | 'origin'>

async function orderLink(call: Asking, link: LinkRow): Promise<OrderLink> {
  const { db, services, site } = call
  const { decision } = await orderStateOf(db, services, site, link)
  return {
    link_id: link.link_id,
    tiny_url: tinyUrl(originOf(call), link),
    ro_number: link.ro_number,
    state: stateOf(link, services.clock.now()),
    created_at: link.created_at.toISOString(),
    expires_at: link.expires_at.toISOString(),
    ...(await watchedOf(db, services, site, link)),
    decision,
  }
}
