import { z } from 'zod'
import { isBeforeConnection, parsedJson } from '../requests.ts'

/** Buys, finds and releases telephone numbers through Twilio's API (2010-04-01) and its price list. */

export const numberTypes = ['local', 'mobile', 'toll_free'] as const
export type NumberType = (typeof numberTypes)[number]

export interface NumbersAccount {
  accountSid: string
  authToken: string
  apiUrl: string
  pricingUrl: string
}

export interface NumberOffer {
  /** E.164. */
  phoneNumber: string
  /** Town and region, as the carrier names them. */
  locality: string
  /** ISO 3166-1 alpha-2, upper case. */
  country: string
  type: NumberType
  capabilities: { SMS: boolean; MMS: boolean; voice: boolean; fax: boolean }
}

export interface NumberSearch {
  country: string
  type: NumberType
  /** Area code; countries outside North America have none. */
  area?: string | undefined
  /** Digits that occur in the number. */
  contains?: string | undefined
  locality?: string | undefined
}

export type BuyResult =
  | { outcome: 'bought'; providerId: string }
  /** Somebody else has it. */
  | { outcome: 'taken' }
  /** The provider will not sell it to this account: papers are missing, for example. */
  | { outcome: 'refused'; code: string | null; reason: string }
  /** Certainly not bought, and another attempt may succeed. */
  | { outcome: 'later'; reason: string }
  | { outcome: 'unclear'; reason: string }

export interface Numbers {
  /** Countries whose numbers can be bought without papers, with the types that each has. */
  countries(signal: AbortSignal): Promise<{ country: string; types: NumberType[] }[]>
  /** Numbers that can be bought now; numbers that demand papers are left out. */
  search(ask: NumberSearch, signal: AbortSignal): Promise<NumberOffer[]>
  /** What a number costs a month, in millionths of the currency; undefined if it is not sold. */
  monthlyCost(
    country: string,
    type: NumberType,
    signal: AbortSignal,
  ): Promise<{ micro: number; currency: string } | undefined>
  /** Buys a number. `name` is our own reference, by which it is found again. */
  buy(
    ask: { phoneNumber: string; name: string; smsUrl: string | null; voiceUrl: string | null },
    signal: AbortSignal,
  ): Promise<BuyResult>
  /** Returns a number of the account with our reference; undefined if the account does not have it. Throws if unreachable. */
  find(phoneNumber: string, signal: AbortSignal): Promise<{ providerId: string; name: string } | undefined>
  /** Gives a number back; one that is gone already counts as released. */
  release(providerId: string, signal: AbortSignal): Promise<'released' | 'unclear'>
}

const timeout = 30_000
const paths: Record<NumberType, string> = { local: 'Local', mobile: 'Mobile', toll_free: 'TollFree' }
const priceNames: Record<NumberType, string> = { local: 'local', mobile: 'mobile', toll_free: 'toll free' }

const Countries = z.object({
  countries: z.array(z.object({ country_code: z.string(), subresource_uris: z.record(z.string(), z.string()) })),
})
const Available = z.object({
  available_phone_numbers: z.array(
    z.object({
      phone_number: z.string(),
      locality: z.string().nullish(),
      region: z.string().nullish(),
      iso_country: z.string(),
      address_requirements: z.string().default('none'),
      capabilities: z.record(z.string(), z.boolean()),
    }),
  ),
})
const Prices = z.object({
  price_unit: z.string(),
  phone_number_prices: z.array(z.object({ number_type: z.string(), current_price: z.string() })),
})
const Owned = z.object({
  incoming_phone_numbers: z.array(z.object({ sid: z.string(), friendly_name: z.string(), phone_number: z.string() })),
})
const Bought = z.object({ sid: z.string().min(1) })
const Refused = z.object({ code: z.number().optional(), message: z.string().optional() })

/** The number is not available: somebody was faster. */
const takenCodes = new Set([21422, 21421])

