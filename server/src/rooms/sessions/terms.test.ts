import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type World } from '../../testing/world.ts'

const { getUserSession, handleAgreeTermsAndCondtion, logout } = contract.sessions
const termsFirst = 69

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const accept = { params: { web_site_id: termsFirst } }

describe('web site 69 requires acceptance of the terms', () => {
  test('from a user without terms_accepted_date, before any other call', async () => {
    const anna = await w.loggedIn('advisor', { site: termsFirst })
    const { required_terms, user } = await anna.call(getUserSession)
    expect({ required_terms, accepted: user.terms_accepted_date }).toEqual({ required_terms: true, accepted: null })
    const user_id = user.user_id
    const closed = { http: 403, status: 0, message: 'terms_acceptance_required', data: null }
    expect(await anna.send(contract.users.getUserPermissions, { params: { user_id } })).toMatchObject(closed)
    expect(await anna.send(contract.sites.setLanguage, { body: { language_id: 50 } })).toMatchObject(closed)
    expect((await anna.request('/films/disc-brake/x/film-en-US.mp4')).status).toBeGreaterThanOrEqual(400)

    // The terms themselves are readable before acceptance.
    const terms = { web_site: termsFirst, key: 'terms_and_condition', lang: '50' } as const
    expect((await anna.call(contract.sites.getTermsAndCondition, { params: terms })).html).toContain('Terms First')

    const after = await anna.call(handleAgreeTermsAndCondtion, accept)
    expect(after.required_terms).toBe(false)
    expect(new Date(after.user.terms_accepted_date!).getTime()).toBeGreaterThan(w.clock.now().getTime() - 10_000)
    expect(await anna.send(contract.users.getUserPermissions, { params: { user_id } })).toMatchObject({ status: 1 })
  })

  test('once: the next login does not ask, and a second acceptance does not change the date', async () => {
    const anna = await w.loggedIn('advisor', { site: termsFirst })
    const { user, required_terms } = await anna.call(getUserSession)
    expect(required_terms).toBe(false)
    w.clock.forward(86_400)
    const again = await (await w.loggedIn('advisor', { site: termsFirst })).call(handleAgreeTermsAndCondtion, accept)
    expect(again.user.terms_accepted_date).toBe(user.terms_accepted_date)
  })

  test('per user, and declining logs the user out', async () => {
    const bob = await w.loggedIn('location', { site: termsFirst })
    expect((await bob.call(getUserSession)).required_terms).toBe(true)
    await bob.call(logout)
    expect(await bob.send(getUserSession)).toMatchObject({ status: 0 })
    expect((await (await w.loggedIn('location', { site: termsFirst })).call(getUserSession)).required_terms).toBe(true)
  })

  test('while other sites do not, even for a user who never accepted', async () => {
    await w.database.system
      .updateTable('users')
      .set({ terms_accepted_date: null })
      .where('web_site_id', '=', 31)
      .where('username', '=', 'student')
      .execute()
    const student = await w.loggedIn('student')
    expect((await student.call(getUserSession)).required_terms).toBe(false)
  })

  test('by POST: GET returns 405 and accepts nothing, and another site’s id is refused', async () => {
    const carl = await w.loggedIn('staff', { site: termsFirst })
    const byGet = await carl.request(`/api/v1/handleAgreeTermsAndCondtion/${termsFirst}`)
    expect([byGet.status, byGet.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await byGet.json()).toMatchObject({ status: 0, message: 'method_not_allowed' })
    expect(await carl.send(handleAgreeTermsAndCondtion, { params: { web_site_id: 31 } })).toMatchObject({ http: 403 })
    expect((await carl.call(getUserSession)).required_terms).toBe(true)
  })
})
