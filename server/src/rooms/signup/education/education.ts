import type * as contract from '@cutaway/contract/rooms/signup/education.ts'
import { randomUUID } from 'node:crypto'
import { hashToken } from '../../../core/auth/caller.ts'
import { secondsAfter } from '../../../core/clock.ts'
import { answer, type AnyCall, type Handler, type Handlers } from '../../../core/http/endpoints.ts'
import { fail, HttpRefusal, notFound } from '../../../core/http/errors.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import { fieldWithCardNumber, opaqueFields } from '../../billing/card-numbers.ts'
import { queueMail } from '../../messaging/mail.ts'
import { newToken } from '../../sessions/create-session.ts'
import { addressKey } from '../../sessions/rules.ts'
import { reachedSites } from '../../sites/reached-sites.ts'
import { emailKey } from '../codes/address.rules.ts'
import { applicationReceived, applicationRefused, educationActivation } from '../letters.ts'
import { findPlans, findSeller, isUserNameTaken } from '../plans/plans.queries.ts'
import { activateRegistration } from '../registration/activate.ts'
import { contactOf, phoneOf } from '../registration/first-step.rules.ts'
import { openFree } from '../registration/free.ts'
import * as registrations from '../registration/registration.queries.ts'
import { lockAttempts, mark, secondsToWait } from '../codes/attempts.ts'
import { findApplications } from './applications.queries.ts'
import { applicationLimits, applicationMark, isLinkSignature, linkSignature } from './education.rules.ts'
import { extendDraft, findOpen } from './education.queries.ts'

/**
 * Accounts of schools. A school activates its account by a signed link of a mail; a teacher's application waits for the
 * operator. Neither moves money.
 */

const educationManager = 11
const waitSeconds = 7 * 24 * 3600

type Ask = Parameters<Handler<typeof contract.createEducationalUserAccount>>[0]

/** Stores the registration of a school with its user, who has no access yet. */
async function saveSchool(
  call: Ask,
  {
    flow,
    state,
    kind,
  }: {
    flow: 'education' | 'israel_teachers'
    state: 'draft' | 'awaiting_approval'
    kind: 'education' | 'complimentary'
  },
) {
  const { body, site, services } = call
  // The check comes first: nothing of the request is stored or logged before it. Phone numbers are checked on their own.
  if (fieldWithCardNumber(body, [...opaqueFields, 'phone'])) fail('message_bill', { field: 'card_number' })
  // Before the first query: the captcha takes a connection of its own.
  const isHuman = body.token ? await services.captcha.verify(body.token) : false
  if (!body.iaccept && !body.i_accept) fail('read_our_terms_and_conditions')
  if (!isHuman) fail('captcha_not_solved')
  const { db } = call
  const now = services.clock.now()
  const country = body.country_code.toUpperCase()
  const seller = await findSeller(db, site)
  if (!seller?.signup_countries.includes(country)) fail('country_code_not_allow')
  const phone = phoneOf(body.phone, country) ?? fail('please_enter_a_valid_phone_number')
  const key = emailKey(body.email) ?? fail('unable_to_create_account')
  const language = call.chosenLanguage ?? site.languages[0]!
  const origin = linkOrigin(call.origin, site.hosts, services.config)
  await registrations.lockEmail(db, site, key)
  const open = await findOpen(db, site, { key, flow, state, now })
  // An application that is sent again, because its reply was lost, is the same one: nobody but the operator changes it.
  if (open && state === 'awaiting_approval') {
    await countApplication(call, key, now)
    call.audit({ target: { kind: 'user', id: open.user_id }, businessId: open.businessentity_id })
    return { ...open, origin, language, isNew: false }
  }
  if (await isUserNameTaken(db, site, body.username || body.email)) fail('user_name_already_exists')
  if (await registrations.hasLiveAccount(db, site, key, body.email)) fail('user_name_already_exists')
  await countApplication(call, key, now)
  const [plan] = await findPlans(db, site, country, [kind])
  if (!plan) fail('education_not_offered')

  const languageId = body.language_id ?? call.chosenLanguage?.language_id ?? null
  const form = {
    ...body,
    business_name: body.school_name,
    businessentity_street1: body.businessentity_street1 ?? '',
    businessentity_city: body.businessentity_city ?? '',
  }
  const contact = contactOf(form, { phone, languageId, type: 'school' })
  const optional = { school_network: body.school_network, note: body.note, username: body.username }
  const told = Object.fromEntries(Object.entries(optional).filter(([, text]) => text))
  const written = {
    flow,
    email_key: key,
    billing_plan_id: plan.billing_plan_id,
    locations: 1,
    promo_code: null,
    country_code: country,
    bill_type: '',
    extra: { ...told, school_name: body.school_name, origin },
  }
  const expires_at = secondsAfter(now, waitSeconds)
  // A second request replaces the first: one address has one open draft.
  if (open) {
    await registrations.updatePending(db, site, open, contact)
    await registrations.updateRegistration(db, site, open.registration_id, written)
    await extendDraft(db, site, open.registration_id, expires_at)
    call.audit({ target: { kind: 'user', id: open.user_id }, businessId: open.businessentity_id })
    return { ...open, origin, language, isNew: false }
  }
  const id = randomUUID()
  const pending = { username: `pending-${id}`, role: educationManager, terms: now }
  const made = await registrations.insertPending(db, site, contact, pending)
  await registrations.insertRegistration(db, site, {
    ...written,
    ...made,
    registration_id: id,
    state,
    terms_version: seller.terms_version,
    terms_at: now,
    terms_ip: call.ip,
    cookie_hash: hashToken(newToken()),
    captcha_until: null,
    created_at: now,
    expires_at,
  })
  call.audit({ target: { kind: 'user', id: made.user_id }, businessId: made.businessentity_id })
  return { ...made, origin, language, isNew: true }
}

