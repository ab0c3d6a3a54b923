import type * as contract from '@cutaway/contract/rooms/telephony/numbers.ts'
import type { UsageRow } from '@cutaway/contract/rooms/telephony/numbers.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Call, Handlers } from '../../../core/http/endpoints.ts'
import { denied, fail, notFound } from '../../../core/http/errors.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { NumberOffer, Numbers } from '../../../outside/numbers/numbers.ts'
import { purposeNamed } from '../../billing/accounts.ts'
import { readResult, resultOf } from '../../billing/answers.ts'
import { dayOf, periodOf } from '../../billing/days.ts'
import { shownMeans } from '../../billing/life/instruments.ts'
import { giveUpOthers, refuseStored } from '../../billing/life/pages/customer-pays.ts'
import { newPage } from '../../billing/life/pages/page-tokens.ts'
import { payStored } from '../../billing/life/pay-stored.ts'
import { activeInstrument } from '../../billing/life/subscriptions.queries.ts'
import { percent, toDecimal, wireCurrency } from '../../billing/money.ts'
import { findSeller } from '../../billing/plans/plans.queries.ts'
import { findBundles, monthOf } from '../bundles/orders.queries.ts'
import { buyerOf } from '../guard.ts'
import * as queries from './numbers.queries.ts'
import type { NumberRow } from './numbers.queries.ts'
import { monthlyPrice } from './prices.ts'
import { registrationOf, syncSending } from './registration.queries.ts'
import { shownNumbers } from './shown.ts'
import { payArrears } from './pay-arrears.ts'
import { beginRelease, workNumber } from './work.ts'

/** The calls of telephone numbers. Those that speak to the provider keep no transaction open meanwhile. */

/** Seconds for which a quote holds. */
const quoteTime = 300
const providerTime = 30_000
const signal = () => AbortSignal.timeout(providerTime)

const providerOf = ({ numbers }: Pick<Services, 'numbers'>): Numbers => numbers ?? fail('numbers_unavailable')

/** Asks the provider; refuses in words where it cannot be reached. */
async function asked<R>(
  services: Pick<Services, 'numbers' | 'log'>,
  ask: (numbers: Numbers) => Promise<R>,
): Promise<R> {
  const numbers = providerOf(services)
  try {
    return await ask(numbers)
  } catch (error) {
    services.log.warn({ err: error }, 'the provider of telephone numbers did not answer')
    return fail('numbers_unavailable')
  }
}

/** Countries are the same for everybody and change rarely. */
const countriesFor = 3600
let remembered: { of: Numbers; until: Date; countries: Awaited<ReturnType<Numbers['countries']>> } | undefined

/** Returns the currency in which a business pays for numbers, and the rate of the tax on them. */
async function termsOf(db: Db, site: Site, subscription: { currency: string; prices: { gst_bp: number } } | undefined) {
  const [bundle] = await findBundles(db, site)
  const seller = await findSeller(db, site)
  const gst_bp = subscription?.prices.gst_bp ?? bundle?.gst_bp ?? 0
  return {
    currency: subscription?.currency ?? bundle?.currency ?? 'USD',
    gst_bp: seller?.is_tax_registered ? gst_bp : 0,
    taxLabel: seller?.tax_label ?? '',
  }
}

type Anybody = Pick<Call<typeof contract.getSearchTwilioNumbers>, 'site' | 'services' | 'caller' | 'endTransaction'>

/** Checks who asks, in a short transaction, and returns the business with what it pays in. */
async function askerOf({ site, services, caller, endTransaction }: Anybody) {
  await endTransaction()
  return services.database.inTenant(site.web_site_id, async (db) => {
    const buyer = await buyerOf(db, site, caller)
    if (buyer.provider === null) fail('Something went wrong. Please try again')
    return { ...buyer, terms: await termsOf(db, site, buyer.subscription) }
  })
}

/** What was typed may be digits, an area code, or a town. */
function wanted(country: string, search: string) {
  const digits = search.replaceAll(/\D/g, '')
  const town = search.replaceAll(/[\d,()+*-]/g, '').trim()
  const isArea = (country === 'US' || country === 'CA') && digits.length === 3
  return {
    ...(isArea ? { area: digits } : {}),
    ...(!isArea && digits !== '' ? { contains: digits } : {}),
    ...(town === '' ? {} : { locality: town }),
  }
}

