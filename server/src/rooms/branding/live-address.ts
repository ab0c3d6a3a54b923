import type * as contract from '@cutaway/contract/rooms/branding/live-address.ts'
import { withoutQuery } from '@cutaway/contract/rooms/branding/live-address.ts'
import { isLocalHost } from '../../core/auth/cookies.ts'
import { answer, type AnyCall, type Handlers } from '../../core/http/endpoints.ts'
import { fail } from '../../core/http/errors.ts'
import type { RecordLoader } from '../../core/scope.ts'
import { hostName } from '../../core/tenancy.ts'
import { drawIcon } from './icon.ts'
import * as queries from './live-address.queries.ts'
import { pictureName, senderProfileOf } from './sender-profile.ts'
import { readImage } from './image-store.ts'

/** The address under which a business sends people to its films, and the icon for its web page. */

declare module '../../core/scope.ts' {
  interface RecordKinds {
    business: queries.BusinessRow
  }
}

export const businessRecords: RecordLoader<queries.BusinessRow> = {
  find: queries.findBusinesses,
  idOf: ({ businessentity_id }) => businessentity_id,
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
  getVLEAddress: async ({ params, site, db }) => ({
    vle_address_url: await queries.findLiveAddress(db, site, params.businessentity_id),
    businessentity_id: params.businessentity_id,
  }),

  updateVLEAddress: async (call) => {
    const { body, owned, site, db, audit } = call
    const businessId = owned.businessentity_id.businessentity_id
    const vle_address_url = checkedAddress(call, body.vle_address_url)
    const before = await queries.findLiveAddress(db, site, businessId)
    audit({ before: { vle_address_url: before }, after: { vle_address_url }, businessId })
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
