import type * as contract from '@cutaway/contract/rooms/signup/trial.ts'
import type { BlockStatus } from '@cutaway/contract/rooms/signup/trial.ts'
import { secondsAfter } from '../../../core/clock.ts'
import { Answer, answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { fail } from '../../../core/http/errors.ts'
import { publicSite } from '../../../core/tenancy.ts'
import { findAddressBlock } from '../../sessions/address-attempts.queries.ts'
import { createSession } from '../../sessions/create-session.ts'
import { addressKey, trialRole } from '../../sessions/rules.ts'
import { emailKey, masked, mobileOf } from '../codes/address.rules.ts'
import { lockAttempts, mark, secondsToWait } from '../codes/attempts.ts'
import { checkCode, sendCode, type CodeAddress } from '../codes/codes.ts'
import { visitorCountry } from '../plans/plans.rules.ts'
import { findSeller } from '../plans/plans.queries.ts'
import * as queries from './trial.queries.ts'
import {
  askLimit,
  askMark,
  blockSeconds,
  isTrialToken,
  startLimit,
  startMark,
  trialToken,
  windowSeconds,
} from './trial.rules.ts'

/**
 * The free trial. A code by text message or mail starts it. One account for each address; the login ends on the server
 * after the web site's trial time, and only so many logins are allowed in 24 hours.
 */

type In = Pick<AnyCall, 'db' | 'site' | 'services' | 'ip'>

/** A refusal that is committed, with the seconds to wait. */
const wait = (message: string, second: number) =>
  new Answer<never, { timeCount: { second: number } }>(null, { message, status: 0, beside: { timeCount: { second } } })
const refused = (message: string) => new Answer<never, Record<string, never>>(null, { message, status: 0 })

async function blockOf({ db, site, services, ip }: In): Promise<{ blockstatus: BlockStatus; seconds: number }> {
  const now = services.clock.now()
  const from = addressKey(ip)
  const starts = await secondsToWait(db, site, startLimit(from), now)
  if (starts > 0) return { blockstatus: 'temporary', seconds: Math.min(starts, blockSeconds) }
  const asks = await secondsToWait(db, site, askLimit(from), now)
  return asks > 0 ? { blockstatus: 'per_minute', seconds: asks } : { blockstatus: 'none', seconds: 0 }
}

const signedFor = ({ site, services, ip }: In) => ({ secret: services.config.linkSecret, site, ip: addressKey(ip) })

/** Refuses on a web site without free trials, and with a token that is not of this page or too old. */
function checkPage(call: In & { body: { token: string } }): void {
  if (call.site.show_free_trial === 0) fail('free_trial_not_offered')
  if (!isTrialToken(signedFor(call), call.body.token, call.services.clock.now())) fail('free_trial_page_expired')
}

interface Typed {
  mobile_number?: string | undefined
  mobile_dail_code?: string | undefined
  email?: string | undefined
  country_code?: string | undefined
}

/** Reads to whom the code goes. */
function addressOf({ site, services, ip }: In, typed: Typed): CodeAddress & { country: string | null } {
  const email = typed.email?.trim() ?? ''
  if (email !== '') return { key: emailKey(email) ?? fail('email_not_valid'), to: email, kind: 'email', country: null }
  const country = typed.country_code ?? visitorCountry(site, services.countryOf(ip), services.config.demo)
  const mobile = mobileOf(typed.mobile_number ?? '', {
    country,
    ...(typed.mobile_dail_code ? { dialCode: typed.mobile_dail_code } : {}),
  })
  if (!mobile) fail('please_enter_a_valid_phone_number')
  return { key: mobile.number, to: mobile.number, kind: 'mobile', country: mobile.country }
}

export const trial: Handlers<typeof contract> = {
  getWebSiteDetailsForFreeTrial: async (call) => {
    const { site, services } = call
    const token = trialToken(signedFor(call), services.clock.now())
    const block = await blockOf(call)
    const data = {
      web_site: publicSite(site),
      token,
      needs_app_number: site.features.includes('free_trial_app_number'),
      contact_email: site.contact_email,
      ...block,
    }
    return answer(data, { beside: { token, blockstatus: block.blockstatus } })
  },

  getIpBlockDetails: async ({ db, site, services, ip }) => {
    const now = services.clock.now()
    const until = await findAddressBlock(db, addressKey(ip), now)
    const seconds = until ? Math.ceil((until.getTime() - now.getTime()) / 1000) : 0
    return { blockstatus: until ? 'temporary' : 'none', seconds, contact_email: site.contact_email }
  },

  getIpBlockFreeTrialDetails: async (call) => ({ ...(await blockOf(call)), contact_email: call.site.contact_email }),

  checkLastLoginFreeTrial: async ({ callerOrNull, db, site, services }) => {
    if (callerOrNull?.user.user_access_id !== trialRole) return { last_login: null, logins_left: 0, seconds_left: 0 }
    const now = services.clock.now()
    const { user, session } = callerOrNull
    const logins = await queries.findTrialLogins(db, site, user.user_id, secondsAfter(now, -windowSeconds))
    return {
      last_login: session.createdAt.toISOString(),
      logins_left: Math.max(0, site.free_trail_limit - logins.length),
      seconds_left: Math.max(0, Math.ceil((session.expiresAt.getTime() - now.getTime()) / 1000)),
    }
  },

  sendFreeTrailOTP: async (call) => {
    const { body, db, site, services } = call
    checkPage(call)
    const address = addressOf(call, body)
    const seller = await findSeller(db, site)
    // Only countries in which the web site sells: elsewhere numbers are rented to collect the price of messages.
    if (address.country !== null && !seller?.signup_countries.includes(address.country)) fail('country_code_not_allow')
    const now = services.clock.now()
    const from = addressKey(call.ip)
    await lockAttempts(db, site, askMark, from)
    const block = await blockOf(call)
    if (block.blockstatus === 'temporary') return wait('free_trial_temporary_block', block.seconds)
    if (block.blockstatus === 'per_minute') return wait('free_trial_per_minute_block', block.seconds)
    const sent = await sendCode(call, address, { purpose: 'trial', boundTo: from })
    if (sent.outcome === 'refused') return wait(sent.message, sent.seconds)
    await mark(db, site, askMark, [from], now)
    return answer({ sent_to: masked(address.to), seconds: sent.seconds }, { message: 'otp_sent' })
  },

  registerFreeTrailUser: async (call) => {
    const { body, db, site, services } = call
    checkPage(call)
    const address = addressOf(call, body)
    const app_number = body.app_number ?? ''
    if (site.features.includes('free_trial_app_number') && app_number === '') fail('app_number_missing')
    const now = services.clock.now()
    const from = addressKey(call.ip)

    await queries.lockTrial(db, site, address.key)
    const checked = await checkCode(
      call,
      { purpose: 'trial', address_key: address.key },
      body.code ?? body.mobile_otp ?? '',
      // Only where it was asked for, as the token of the page: nobody else can use the code, or spend its tries.
      from,
    )
    if (checked.outcome === 'wrong') {
      services.log.info({ web_site_id: site.web_site_id, ip: call.ip }, 'Incorrect login details')
      return refused('incorrect_login_details')
    }
    if (checked.outcome !== 'right') return refused(checked.outcome === 'burnt' ? 'code_too_many' : 'code_expired')

    const known = await queries.findTrial(db, site, address.key)
    if (known && (known.deleted_at !== null || known.active !== 1 || known.user_access_id !== trialRole))
      return refused('free_trial_used')
    if (known) {
      const logins = await queries.findTrialLogins(db, site, known.user_id, secondsAfter(now, -windowSeconds))
      const frees = logins.at(-site.free_trail_limit)
      if (frees)
        return wait('free_trial_used', Math.ceil((secondsAfter(frees, windowSeconds).getTime() - now.getTime()) / 1000))
    } else {
      await lockAttempts(db, site, startMark, from)
      const { blockstatus, seconds } = await blockOf(call)
      if (blockstatus === 'temporary') return wait('free_trial_temporary_block', seconds)
      await mark(db, site, startMark, [from], now)
    }
    const preferred_date = body.preferred_date ?? null
    const userId =
      known?.user_id ??
      (await queries.insertTrial(
        db,
        site,
        {
          address_key: address.key,
          email: address.kind === 'email' ? address.to : '',
          phone: address.kind === 'mobile' ? address.to : '',
          app_number,
          preferred_date,
          language_id: call.chosenLanguage?.language_id ?? null,
        },
        now,
      ))
    await queries.updateTrial(db, site, userId, { app_number, preferred_date, now })
    return createSession(call, { userId, stay: false, kind: 'trial' })
  },
}