const ofNumber = ({ phoneNumber, country, type, locality, capabilities }: NumberOffer) => ({
  phone_number: phoneNumber,
  iso_country: country,
  number_type: type,
  locality,
  capabilities,
})

type Buying = Call<typeof contract.confirmBuyTwilioNumber>

async function buy(call: Buying) {
  const { body, site, services, caller } = call
  const isHuman = body.token ? await services.captcha.verify(body.token) : false
  if (body.token && !isHuman) fail('captcha_not_solved')
  providerOf(services)
  const { businessId, provider } = await askerOf(call)
  const inTenant = <R>(work: (db: Db) => Promise<R>) => services.database.inTenant(site.web_site_id, work)
  const now = services.clock.now()
  const owned = await ownerOf(services.database.system, body.quote_id)
  const isOwn = (owner: NonNullable<typeof owned>) =>
    owner.web_site_id === site.web_site_id && owner.businessentity_id === businessId
  const of = await inTenant(async (db) => {
    const quote = await queries.lockQuote(db, site, body.quote_id)
    if (!quote || quote.businessentity_id !== businessId) notFound()
    // Two tabs with the same quote get the same order.
    const known = await queries.findByQuote(db, site, body.quote_id)
    if (known) return known
    if (quote.expires_at <= now) fail('number_quote_expired')
    // Known to be taken: charging the card and paying back would only worry the buyer.
    if (owned) fail(isOwn(owned) ? 'number_is_yours' : 'number_taken')
    const location = body.location_id === undefined ? null : await placeOf(db, site, businessId, body.location_id)
    return insert(db, site, { quote, location, forward: body.forward_to, userId: caller.user.user_id, now })
  })
  const orderId = of.phone_number_id
  if (of.state !== 'paying' && of.state !== 'failed') return answerOf(call, orderId)
  await inTenant((db) => giveUpOthers(db, services, site, { businessId, orderId }))
  const stored = await inTenant((db) => activeInstrument(db, site, businessId))
  if (!stored && provider !== 'paypal') fail('please_change_billing_details')
  if (!stored) {
    const { user_id } = caller.user
    const page = { businessentity_id: businessId, user_id, purpose: 'phone_number', order_id: orderId }
    const token = await inTenant((db) => newPage(db, site, page, now))
    return answerOf(call, orderId, { paypalDetails: { merchantUrl: `${call.origin}/pay/${token}` } })
  }
  const result = await payStored(services, {
    site,
    purpose: purposeNamed(services.purposes, 'phone_number'),
    orderId,
    requestKey: body.request_key,
    excludes: ['phone_number'],
    customer: { ip: call.ip, isHuman },
  })
  if ('refused' in result) {
    // The other tab pays, or has paid meanwhile.
    const isAsked = result.refused === 'payment_in_progress'
    const meanwhile = await inTenant((db) => queries.findNumber(db, site, orderId))
    const isPaid = isSettled(meanwhile) || (isAsked && (await settlesSoon(inTenant, site, orderId)))
    if (isPaid) return answerOf(call, orderId)
    refuseStored(result)
  }
  await workNumber(services, site, orderId)
  return answerOf(call, orderId, { paymentId: result.paymentId })
}

/** Returns the business of the installation that has the number of a quote, or is getting it. */
const ownerOf = (
  system: Db,
  quoteId: string,
): Promise<{ web_site_id: number; businessentity_id: number } | undefined> =>
  system
    .selectFrom('phone_number_quotes as q')
    .innerJoin('phone_numbers as n', 'n.phone_number', 'q.phone_number')
    .select(['n.web_site_id', 'n.businessentity_id'])
    .where('q.quote_id', '=', quoteId)
    .where('n.state', 'in', ['buying', 'owned', 'releasing'])
    .executeTakeFirst()

const isSettled = (of: NumberRow | undefined) => of !== undefined && of.state !== 'paying' && of.state !== 'failed'

