import { findSession, hashToken } from '../../../core/auth/caller.ts'
import { sessionTokenHash } from '../../../core/auth/cookies.ts'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import { formatIsoDay } from '../../../core/formats.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { orderFor } from '../../billing/life/buyer.ts'
import { mailPaidBack } from '../../billing/life/invoice-purposes.ts'
import { mailTo } from '../../billing/life/mails.ts'
import { newPage, tokensOf } from '../../billing/life/pages/page-tokens.ts'
import { pricesOf } from '../../billing/life/renew.ts'
import { findLive } from '../../billing/life/subscriptions.queries.ts'
import type { Order, Purpose } from '../../billing/purposes.ts'
import { queueMail } from '../../messaging/mail.ts'
import { newToken } from '../../sessions/create-session.ts'
import { insertToken } from '../../sessions/passwords/passwords.queries.ts'
import { sessionEnd, trialRole } from '../../sessions/rules.ts'
import { liftEnds } from '../../sessions/session.queries.ts'
import { accountReady } from '../letters.ts'
import { findPlanOnSale, hasRedeemed, insertRedemption } from '../plans/plans.queries.ts'
import { isExpired } from '../plans/plans.rules.ts'
import { freeName } from '../registration/activate.ts'
import { administratorRole, candidateOf } from './candidate.ts'
import * as queries from './upgrade.queries.ts'

/** An upgrade as something that is paid. The order is the upgrade; its user is the visitor. */

/** Seconds for which the link of the mail chooses a password. */
const linkSeconds = 7 * 24 * 3600
/** Declined payments after which each further one needs a captcha. */
const captchaAfter = 3

type UpgradeServices = Pick<Services, 'config' | 'sites' | 'jobs' | 'clock' | 'database'>

export function upgradePurpose(services: UpgradeServices): Purpose {
  const { config, sites, clock } = services

  /** Returns the order of an upgrade whose plan is chosen; undefined if it cannot be paid. */
  async function orderOf(db: Db, site: Site, of: queries.Upgrade | undefined): Promise<Order | undefined> {
    const { details, billing_plan_id, businessentity_id } = of ?? {}
    if (!of || of.done_at || !details || !of.terms_at || !billing_plan_id || !businessentity_id) return undefined
    const candidate = await candidateOf(db, site, of.user_id)
    const plan = await findPlanOnSale(db, site, billing_plan_id)
    if (!candidate || !plan?.country_codes.includes(details.country_code.toUpperCase())) return undefined
    return orderFor(db, site, services, {
      orderId: of.upgrade_id,
      businessId: businessentity_id,
      subscription: undefined,
      due: {
        kind: 'subscription',
        plan: pricesOf(plan),
        locations: of.locations,
        trialDays: null,
        replacesTrial: true,
      },
      owner: { ...candidate.person, ...details },
      needsCaptcha: of.declines >= captchaAfter,
    })
  }

  return {
    name: 'upgrade',
    returnPage: '/home',
    ...tokensOf('upgrade'),

    async ofVisitor(db, site, { request, userId, now }) {
      const token = sessionTokenHash(request, config)
      const session = token === undefined ? null : await findSession(db, site, token, now)
      if (!session || (userId !== null && session.user.user_id !== userId)) return undefined
      const own = await queries.findOfUser(db, site, session.user.user_id)
      return own && !own.done_at && own.billing_plan_id !== null ? own.upgrade_id : undefined
    },
    async newPageToken(db, site, orderId, now) {
      const of = (await queries.findUpgrade(db, site, orderId))!
      const page = { businessentity_id: of.businessentity_id!, user_id: of.user_id }
      return newPage(db, site, { ...page, purpose: 'upgrade', order_id: orderId }, now)
    },

    show: async (db, site, orderId) => orderOf(db, site, await queries.findUpgrade(db, site, orderId)),

    async open(db, site, orderId, { now }) {
      const of = await queries.lockUpgrade(db, site, orderId)
      const order = await orderOf(db, site, of)
      if (!of || !order) return { refused: 'unable_to_proceed_please_try_later' }
      if (of.promo_code !== null && of.billing_plan_id !== null) {
        const plan = await findPlanOnSale(db, site, of.billing_plan_id)
        if (isExpired(plan?.expires_on ?? null, formatIsoDay(now, site.time_zone)))
          return { refused: 'promo_code_expiry' }
        if (await hasRedeemed(db, site, of.promo_code, order.businessentity_id))
          return { refused: 'promo_code_already_applied' }
      }
      return { order }
    },

    async moved(db, site, orderId, to) {
      if (to === 'declined') await queries.countDecline(db, site, orderId)
    },

    async fulfil(db, site, { order, paymentId, currency, totalMinor, invoiceNumber, now }) {
      const of = await queries.lockUpgrade(db, site, order.orderId)
      const { details } = of ?? {}
      if (!of || !details) return { conflict: 'the upgrade is unknown' }
      const person = await queries.findPerson(db, site, of.user_id)
      if (!person) return { conflict: 'the user was deleted' }
      await queries.changeUpgrade(db, site, of.upgrade_id, { done_at: now })
      if (person.user_access_id === trialRole) {
        const username = await freeName(db, site, details.email)
        const to = { role: administratorRole, from: trialRole, businessId: order.businessentity_id, username, details }
        if (!(await queries.promote(db, site, of.user_id, to))) return { conflict: 'the user is no trial any more' }
        // The login of the trial ended by itself; from now on it is one like any other.
        await liftEnds(db, site, of.user_id, sessionEnd(now, false))
        const token = newToken()
        const expires_at = secondsAfter(now, linkSeconds)
        await insertToken(db, site, { token_hash: hashToken(token), user_id: of.user_id, expires_at })
        const link = `${linkOrigin('', site.hosts, config)}/reset_password/${token}`
        const language = sites.language(order.language) ?? site.languages[0]!
        await queueMail(db, services, site, { to: details.email, language, letter: accountReady({ username, link }) })
      } else if (person.businessentity_id !== order.businessentity_id)
        return { conflict: 'the user belongs to another business' }
      if (of.promo_code !== null && of.billing_plan_id !== null)
        await insertRedemption(db, site, {
          promo_code: of.promo_code,
          businessentity_id: order.businessentity_id,
          billing_plan_id: of.billing_plan_id,
          payment_id: paymentId,
          at: now,
        })
      const subscription = await findLive(db, site, order.businessentity_id)
      if (subscription)
        await mailTo(db, services, site, subscription, {
          kind: 'receipt',
          amount: { minor: totalMinor, currency },
          ...(invoiceNumber === null ? {} : { number: invoiceNumber }),
        })
      return 'delivered'
    },
    paidBack: (db, site, { order, currency, totalMinor }) =>
      mailPaidBack(db, { config, sites, jobs: services.jobs, clock }, site, order, { currency, totalMinor }),
  }
}