export function twilioNumbers({ accountSid, authToken, apiUrl, pricingUrl }: NumbersAccount): Numbers {
  const headers = { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` }
  const account = `${apiUrl}/2010-04-01/Accounts/${accountSid}`
  const within = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(timeout)])
  const read = async (url: string, signal: AbortSignal): Promise<unknown> => {
    const response = await fetch(url, { headers, redirect: 'error', signal: within(signal) })
    const text = await response.text()
    if (response.status === 404) return undefined
    if (!response.ok) throw new Error(`Twilio answered ${response.status} for numbers`)
    return parsedJson(text)
  }

  const numbers: Numbers = {
    async countries(signal) {
      const found = Countries.parse(await read(`${account}/AvailablePhoneNumbers.json?PageSize=200`, signal))
      const listed = found.countries.map(({ country_code: country, subresource_uris: uris }) => ({
        country,
        types: numberTypes.filter((type) => uris[type === 'toll_free' ? 'toll_free' : type] !== undefined),
      }))
      // Only a search says whether the numbers of a country demand papers.
      const checked = await Promise.all(
        listed.map(async ({ country, types }) => ({
          country,
          types: await filtered(types, async (type) => (await numbers.search({ country, type }, signal)).length > 0),
        })),
      )
      return checked.filter(({ types }) => types.length > 0)
    },

    async search({ country, type, area, contains, locality }, signal) {
      const query = new URLSearchParams({ PageSize: '100', ExcludeAllAddressRequired: 'true' })
      if (area) query.set('AreaCode', area)
      if (contains) query.set('Contains', contains)
      if (locality) query.set('InLocality', locality)
      const body = await read(`${account}/AvailablePhoneNumbers/${country}/${paths[type]}.json?${query}`, signal)
      if (body === undefined) return []
      return Available.parse(body)
        .available_phone_numbers.filter(({ address_requirements }) => address_requirements === 'none')
        .map(({ phone_number, locality: town, region, iso_country, capabilities }) => ({
          phoneNumber: phone_number,
          locality: [town, region].filter(Boolean).join(', '),
          country: iso_country,
          type,
          capabilities: {
            SMS: capabilities['SMS'] ?? capabilities['sms'] ?? false,
            MMS: capabilities['MMS'] ?? capabilities['mms'] ?? false,
            voice: capabilities['voice'] ?? false,
            fax: capabilities['fax'] ?? false,
          },
        }))
    },

    async monthlyCost(country, type, signal) {
      const body = await read(`${pricingUrl}/v1/PhoneNumbers/Countries/${country}`, signal)
      if (body === undefined) return undefined
      const { price_unit, phone_number_prices } = Prices.parse(body)
      const price = phone_number_prices.find(({ number_type }) => number_type === priceNames[type])?.current_price
      return price === undefined ? undefined : { micro: microOf(price), currency: price_unit.toUpperCase() }
    },

    async buy({ phoneNumber, name, smsUrl, voiceUrl }, signal) {
      const form = new URLSearchParams({ PhoneNumber: phoneNumber, FriendlyName: name })
      if (smsUrl !== null) form.set('SmsUrl', smsUrl)
      if (voiceUrl !== null) form.set('VoiceUrl', voiceUrl)
      let response: Response
      let text: string
      try {
        response = await fetch(`${account}/IncomingPhoneNumbers.json`, {
          method: 'POST',
          headers,
          body: form,
          redirect: 'error',
          signal: within(signal),
        })
        text = await response.text()
      } catch (error) {
        return { outcome: isBeforeConnection(error) ? 'later' : 'unclear', reason: String(error).slice(0, 300) }
      }
      const body = parsedJson(text)
      if (response.ok) {
        const bought = Bought.safeParse(body)
        return bought.success
          ? { outcome: 'bought', providerId: bought.data.sid }
          : { outcome: 'unclear', reason: `Twilio answered ${response.status} without a number` }
      }
      const { code, message } = Refused.safeParse(body).data ?? {}
      const reason = `Twilio answered ${response.status}${message ? `: ${message}` : ''}`.slice(0, 300)
      if (code !== undefined && takenCodes.has(code)) return { outcome: 'taken' }
      // With these the request was not processed; refused credentials can be corrected.
      if ([401, 403, 429, 503].includes(response.status)) return { outcome: 'later', reason }
      return response.status >= 400 && response.status < 500 && response.status !== 408
        ? { outcome: 'refused', code: code === undefined ? null : String(code), reason }
        : { outcome: 'unclear', reason }
    },

    async find(phoneNumber, signal) {
      const query = new URLSearchParams({ PhoneNumber: phoneNumber })
      const { incoming_phone_numbers } = Owned.parse(
        await read(`${account}/IncomingPhoneNumbers.json?${query}`, signal),
      )
      const own = incoming_phone_numbers.find(({ phone_number }) => phone_number === phoneNumber)
      return own && { providerId: own.sid, name: own.friendly_name }
    },

    async release(providerId, signal) {
      try {
        const response = await fetch(`${account}/IncomingPhoneNumbers/${encodeURIComponent(providerId)}.json`, {
          method: 'DELETE',
          headers,
          redirect: 'error',
          signal: within(signal),
        })
        await response.arrayBuffer()
        return response.status === 204 || response.status === 404 ? 'released' : 'unclear'
      } catch {
        // A reply that was cut says nothing; asking again tells.
        return 'unclear'
      }
    },
  }
  return numbers
}

/** '1.15' -> 1150000. */
export function microOf(price: string): number {
  const [, whole = '', fraction = ''] = /^(\d{1,6})(?:\.(\d{1,6}))?$/.exec(price) ?? []
  if (whole === '') throw new Error(`not a price: ${price}`)
  return Number(whole) * 1_000_000 + Number(fraction.padEnd(6, '0'))
}

async function filtered<T>(all: readonly T[], keep: (one: T) => Promise<boolean>): Promise<T[]> {
  const kept = await Promise.all(all.map(keep))
  return all.filter((_, n) => kept[n])
}
