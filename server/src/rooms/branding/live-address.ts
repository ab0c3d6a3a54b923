import type * as contract from '@cutaway/contract/rooms/branding/live-address.ts'
import { withoutQuery } from '@cutaway/contract/rooms/branding/live-address.ts'
import { isLocalHost } from '../../core/auth/cookies.ts'
import { answer, type AnyCall, type Handlers } from '../../core/http/endpoints.ts'
import { fail, notFound } from '../../core/http/errors.ts'
import { hostName } from '../../core/tenancy.ts'
import { drawIcon } from './icon.ts'
import * as queries from './live-address.queries.ts'
import { pictureName, senderProfileOf } from './sender-profile.ts'
import { readImage } from './image-store.ts'

/** The address under which a business sends people to its films, and the icon for its web page. */

/** Returns the business that a call names: the caller's own, or any of the web site for roles that reach it. */
async function reachedBusiness({ caller, site, db }: AnyCall, businessId: number): Promise<number> {
  if (site === caller.site && businessId === caller.user.businessentity_id) return businessId
  if (!caller.reachesWholeSite(site) || !(await queries.hasBusiness(db, site, businessId))) notFound()
  return businessId
}

/** Returns the address that is stored, or refuses it: http or https, on a host of the web site. */
function checkedAddress({ site, services }: AnyCall, typed: string): string {
  const text = withoutQuery(typed)
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) fail('live_address_wrong')
  const url = new URL(text)
  if (url.username || url.password) fail('live_address_wrong')
  const isOwn = site.hosts.includes(hostName(url.host)) || (!services.config.secure && isLocalHost(url.host))
  return isOwn ? url.href : fail('live_address_elsewhere')
}

export const liveAddress: Handlers<typeof contract> = {
  getVLEAddress: async (call) => {
    const businessentity_id = await reachedBusiness(call, call.params.businessentity_id)
    return { vle_address_url: await queries.findLiveAddress(call.db, call.site, businessentity_id), businessentity_id }
  },

  updateVLEAddress: async (call) => {
    const { body, site, db, audit } = call
    const businessId = await reachedBusiness(call, body.businessentity_id)
    const vle_address_url = checkedAddress(call, body.vle_address_url)
    const before = await queries.findLiveAddress(db, site, businessId)
    const target = { kind: 'business', id: businessId }
    audit({ target, before: { vle_address_url: before }, after: { vle_address_url }, businessId })
    await queries.writeLiveAddress(db, site, businessId, vle_address_url)
    return answer({ vle_address_url, businessentity_id: businessId }, { message: 'live_address_saved' })
  },

  getWebSiteDetailsForliveUrl: ({ site, origin }) => ({
    web_site_id: site.web_site_id,
    name: site.name,
    hosts: site.hosts,
    suggested_url: `${origin}/bhome`,
  }),

  superSystemIcon: async (call) => {
    const { params, owner, site, services, reply } = call
    const { setting_type, logo_width: width, logo_height: height } = params.json
    const { logo, banners } = await senderProfileOf(call.db, site, owner.user_id)
    const picture = setting_type === 'logo' ? logo : (banners.find(({ is_default }) => is_default) ?? banners[0])
    await call.endTransaction()
    const bytes = picture ? await readImage(services, site, pictureName(picture.url)) : undefined
    reply.header('cache-control', 'private, no-store')
    return drawIcon({ picture: bytes, width, height, colour: site.theme.brand, onColour: site.theme.on_brand })
  },
}
