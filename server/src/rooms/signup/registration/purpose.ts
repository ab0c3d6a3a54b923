import { hashToken } from '../../../core/auth/caller.ts'
import type { Db } from '../../../core/db/database.ts'
import { formatMoney } from '../../../core/formats.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { quoteOfOrder } from '../../billing/order.ts'
import type { OpenAsk, Order, Purpose } from '../../billing/purposes.ts'
import { queueMail } from '../../messaging/mail.ts'
import { newToken } from '../../sessions/create-session.ts'
import { mobileOf } from '../codes/address.rules.ts'
import { checkCode } from '../codes/codes.ts'
import { amountGoesBack } from '../letters.ts'
import { hasRedeemed, isUserNameTaken } from '../plans/plans.queries.ts'
import { activateRegistration } from './activate.ts'
import { claimAccountOf, isClaimable, newSecret } from './claim.ts'
import { registrationCookieHash } from './cookie.ts'
import { orderOf } from './order.ts'
import { codeUse } from './payment-code.ts'
import * as queries from './registration.queries.ts'

/** A sign-up as something that is paid for. The order is the registration; its cookie names the visitor. */

/** Finds the registrations of sign-ups that are paid. */
const paidFlows = new Set<queries.Registration['flow']>(['cybersource', 'eway_au', 'paypal_nz', 'paypal_intl'])
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export function signupPurpose(services: Pick<Services, 'config' | 'sites' | 'jobs' | 'clock' | 'database'>): Purpose {
  const ofCookie = (db: Db, site: Site, hash: string | undefined) =>
    hash === undefined ? undefined : queries.findByCookie(db, site, hash)
  const isOpen = ({ state, expires_at }: queries.Registration, now: Date) =>
    state === 'paying' || (state === 'draft' && expires_at > now)

  /** Checks the code that was sent to a mobile number, and uses it up. */
  async function refusedCode(
    db: Db,
    site: Site,
    { country_code }: queries.Registration,
    order: Order,
    proof: OpenAsk['proof'],
  ): Promise<string | undefined> {
    const mobile = proof && mobileOf(proof.mobile, { country: country_code })
    if (!mobile || !uuid.test(proof.codeId)) return 'code_wrong'
    const key = { purpose: 'payment', address_key: mobile.number, code_id: proof.codeId } as const
    const { outcome } = await checkCode({ db, site, services }, key, proof.code, codeUse(order))
    if (outcome === 'right') return undefined
    return outcome === 'burnt' ? 'code_too_many' : outcome === 'expired' ? 'code_expired' : 'code_wrong'
  }

  return {
    name: 'signup',
    returnPage: '/paypalSuccess',

    async ofVisitor(db, site, { request, userId }) {
      const own = await ofCookie(db, site, registrationCookieHash(request, services.config))
      const isOwn = own && paidFlows.has(own.flow) && (userId === null || own.user_id === userId)
      return isOwn ? own.registration_id : undefined
    },

    byPageToken: async (db, site, tokenHash) => (await queries.findByPayToken(db, site, tokenHash))?.registration_id,

    async newPageToken(db, site, orderId) {
      const token = newToken()
      await queries.setPayToken(db, site, orderId, hashToken(token))
      return token
    },

    async open(db, site, orderId, { now, proof }) {
      const known = await queries.findRegistration(db, site, orderId)
      if (known) await queries.lockEmail(db, site, known.email_key)
      const registration = await queries.lockRegistration(db, site, orderId)
      if (!registration || !isOpen(registration, now)) return { refused: 'unable_to_proceed_please_try_later' }
      const { state, extra, email, promo_code, businessentity_id } = registration
      if (state === 'paying') return { refused: 'payment_in_progress' }
      if (await isUserNameTaken(db, site, extra.username ?? email)) return { refused: 'user_name_already_exists' }
      const ordered = await orderOf(db, site, registration, { sites: services.sites, now })
      if (!ordered) return { refused: 'Subscription Details Not Found.' }
      if (ordered.isPromoOver) return { refused: 'promo_code_expiry' }
      if (promo_code !== null && (await hasRedeemed(db, site, promo_code, businessentity_id)))
        return { refused: 'promo_code_already_applied' }
      const { order } = ordered
      const isDue = (quoteOfOrder(order)?.total_minor ?? 0) > 0
      if (isDue && order.provider === 'cybersource' && site.features.includes('payment_code')) {
        const refused = await refusedCode(db, site, registration, order, proof)
        if (refused !== undefined) return { refused }
      }
      return { order }
    },

    async show(db, site, orderId, now) {
      const registration = await queries.findRegistration(db, site, orderId)
      if (!registration || !isOpen(registration, now)) return undefined
      return (await orderOf(db, site, registration, { sites: services.sites, now }))?.order
    },

    async moved(db, site, orderId, to) {
      if (to === 'paying') {
        await queries.moveRegistration(db, site, orderId, ['draft'], { state: 'paying' })
        return
      }
      await queries.moveRegistration(db, site, orderId, ['paying'], { state: 'draft' })
      if (to === 'declined') await queries.countDecline(db, site, orderId)
    },

    async fulfil(db, site, { order, paymentId }) {
      const how = { from: ['paying', 'draft'] as const, paymentId }
      const activated = await activateRegistration({ db, site, services }, order.orderId, how)
      return activated ? 'delivered' : { conflict: 'the registration has ended' }
    },

    async paidBack(db, site, { order, currency, totalMinor }) {
      const language = services.sites.language(order.language) ?? site.languages[0]!
      const amount = formatMoney(totalMinor, currency, language.language_code)
      await queueMail(db, services, site, { to: order.email, language, letter: amountGoesBack({ amount }) })
    },

    async claim(site, { request, userId, now }) {
      const inTenant = <R>(work: (db: Db) => Promise<R>) => services.database.inTenant(site.web_site_id, work)
      const hash = registrationCookieHash(request, services.config)
      const own = await inTenant(async (db) => ofCookie(db, site, hash))
      if (!own || (userId !== null && own.user_id !== userId) || !isClaimable(own, now)) return undefined
      const secret = await newSecret()
      return inTenant((db) => claimAccountOf(db, site, own, { secret, now }))
    },
  }
}
