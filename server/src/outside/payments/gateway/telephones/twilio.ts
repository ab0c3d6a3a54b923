import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSame } from '../../hooks.ts'
import { formIn } from '../bodies.ts'
import { randomText } from '../engine.ts'
import type { Parts } from '../gateway.ts'

/** The face of Twilio for telephone numbers: what is free, the price list, buying and releasing. */

interface Stock {
  country: string
  type: 'Local' | 'Mobile' | 'TollFree'
  /** What the price list calls it. */
  price: [name: string, amount: string]
  /** Numbers reserved for fiction: the digits before the last ones, and the towns. */
  blocks: { area: string; prefix: string; from: number; digits: number; locality: string; region: string }[]
  papers?: true
  capabilities: { SMS: boolean; MMS: boolean; voice: boolean; fax: boolean }
}

const all = { SMS: true, MMS: true, voice: true, fax: false }
const american = (area: string, locality: string, region: string) => ({
  area,
  prefix: `+1${area}55501`,
  from: 0,
  digits: 2,
  locality,
  region,
})
const stock: Stock[] = [
  {
    country: 'US',
    type: 'Local',
    price: ['local', '1.15'],
    blocks: [
      american('503', 'Portland', 'OR'),
      american('541', 'Bend', 'OR'),
      american('212', 'New York', 'NY'),
      american('312', 'Chicago', 'IL'),
    ],
    capabilities: all,
  },
  {
    country: 'US',
    type: 'TollFree',
    price: ['toll free', '2.15'],
    blocks: [american('800', '', ''), american('888', '', '')],
    capabilities: { ...all, MMS: false },
  },
  {
    country: 'CA',
    type: 'Local',
    price: ['local', '1.15'],
    blocks: [american('416', 'Toronto', 'ON'), american('604', 'Vancouver', 'BC')],
    capabilities: all,
  },
  {
    country: 'GB',
    type: 'Local',
    price: ['local', '1.15'],
    blocks: [{ area: '20', prefix: '+4420794600', from: 0, digits: 2, locality: 'London', region: '' }],
    capabilities: { ...all, SMS: false, MMS: false },
  },
  {
    country: 'AU',
    type: 'Local',
    price: ['local', '3.00'],
    blocks: [{ area: '2', prefix: '+612555010', from: 0, digits: 2, locality: 'Sydney', region: 'NSW' }],
    capabilities: { ...all, SMS: false, MMS: false },
  },
  {
    country: 'AU',
    type: 'Mobile',
    price: ['mobile', '6.50'],
    blocks: [{ area: '491', prefix: '+614915701', from: 10, digits: 2, locality: '', region: '' }],
    capabilities: { ...all, MMS: false },
  },
  {
    country: 'IL',
    type: 'Mobile',
    price: ['mobile', '5.00'],
    blocks: [{ area: '55', prefix: '+97255555', from: 100, digits: 4, locality: '', region: '' }],
    papers: true,
    capabilities: { ...all, MMS: false },
  },
]

/** Twilio's own test numbers: one that can always be bought, and one that never can. */
export const goodNumber = '+15005550006'
export const takenNumber = '+15005550000'
const mostOfBlock = 40

