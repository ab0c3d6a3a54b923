import { contract } from '@cutaway/contract'
import type { Signup } from '@cutaway/contract/rooms/signup/registration.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { solvedCaptcha } from '../../../testing/captcha.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { refusal } from '../../sessions/testing.ts'

/** Capricorn members on web site 33. The demo's list has 1000021, 1000039 and 1000047. */

const { signup } = contract
const site = 33
let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const plansOf = (person: Person, query: Record<string, string>, of = site) =>
  person.call(signup.getAllBillingPlans, { params: { web_site_id: of, country: 'AU' }, query })
const check = (person: Person, membership_number: string) =>
  person.send(signup.handleCapricornApi, { body: { membership_number } })

/** Saves the first step of a workshop that chose the members' plan. */
async function register(person: Person, email: string, plan?: number) {
  const [members] = await plansOf(person, { membership: 'capricorn' })
  const body: Signup = {
    business_name: 'Harbour Street Workshop',
    businessentity_street1: '12 Harbour Street',
    businessentity_city: 'Sydney',
    businessentity_state: 'NSW',
    businessentity_zip: '2000',
    country_code: 'AU',
    email,
    first_name: 'Bruce',
    last_name: 'Tran',
    phone: '02 9374 4000',
    billing_plan_id: plan ?? members!.id,
    max_location: 2,
    iaccept: true,
    token: await solvedCaptcha(person),
  }
  const { user } = await person.call(signup.saveRegistrationFirstStepEwayAU, { body })
  return { user_id: user.user_id, billing_plan_id: members!.id }
}
const subscribe = (person: Person, body: { user_id: number; billing_plan_id: number }) =>
  person.send(signup.upgardeSubscribeCapriconAccount, { body })

/** Returns the business of a mail address with its subscription and invoice. */
const bought = (email: string) =>
  w.database.system
    .selectFrom('users as u')
    .innerJoin('business_entities as b', 'b.businessentity_id', 'u.businessentity_id')
    .innerJoin('subscriptions as s', 's.businessentity_id', 'b.businessentity_id')
    .leftJoin('invoices as i', 'i.subscription_id', 's.subscription_id')
    .select(['b.subscription_status', 'b.max_locations', 's.payment_type', 'i.state', 'i.total_minor', 'i.paid_minor'])
    .where('u.email', '=', email)
    .execute()

test('a member registers, is checked, and logs in; the invoice waits for the statement', async () => {
  const bruce = w.visitor({ site })
  const email = 'bruce@harbour.example'
  const member = await register(bruce, email)
  expect(await subscribe(bruce, member)).toMatchObject(refusal('membership_unknown'))
  // Nor can the members' price be paid by card without a membership.
  expect(await bruce.send(contract.billing.startPayment, { body: { user_id: member.user_id } })).toMatchObject({
    http: 404,
  })

  expect(await check(bruce, '100 00-21')).toMatchObject({ status: 1 })
  const opened = await subscribe(bruce, member)
  expect(opened).toMatchObject({ status: 1, data: { id: member.user_id, username: email } })
  const { username, password, api_key } = opened.data!
  expect(api_key).toMatch(/^[a-z0-9]{12}$/)
  // 2 locations at 55.00 with 10 % GST, and no set-up.
  expect(await bought(email)).toMatchObject([
    { subscription_status: 'active', max_locations: 2, payment_type: 'capricorn', state: 'open' },
  ])
  const [{ total_minor, paid_minor } = { total_minor: 0, paid_minor: 0 }] = await bought(email)
  expect([Number(total_minor), Number(paid_minor)]).toEqual([12_100, 0])
  expect(await w.visitor({ site }).logIn(username!, password!)).toMatchObject({ status: 1 })
  // Once: the account is not given twice.
  expect(await subscribe(bruce, member)).toMatchObject({ http: 404 })
})

test('a number serves one business, however many try at the same time', async () => {
  const people = [w.visitor({ site }), w.visitor({ site })]
  const members: Awaited<ReturnType<typeof register>>[] = []
  for (const [n, person] of people.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one captcha after the other
    members.push(await register(person, `twin${n}@harbour.example`))
    // oxlint-disable-next-line no-await-in-loop -- after the registration of the same person
    expect(await check(person, '1000039')).toMatchObject({ status: 1 })
  }
  const answers = await Promise.all(people.map((person, n) => subscribe(person, members[n]!)))
  expect(answers.map(({ message, status }) => (status === 1 ? 'open' : message)).toSorted()).toEqual([
    'membership_in_use',
    'open',
  ])
  const late = w.visitor({ site })
  await register(late, 'late@harbour.example')
  expect(await check(late, '1000039')).toMatchObject(refusal('membership_in_use'))
})

test('a card sign-up that turns out to be a member’s becomes one; another plan is refused', async () => {
  const kim = w.visitor({ site })
  const [usual] = await plansOf(kim, {})
  const member = await register(kim, 'kim@harbour.example', usual!.id)
  expect(await check(kim, '1000047')).toMatchObject({ status: 1 })
  expect(await subscribe(kim, { ...member, billing_plan_id: usual!.id })).toMatchObject(
    refusal('Subscription Details Not Found.'),
  )
  expect(await subscribe(w.visitor({ site }), member)).toMatchObject({ http: 404 })
  expect(await subscribe(kim, member)).toMatchObject({ status: 1, data: { username: 'kim@harbour.example' } })
})

test('after five wrong numbers in an hour no number is looked up, until the hour is over', async () => {
  const guesser = w.visitor({ site: 10 })
  // Web site 10 sells to no members, so that every number is wrong there.
  for (let n = 0; n < 5; n += 1)
    // oxlint-disable-next-line no-await-in-loop -- one guess after the other
    expect(await check(guesser, `20000${n}`)).toMatchObject(refusal('membership_unknown'))
  expect(await check(guesser, '1000021')).toMatchObject(refusal('code_too_many'))
})

test('the owner of a business moves the subscription to the membership; an employee cannot', async () => {
  const owner = await w.loggedIn('enterprise', { site })
  const { user } = await owner.call(contract.sessions.getUserSession)
  const [members] = await plansOf(owner, { membership: 'capricorn' })
  const body = { user_id: user.user_id, billing_plan_id: members!.id }
  expect(await subscribe(owner, body)).toMatchObject(refusal('membership_unknown'))
  const advisor = await w.loggedIn('advisor', { site })
  const { user: other } = await advisor.call(contract.sessions.getUserSession)
  expect(await subscribe(advisor, { ...body, user_id: other.user_id })).toMatchObject({ http: 404 })
})
