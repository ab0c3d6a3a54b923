import type * as contract from '@cutaway/contract/rooms/telephony/carriers.ts'
import { answer, type Handlers } from '../../../core/http/endpoints.ts'
import { fail } from '../../../core/http/errors.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import { findOwner, languageOf } from '../../billing/life/buyer.ts'
import { queueMail } from '../../messaging/mail.ts'
import { reachedSites } from '../../sites/reached-sites.ts'
import { registrationLetter } from '../letters.ts'
import { lockRegistration, shownRegistration, syncSending } from '../numbers/registration.queries.ts'
import { findRegistrations } from './carriers.queries.ts'

/** The calls with which the operator records what US carriers decided on registrations. */
export const carriers: Handlers<typeof contract> = {
  getTextRegistrations: async ({ body, caller, services }) => {
    const sites = reachedSites(caller, services, body.web_site_id)
    const names = new Map(sites.map(({ web_site_id, name }) => [web_site_id, name]))
    const of = { webSiteIds: [...names.keys()], state: body.state }
    const { rows, total } = await findRegistrations(services.database.system, of, body)
    return {
      rows: rows.map(({ business_name, numbers, decider, ...row }) => ({
        ...shownRegistration(row),
        web_site_id: row.web_site_id,
        site_name: names.get(row.web_site_id) ?? '',
        businessentity_id: row.businessentity_id,
        business_name,
        numbers,
        decided_by: decider,
      })),
      total,
    }
  },

  decideTextRegistration: async ({ db, site, services, caller, owned, body, audit }) => {
    const businessId = owned.businessentity_id.businessentity_id
    if (!body.approve && body.reason === '') fail('enter_a_reason')
    const before = (await lockRegistration(db, site, businessId)) ?? fail('no_records_found')
    if (before.submitted_at?.toISOString() !== new Date(body.submitted_at).toISOString())
      fail('text_registration_submitted_again')
    const state = body.approve ? ('approved' as const) : ('refused' as const)
    if (before.state === state) fail('text_registration_already_decided')
    const decided = {
      state,
      refusal: body.approve ? '' : body.reason,
      decided_at: services.clock.now(),
      decided_by: caller.user.user_id,
    }
    await db
      .updateTable('text_registrations')
      .set(decided)
      .where('web_site_id', '=', site.web_site_id)
      .where('businessentity_id', '=', businessId)
      .execute()
    await syncSending(db, site, businessId)
    audit({
      businessId,
      before: { state: before.state },
      after: { state, ...(body.approve ? {} : { refusal: body.reason }) },
    })
    const owner = await findOwner(db, site, businessId)
    const to = owner?.email || before.contact_email
    const letter = registrationLetter({
      state,
      business: owner?.business_name ?? before.legal_name,
      reason: decided.refusal,
      origin: linkOrigin('', site.hosts, services.config),
    })
    await queueMail(db, services, site, { to, language: languageOf(services.sites, site, owner), letter })
    return answer(shownRegistration({ ...before, ...decided }), { message: `text_registration_${state}` })
  },
}