/** Counts a request of an address and of an IP address. Refuses more than they may make. */
async function countApplication({ db, site, ip }: Ask, key: string, now: Date): Promise<void> {
  await lockAttempts(db, site, applicationMark)
  const limits = applicationLimits(key, addressKey(ip))
  for (const limit of limits) {
    const seconds = await secondsToWait(db, site, limit, now)
    if (seconds > 0) throw new HttpRefusal(429, 'too_many_requests', seconds)
  }
  const subjects = limits.map(({ subject }) => subject)
  await mark(db, site, applicationMark, subjects, now)
}

/** Returns the registration of a school to the holder of the mailed link, to the operator and to its own manager. */
async function schoolOf(call: AnyCall, businessId: number, sig: string | undefined) {
  const { site, services, callerOrNull, db } = call
  const signed = { secret: services.config.linkSecret, webSiteId: site.web_site_id, businessId }
  const isOwn = callerOrNull?.level === educationManager && callerOrNull.user.businessentity_id === businessId
  const isOperator = callerOrNull?.reachesWholeSite(site) ?? false
  if (!isOwn && !isOperator && !isLinkSignature(signed, sig, services.clock.now())) notFound()
  const found = await registrations.findOfBusiness(db, site, businessId)
  return found?.flow === 'education' && found.state !== 'expired' ? found : notFound()
}

const statusOf = ({ state, extra }: registrations.Registration) =>
  state !== 'active' ? ('Pending' as const) : extra.is_complete ? ('Complete' as const) : ('Active' as const)