export function twilioFace(app: FastifyInstance, { ledger, secrets }: Parts): void {
  const { account_sid: sid, auth_token: token } = secrets.twilio
  const wanted = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`
  const on = (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    handler: (request: FastifyRequest, reply: FastifyReply) => unknown,
  ) =>
    app.route({
      method,
      url: `/twilio${url}`,
      handler: async (request, reply) =>
        isSame(request.headers.authorization ?? '', wanted)
          ? handler(request, reply)
          : reply.code(401).send({ code: 20003, message: 'Authenticate', status: 401 }),
    })
  const account = `/2010-04-01/Accounts/${sid}`
  const param = (request: FastifyRequest, name: string) => (request.params as Record<string, string>)[name] ?? ''
  const query = (request: FastifyRequest, name: string) => (request.query as Record<string, string | undefined>)[name]
  const isTaken = (phoneNumber: string) => [...ledger.numbers.values()].some((one) => one.phoneNumber === phoneNumber)

  on('GET', `${account}/AvailablePhoneNumbers.json`, (_request, reply) => {
    const countries = [...new Set(stock.map(({ country }) => country))]
    const names = { Local: 'local', Mobile: 'mobile', TollFree: 'toll_free' }
    return reply.send({
      countries: countries.map((country_code) => ({
        country_code,
        subresource_uris: Object.fromEntries(
          stock
            .filter(({ country }) => country === country_code)
            .map(({ type }) => [names[type], `${account}/AvailablePhoneNumbers/${country_code}/${type}.json`]),
        ),
      })),
    })
  })

  on('GET', `${account}/AvailablePhoneNumbers/:country/:file`, (request, reply) => {
    const type = param(request, 'file').replace('.json', '')
    const found = stock.find((one) => one.country === param(request, 'country') && one.type === type)
    if (!found) return reply.code(404).send({ code: 20404, message: 'not found', status: 404 })
    const area = query(request, 'AreaCode')
    const contains = (query(request, 'Contains') ?? '').replaceAll(/[^\d*]/g, '')
    const town = query(request, 'InLocality')?.toLowerCase()
    const numbers = found.blocks
      .filter((block) => (area ? block.area === area : true) && (town ? block.locality.toLowerCase() === town : true))
      .flatMap((block) =>
        Array.from({ length: mostOfBlock }, (_, n) => ({
          phone_number: block.prefix + String(block.from + n).padStart(block.digits, '0'),
          friendly_name: block.prefix + String(block.from + n).padStart(block.digits, '0'),
          locality: block.locality || null,
          region: block.region || null,
          iso_country: found.country,
          address_requirements: found.papers ? 'local' : 'none',
          capabilities: found.capabilities,
        })),
      )
      .filter(({ phone_number }) => !isTaken(phone_number) && phone_number.includes(contains))
    return reply.send({ available_phone_numbers: numbers.slice(0, Number(query(request, 'PageSize') ?? 50)) })
  })

  on('GET', '/v1/PhoneNumbers/Countries/:country', (request, reply) => {
    const ofCountry = stock.filter(({ country }) => country === param(request, 'country'))
    if (ofCountry.length === 0) return reply.code(404).send({ code: 20404, message: 'not found', status: 404 })
    return reply.send({
      iso_country: param(request, 'country'),
      price_unit: 'USD',
      phone_number_prices: ofCountry.map(({ price: [number_type, current_price] }) => ({
        number_type,
        base_price: current_price,
        current_price,
      })),
    })
  })

  on('POST', `${account}/IncomingPhoneNumbers.json`, (request, reply) => {
    const form = formIn(request)
    const phoneNumber = form.get('PhoneNumber') ?? ''
    const known = stock.find(({ blocks }) => blocks.some(({ prefix }) => phoneNumber.startsWith(prefix)))
    if (phoneNumber === takenNumber || isTaken(phoneNumber))
      return reply.code(400).send({ code: 21422, message: `${phoneNumber} is not available`, status: 400 })
    if (!known && phoneNumber !== goodNumber)
      return reply.code(400).send({ code: 21421, message: `${phoneNumber} is not valid`, status: 400 })
    if (known?.papers)
      return reply.code(400).send({ code: 21631, message: 'an address in the country is needed', status: 400 })
    const id = `PN${randomText('0123456789abcdef', 32)}`
    const name = form.get('FriendlyName') ?? phoneNumber
    ledger.record({
      kind: 'number',
      id,
      phoneNumber,
      name,
      smsUrl: form.get('SmsUrl'),
      voiceUrl: form.get('VoiceUrl'),
    })
    return reply.code(201).send({ sid: id, phone_number: phoneNumber, friendly_name: name })
  })

  on('GET', `${account}/IncomingPhoneNumbers.json`, (request, reply) => {
    const phoneNumber = query(request, 'PhoneNumber')
    const own = [...ledger.numbers.values()].filter(
      (one) => phoneNumber === undefined || one.phoneNumber === phoneNumber,
    )
    return reply.send({
      incoming_phone_numbers: own.map((one) => ({
        sid: one.id,
        phone_number: one.phoneNumber,
        friendly_name: one.name,
      })),
    })
  })

  on('DELETE', `${account}/IncomingPhoneNumbers/:file`, (request, reply) => {
    const id = param(request, 'file').replace('.json', '')
    if (!ledger.numbers.has(id)) return reply.code(404).send({ code: 20404, message: 'not found', status: 404 })
    ledger.record({ kind: 'number_released', id })
    return reply.code(204).send()
  })
}
