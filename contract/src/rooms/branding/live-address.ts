import { z } from 'zod'
import { endpoint, file, jsonParam, may, signedIn, unscoped } from '../../endpoint.ts'
import { Id, PathId } from '../../fields.ts'

/** The address under which a business sends people to its films, and the icon for its web page. */

/** Returns an address without its query: anything after a question mark is removed. */
export const withoutQuery = (address: string): string => address.trim().replace(/\?.*$/s, '')

/** A business is no record of a user: colleagues share it. */
const ownBusiness = {
  businessentity_id: unscoped(
    'the handler accepts the caller’s own business, or any for roles that reach the web site',
  ),
}

const LiveAddress = z.object({ vle_address_url: z.string(), businessentity_id: Id })

export const getVLEAddress = endpoint({
  method: 'GET',
  path: '/getVLEAddress/:businessentity_id',
  who: signedIn,
  owns: ownBusiness,
  notForCustomers: true,
  summary: 'Returns the live address of a business; an empty text before it is saved.',
  params: z.object({ businessentity_id: PathId }),
  reply: LiveAddress,
})

export const updateVLEAddress = endpoint({
  method: 'POST',
  path: '/updateVLEAddress',
  who: may('manage_users'),
  owns: ownBusiness,
  audit: { action: 'live_address.change' },
  notForCustomers: true,
  summary: 'Saves the live address of a business: http or https, on a host of the web site. A query is removed.',
  body: z.object({ vle_address_url: z.string().max(1000), businessentity_id: Id }),
  fails: ['live_address_wrong', 'live_address_elsewhere'],
  reply: LiveAddress,
})

export const getWebSiteDetailsForliveUrl = endpoint({
  method: 'GET',
  path: '/getWebSiteDetailsForliveUrl',
  who: signedIn,
  notForCustomers: true,
  summary: 'Returns the web site’s name, its hosts, and the address that a business can start from.',
  reply: z.object({ web_site_id: Id, name: z.string(), hosts: z.array(z.string()), suggested_url: z.string() }),
})

/** The sizes in which the icon can be drawn, in pixels. */
export const iconSizes = { least: 32, most: 2000 } as const
const IconPixels = z.int().min(iconSizes.least).max(iconSizes.most).meta({ example: 250 })

export const superSystemIcon = endpoint({
  method: 'GET',
  path: '/superSystemIcon/:user/:json',
  who: may('manage_email_settings'),
  actsFor: 'user',
  notForCustomers: true,
  limit: { max: 120 },
  summary:
    'Returns the icon of the super system as PNG: the logo or the banner of a user on white, with a play sign in the colour of the web site.',
  params: z.object({
    user: PathId,
    json: jsonParam(
      z.object({ setting_type: z.enum(['logo', 'banner']), logo_width: IconPixels, logo_height: IconPixels }),
    ),
  }),
  reply: file('image/png'),
})