/** How long a second request about an order waits for the payment of the first one, and how often it looks. */
const patience = { looks: 40, milliseconds: 250 }

/** Waits while another request pays the order. Returns false if no payment is under way, or it takes too long. */
async function settlesSoon(
  inTenant: <R>(work: (db: Db) => Promise<R>) => Promise<R>,
  site: Site,
  orderId: string,
): Promise<boolean> {
  for (let look = 0; look < patience.looks; look += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const [of, isUnderWay] = await inTenant(async (db) => [
      await queries.findNumber(db, site, orderId),
      await queries.isBeingPaid(db, site, orderId),
    ])
    // The request that paid also asks the provider, and answers first.
    if (isSettled(of) && of!.state !== 'buying') return true
    if (!isUnderWay && !isSettled(of)) return false
    // oxlint-disable-next-line no-await-in-loop -- see above
    await sleep(patience.milliseconds)
  }
  return false
}

async function placeOf(db: Db, site: Site, businessId: number, locationId: number): Promise<number> {
  const place = await db
    .selectFrom('locations')
    .select('location_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('location_id', '=', locationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return place?.location_id ?? notFound()
}

async function insert(
  db: Db,
  site: Site,
  {
    quote,
    location,
    forward,
    userId,
    now,
  }: { quote: queries.QuoteRow; location: number | null; forward: string; userId: number; now: Date },
): Promise<NumberRow> {
  await db
    .updateTable('phone_number_quotes')
    .set({ used_at: now })
    .where('web_site_id', '=', site.web_site_id)
    .where('quote_id', '=', quote.quote_id)
    .execute()
  const { expires_at: _expires, used_at: _used, user_id: _user, capabilities, ...facts } = quote
  return db
    .insertInto('phone_numbers')
    .values({
      ...facts,
      capabilities: JSON.stringify(capabilities),
      phone_number_id: randomUUID(),
      user_id: userId,
      location_id: location,
      forward_to: forward === quote.phone_number ? '' : forward,
      state: 'paying',
      asked_at: null,
      created_at: now,
      owned_at: null,
      released_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Answers with what is stored of an order: the same to every request about it. */
async function answerOf(
  { site, services }: Buying,
  orderId: string,
  {
    paymentId = null,
    paypalDetails = null,
  }: { paymentId?: string | null; paypalDetails?: { merchantUrl: string } | null } = {},
) {
  return services.database.inTenant(site.web_site_id, async (db) => {
    const of = (await queries.findNumber(db, site, orderId)) ?? notFound()
    const payment = paymentId ?? of.payment_id
    const result = payment === null ? undefined : await readResult(db, site, payment)
    const isPaidBack = result?.payment.state === 'refunding' || result?.payment.state === 'refunded'
    if (of.state === 'refunding' || of.state === 'refunded' || isPaidBack) fail('number_taken')
    const told = result && resultOf(result.payment, result.attempt)
    if (of.state === 'buying') fail('number_being_checked', null, { timeCount: 5 })
    return {
      responseType: told?.responseType ?? ('action_required' as const),
      state: of.state,
      phone_number_id: of.phone_number_id,
      phone_number: of.phone_number,
      payment: told?.payment ?? null,
      action: told?.action ?? null,
      paypalDetails,
    }
  })
}

/** Returns the caller's business, which the call names; 403 for any other. */
async function ownBusiness(
  call: Pick<Call<typeof contract.getPhoneNumberUsage>, 'db' | 'site' | 'caller'>,
  entity: { businessentity_id: number },
): Promise<number> {
  const { businessId } = await buyerOf(call.db, call.site, call.caller)
  return entity.businessentity_id === businessId ? businessId : denied()
}

async function usageOf(db: Db, site: Site, businessId: number, now: Date): Promise<UsageRow[]> {
  const rows = await queries.numbersOf(db, site, businessId, ['owned', 'releasing', 'released'])
  const use = await queries.useByMonth(db, site, businessId, [...new Set(rows.map(({ phone_number }) => phone_number))])
  // An unused number is listed too: it has a price, and can be released.
  const month = monthOf(now, site)
  const unused = rows
    .filter(
      ({ state, phone_number: of }) =>
        state === 'owned' && !use.some((u) => u.phone_number === of && u.month === month),
    )
    .map(({ phone_number }) => ({ phone_number, month, sent: 0, delivered: 0, failed: 0, segments: 0, received: 0 }))
  return [...unused, ...use].flatMap((used) => {
    const of = rows.findLast(({ phone_number }) => phone_number === used.phone_number)
    return of
      ? [
          {
            phone_number_id: of.phone_number_id,
            ...used,
            cost: toDecimal(of.monthly_minor, of.currency),
            currency: wireCurrency(of.currency),
            state: of.state,
          },
        ]
      : []
  })
}

export const numbers: Handlers<typeof contract> = {
  getTwilioNumberByCountries: async (call) => {
    await askerOf(call)
    const { services } = call
    const now = services.clock.now()
    const of = providerOf(services)
    if (remembered?.of !== of || remembered.until <= now)
      remembered = {
        of,
        until: secondsAfter(now, countriesFor),
        countries: await asked(services, (provider) => provider.countries(signal())),
      }
    return remembered.countries.map(({ country, types }) => ({ country_code: country, types }))
  },

  getSearchTwilioNumbers: async (call) => {
    const { terms } = await askerOf(call)
    const { country, type, search } = call.params.json
    const found = await asked(call.services, async (provider) => ({
      cost: await provider.monthlyCost(country, type, signal()),
      offers: await provider.search({ country, type, ...wanted(country, search) }, signal()),
    }))
    const price = found.cost && monthlyPrice(call.site, found.cost, terms.currency)
    if (found.offers.length === 0 || price === undefined) fail('no_records_found')
    return found.offers.map((offer) => ({
      ...ofNumber(offer),
      currency: wireCurrency(terms.currency),
      price: toDecimal(price, terms.currency),
    }))
  },

  buyTwilioNumber: async (call) => {
    const { businessId, terms, provider: pays } = await askerOf(call)
    const { site, services, caller } = call
    const { phone_number, country, type } = call.params.json
    const found = await asked(services, async (provider) => ({
      cost: await provider.monthlyCost(country, type, signal()),
      offers: await provider.search({ country, type, contains: phone_number.slice(1) }, signal()),
    }))
    const offer = found.offers.find(({ phoneNumber }) => phoneNumber === phone_number) ?? fail('number_taken')
    const { currency, gst_bp, taxLabel } = terms
    const monthly_minor = (found.cost && monthlyPrice(site, found.cost, currency)) ?? fail('numbers_unavailable')
    const now = services.clock.now()
    const quote_id = randomUUID()
    const expires_at = secondsAfter(now, quoteTime)
    const facts = ofNumber(offer)
    const instrument = await services.database.inTenant(site.web_site_id, async (db) => {
      await db
        .insertInto('phone_number_quotes')
        .values({
          web_site_id: site.web_site_id,
          quote_id,
          businessentity_id: businessId,
          user_id: caller.user.user_id,
          ...facts,
          capabilities: JSON.stringify(facts.capabilities),
          cost_micro: found.cost!.micro,
          monthly_minor,
          currency,
          gst_bp,
          expires_at,
          used_at: null,
        })
        .execute()
      return activeInstrument(db, site, businessId)
    })
    return {
      quote_id,
      ...facts,
      currency: wireCurrency(currency),
      tax_label: taxLabel,
      price: toDecimal(monthly_minor, currency),
      due: toDecimal(monthly_minor + percent(monthly_minor, gst_bp), currency),
      from_on: dayOf(now, site.time_zone),
      next_on: periodOf(dayOf(now, site.time_zone), 'monthly', 0).end,
      expires_at: expires_at.toISOString(),
      seconds: quoteTime,
      means: shownMeans(instrument),
      pays: instrument ? 'stored' : pays === 'paypal' ? 'approval' : 'card',
    }
  },

  confirmBuyTwilioNumber: buy,

  checkTwilioNumberAlreadyExist: async (call) => {
    const { db, site, owned, services } = call
    const businessId = await ownBusiness(call, owned.entity)
    const rows = await queries.listedNumbers(db, site, businessId)
    if (rows.length === 0) fail('no_records_found')
    return shownNumbers(db, site, rows, services.clock.now())
  },

  payPhoneNumber: payArrears,

  getNumberLocations: async ({ db, site, caller }) => {
    const { businessId } = await buyerOf(db, site, caller)
    const rows = await db
      .selectFrom('locations')
      .select(['location_id', 'businessentity_location_name as name'])
      .where('web_site_id', '=', site.web_site_id)
      .where('businessentity_id', '=', businessId)
      .where('deleted_at', 'is', null)
      .orderBy(sql`lower(businessentity_location_name)`)
      .orderBy('location_id')
      .execute()
    return rows
  },

  savePhoneNumber: async ({ db, site, services, caller, params, body, audit }) => {
    const { businessId } = await buyerOf(db, site, caller)
    const of = await queries.lockNumber(db, site, params.phone_number_id)
    if (of?.businessentity_id !== businessId || of.state !== 'owned') notFound()
    const own = await queries.numbersOf(db, site, businessId)
    if (own.some(({ phone_number }) => phone_number === body.forward_to)) fail('number_rings_itself')
    const { forward_to, spoken_text } = body
    const location_id =
      typeof body.location_id === 'number'
        ? await placeOf(db, site, businessId, body.location_id)
        : body.location_id === null
          ? null
          : of.location_id
    const before = { forward_to: of.forward_to, spoken_text: of.spoken_text, location_id: of.location_id }
    const after = { forward_to, spoken_text, location_id }
    await queries.noteNumber(db, site, of.phone_number_id, after)
    await queries.moveMessageNumber(db, site, of.phone_number, location_id)
    audit({ before, after })
    return (await shownNumbers(db, site, [{ ...of, ...after }], services.clock.now()))[0]!
  },

  confirmReleaseTwilioNumber: async (call) => {
    const { site, services, caller, body, audit } = call
    providerOf(services)
    await call.endTransaction()
    const inTenant = <R>(work: (db: Db) => Promise<R>) => services.database.inTenant(site.web_site_id, work)
    const begun = await inTenant(async (db) => {
      const { businessId } = await buyerOf(db, site, caller)
      const of = await queries.lockNumber(db, site, body.phone_number_id)
      if (of?.businessentity_id !== businessId) notFound()
      if (of.phone_number !== body.phone_number) fail('number_not_confirmed')
      if (of.state === 'releasing' || of.state === 'released') return false
      if (of.state !== 'owned') fail('number_being_checked')
      if ((await queries.waitingFrom(db, site, of.phone_number)) > 0) fail('number_has_waiting_messages')
      await beginRelease(db, services, site, of)
      return true
    })
    audit(begun ? { after: { phone_number: body.phone_number } } : false)
    await workNumber(services, site, body.phone_number_id)
    const after = await inTenant((db) => queries.findNumber(db, site, body.phone_number_id))
    return { state: after!.state }
  },

  getPhoneNumberUsage: async (call) => {
    const businessId = await ownBusiness(call, call.owned.entity)
    const rows = await usageOf(call.db, call.site, businessId, call.services.clock.now())
    return rows.length === 0 ? fail('no_records_found') : rows
  },

  getTextRegistration: async (call) => {
    const businessId = await ownBusiness(call, call.owned.entity)
    return (await registrationOf(call.db, call.site, businessId)) ?? null
  },

  saveTextRegistration: async (call) => {
    const { db, site, services, body, audit } = call
    const businessId = await ownBusiness(call, call.owned.entity)
    const before = await registrationOf(db, site, businessId)
    if (before?.state === 'approved') fail('registration_is_decided')
    const set = {
      ...body,
      state: 'waiting' as const,
      refusal: '',
      submitted_at: services.clock.now(),
      decided_at: null,
      decided_by: null,
    }
    await db
      .insertInto('text_registrations')
      .values({ web_site_id: site.web_site_id, businessentity_id: businessId, ...set })
      .onConflict((c) => c.columns(['web_site_id', 'businessentity_id']).doUpdateSet(set))
      .execute()
    await syncSending(db, site, businessId)
    audit({ after: { legal_name: body.legal_name, state: 'waiting' } })
    return (await registrationOf(db, site, businessId))!
  },
}