export const education: Handlers<typeof contract> = {
  createEducationalUserAccount: async (call) => {
    const { body, db, site, services } = call
    const made = await saveSchool(call, { flow: 'education', state: 'draft', kind: 'education' })
    const { businessentity_id: businessId } = made
    const signed = { secret: services.config.linkSecret, webSiteId: site.web_site_id, businessId }
    const sig = linkSignature(signed, services.clock.now())
    await queueMail(db, services, site, {
      to: body.email,
      language: made.language,
      letter: educationActivation({
        school: body.school_name,
        link: `${made.origin}/educationAccountActivate/${businessId}/Active?sig=${sig}`,
      }),
    })
    return answer({ email: body.email }, { message: 'education_mail_sent' })
  },

  saveRegistrationEducationAccessIsraelTeachers: async (call) => {
    const { body, db, site, services } = call
    if (!site.features.includes('israeli_teachers')) fail('education_not_offered')
    const made = await saveSchool(call, { flow: 'israel_teachers', state: 'awaiting_approval', kind: 'complimentary' })
    if (made.isNew)
      await queueMail(db, services, site, {
        to: body.email,
        language: made.language,
        letter: applicationReceived({ name: body.first_name, school: body.school_name }),
      })
    return answer({ email: body.email }, { message: 'application_received' })
  },

  checkEducationAccount: async (call) => {
    const sig = (call.reply.request.query as Record<string, unknown>)['sig']
    const school = await schoolOf(call, call.params.entity, typeof sig === 'string' ? sig : undefined)
    return { business_name: school.business_name, accountActiveStatus: statusOf(school) }
  },

  updateEducationAccount: async (call) => {
    const { body, db, site, services } = call
    const school = await schoolOf(call, body.businessentity_id, body.sig)
    const id = school.registration_id
    if (body.accountActiveStatus === 'Active') {
      await registrations.lockEmail(db, site, school.email_key)
      const { state } = (await registrations.lockRegistration(db, site, id))!
      // The address may have got an account since the link was mailed.
      if (state === 'draft' && (await registrations.hasLiveAccount(db, site, school.email_key, school.email)))
        fail('user_name_already_exists')
      // Access begins now, also under a plan that is paid by invoice.
      if (!(await openFree({ db, site, services }, id, 'draft')))
        await activateRegistration({ db, site, services }, id, { from: ['draft'] })
    }
    // The set-up of an account that is not active yet cannot be complete.
    else if (school.state !== 'active') fail('Invalid URL')
    else if (!school.extra.is_complete)
      await registrations.updateRegistration(db, site, id, { extra: { ...school.extra, is_complete: true } })
    const now = (await registrations.lockRegistration(db, site, id))!
    call.audit({
      target: { kind: 'business', id: body.businessentity_id },
      businessId: body.businessentity_id,
      before: { status: statusOf(school) },
      after: { status: statusOf(now) },
    })
    return { business_name: now.business_name, accountActiveStatus: statusOf(now), username: now.username }
  },

  getApplications: async ({ body, caller, services }) => {
    const sites = reachedSites(caller, services, body.web_site_id)
    const names = new Map(sites.map(({ web_site_id, name }) => [web_site_id, name]))
    const of = { webSiteIds: [...names.keys()], state: body.state }
    const { rows, total } = await findApplications(services.database.system, of, body)
    return {
      rows: rows.map(({ extra, ...row }) => ({
        ...row,
        state: row.state as 'awaiting_approval' | 'active' | 'refused',
        site_name: names.get(row.web_site_id) ?? '',
        school_name: extra.school_name ?? '',
        school_network: extra.school_network ?? '',
        note: extra.note ?? '',
        created_at: row.created_at.toISOString(),
        decided_at: row.decided_at?.toISOString() ?? null,
      })),
      total,
    }
  },

  decideApplication: async (call) => {
    const { body, caller, db, site, services } = call
    if (!body.approve && body.reason === '') fail('enter_a_reason')
    const id = body.registration_id
    const found = await registrations.lockRegistration(db, site, id)
    if (found?.flow !== 'israel_teachers') notFound()
    if (found.state !== 'awaiting_approval') fail('application_decided')
    const decided = { decided_by: caller.user.user_id, decided_at: services.clock.now(), reason: body.reason }
    if (body.approve) {
      if (!(await openFree({ db, site, services }, id, 'awaiting_approval')))
        await activateRegistration({ db, site, services }, id, { from: ['awaiting_approval'] })
      await registrations.moveRegistration(db, site, id, ['active'], { state: 'active', ...decided })
    } else {
      await registrations.moveRegistration(db, site, id, ['awaiting_approval'], { state: 'refused', ...decided })
      await queueMail(db, services, site, {
        to: found.email,
        language: services.sites.language(found.language_id ?? site.default_lang_id) ?? site.languages[0]!,
        letter: applicationRefused({ name: found.first_name, reason: body.reason }),
      })
    }
    call.audit({
      target: { kind: 'user', id: found.user_id },
      businessId: found.businessentity_id,
      after: { approved: body.approve, reason: body.reason },
    })
    return answer(null, { message: body.approve ? 'application_approved' : 'application_refused' })
  },
}
