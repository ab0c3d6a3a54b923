import { contract } from '@cutaway/contract'
import type { Applicant } from '@cutaway/contract/rooms/signup/education.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { solvedCaptcha } from '../../../testing/captcha.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { refusal } from '../../sessions/testing.ts'
import { choosePassword, mailTo } from '../testing.ts'

const { signup, sessions } = contract

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const school = async (person: Person, email: string, more: Partial<Applicant> = {}): Promise<Applicant> => ({
  school_name: 'Harbour College',
  school_network: 'Coast network',
  country_code: 'US',
  email,
  first_name: 'Noa',
  last_name: 'Levi',
  phone: '503 234 0186',
  iaccept: true,
  token: await solvedCaptcha(person),
  ...more,
})

describe('the account of a school', () => {
  const ask = async (person: Person, email: string, more: Partial<Applicant> = {}) =>
    person.send(signup.createEducationalUserAccount, { body: await school(person, email, more) })
  /** Asks for an account and reads the link in the mail. */
  async function linkFor(person: Person, email: string) {
    expect(await ask(person, email)).toMatchObject({ status: 1, message: 'education_mail_sent' })
    const { text } = await mailTo(w, email)
    const [, entity = '', sig = ''] = /educationAccountActivate\/(\d+)\/Active\?sig=([\w.-]+)/.exec(text) ?? []
    return { entity: Number(entity), sig }
  }
  const look = (person: Person, { entity, sig }: { entity: number; sig: string }) =>
    person.send(signup.checkEducationAccount, { params: { entity }, query: { sig } })
  const put = (person: Person, entity: number, accountActiveStatus: 'Active' | 'Complete', sig?: string) =>
    person.send(signup.updateEducationAccount, { body: { businessentity_id: entity, accountActiveStatus, sig } })

  const textsOf = (entity: number) =>
    w.database.system
      .selectFrom('message_credits')
      .select('remaining')
      .where('businessentity_id', '=', entity)
      .execute()

  test('is activated by the button of the mailed page, and gets a password by the second mail', async () => {
    const noa = w.visitor()
    const link = await linkFor(noa, 'noa@college.example')
    expect(await look(noa, link)).toMatchObject({
      data: { business_name: 'Harbour College', accountActiveStatus: 'Pending' },
    })
    // Opening the page, as a mail scanner does, changes nothing.
    expect((await look(w.visitor(), link)).data?.accountActiveStatus).toBe('Pending')
    expect(await textsOf(link.entity)).toEqual([])
    expect(await noa.logIn('noa@college.example', 'a password')).toMatchObject(refusal('incorrect_login_details'))

    expect(await put(noa, link.entity, 'Active', link.sig)).toMatchObject({
      data: { accountActiveStatus: 'Active', username: 'noa@college.example' },
    })
    await choosePassword(w, noa, 'noa@college.example', 'a long password of Noa')
    const session = await noa.logIn('noa@college.example', 'a long password of Noa')
    expect(session.data?.user).toMatchObject({ user_access_id: 11, business_name: 'Harbour College' })
    expect(await textsOf(link.entity)).toEqual([{ remaining: 0 }])
  })

  test('goes forward only, and a second press of the button changes nothing', async () => {
    const dan = w.visitor()
    const { entity, sig } = await linkFor(dan, 'dan@college.example')
    expect(await put(dan, entity, 'Complete', sig)).toMatchObject(refusal('Invalid URL'))
    await put(dan, entity, 'Active', sig)
    expect(await put(dan, entity, 'Active', sig)).toMatchObject({ data: { accountActiveStatus: 'Active' } })
    expect(await put(dan, entity, 'Complete', sig)).toMatchObject({ data: { accountActiveStatus: 'Complete' } })
    expect(await put(dan, entity, 'Active', sig)).toMatchObject({ data: { accountActiveStatus: 'Complete' } })
    expect(await put(dan, entity, 'Pending' as 'Active', sig)).toMatchObject({ http: 400 })
  })

  test('is hidden without the signed link, and with that of another school or after a week', async () => {
    const [one, two] = [
      await linkFor(w.visitor(), 'one@college.example'),
      await linkFor(w.visitor(), 'two@college.example'),
    ]
    const eve = w.visitor()
    for (const sig of ['', 'x', two.sig, one.sig.replace(/.$/, '')]) {
      expect(await look(eve, { entity: one.entity, sig })).toMatchObject({ http: 404 })
      expect(await put(eve, one.entity, 'Active', sig)).toMatchObject({ http: 404 })
    }
    expect(await look(await w.loggedIn('edumanager'), { entity: one.entity, sig: '' })).toMatchObject({ http: 404 })
    expect(await look(await w.loggedIn('super'), { entity: one.entity, sig: '' })).toMatchObject({ http: 200 })
    w.clock.forward(8 * 24 * 3600)
    expect(await look(eve, one)).toMatchObject({ http: 404 })
  })

  test('is one draft, however often it is asked for: three times a day for one address', async () => {
    const email = 'often@college.example'
    const first = await linkFor(w.visitor(), email)
    expect((await linkFor(w.visitor(), email)).entity).toBe(first.entity)
    expect(await ask(w.visitor(), email)).toMatchObject({ status: 1 })
    expect(await ask(w.visitor(), email)).toMatchObject({ http: 429 })
    w.clock.forward(24 * 3600 + 1)
    expect(await ask(w.visitor(), email)).toMatchObject({ status: 1 })
  })

  test('with a card number in a field is refused, and nothing of it is stored', async () => {
    const email = 'card@college.example'
    expect(await ask(w.visitor(), email, { note: '4111 1111 1111 1111' })).toMatchObject({ message: 'message_bill' })
    const found = await w.database.system.selectFrom('users').select('user_id').where('email', '=', email).execute()
    expect(found).toEqual([])
  })

  test('needs the terms, a solved captcha, and a country in which the web site sells', async () => {
    const eve = w.visitor()
    const email = 'eve@college.example'
    expect(await ask(eve, email, { iaccept: false })).toMatchObject(refusal('read_our_terms_and_conditions'))
    expect(await ask(eve, email, { token: 'x' })).toMatchObject(refusal('captcha_not_solved'))
    expect(await ask(eve, email, { country_code: 'FR' })).toMatchObject(refusal('country_code_not_allow'))
    expect(await ask(eve, 'advisor@site31.example')).toMatchObject(refusal('user_name_already_exists'))
  })
})

describe('the application of a teacher', () => {
  const on142 = () => w.visitor({ site: 142 })
  const apply = async (email: string, more: Partial<Applicant> = {}) => {
    const teacher = on142()
    const body = await school(teacher, email, { country_code: 'IL', phone: '052 123 4567', note: 'Grade 11', ...more })
    return teacher.send(signup.saveRegistrationEducationAccessIsraelTeachers, { body })
  }
  const waiting = async (operator: Person, state: 'open' | 'done' = 'open') =>
    (await operator.call(signup.getApplications, { body: { state, web_site_id: 142 } })).rows

  test('waits for the operator, gives no access before, and is approved', async () => {
    const email = 'tamar@school.example'
    expect(await apply(email)).toMatchObject({ status: 1, message: 'application_received' })
    expect((await mailTo(w, email)).text).toContain('Harbour College')
    const operator = await w.loggedIn('super')
    const [row] = await waiting(operator)
    expect((await operator.call(contract.sites.getWaiting)).applications).toBe(1)
    expect(row).toMatchObject({ name: 'Noa Levi', email, school_name: 'Harbour College', note: 'Grade 11' })
    const decide = { web_site_id: 142, registration_id: row!.registration_id, approve: true }
    expect(await operator.send(signup.decideApplication, { body: decide })).toMatchObject({
      status: 1,
      message: 'application_approved',
    })
    const tamar = on142()
    await choosePassword(w, tamar, email, 'a long password of Tamar')
    expect((await tamar.logIn(email, 'a long password of Tamar')).data?.user.user_access_id).toBe(11)
    expect(await operator.send(signup.decideApplication, { body: decide })).toMatchObject(
      refusal('application_decided'),
    )
    expect(await waiting(operator)).toEqual([])
    expect((await operator.call(contract.sites.getWaiting)).applications).toBe(0)
    expect(await waiting(operator, 'done')).toMatchObject([{ state: 'active', decided_by: expect.any(String) }])
  })

  test('is one, with one mail, when it is sent twice; a stranger who sends it again changes nothing', async () => {
    const email = 'dalia@school.example'
    const sent = { status: 1, message: 'application_received' }
    for (const answer of await Promise.all([apply(email), apply(email)])) expect(answer).toMatchObject(sent)
    expect(await apply(email, { school_name: 'Another school' })).toMatchObject(sent)
    expect(await apply(email)).toMatchObject({ http: 429 })
    const operator = await w.loggedIn('super')
    const rows = (await waiting(operator)).filter((row) => row.email === email)
    expect(rows).toMatchObject([{ school_name: 'Harbour College' }])
    const mails = w.database.system.selectFrom('mails').select('subject').where('to_address', '=', email)
    expect(await mails.execute()).toHaveLength(1)
    const decision = {
      web_site_id: 142,
      registration_id: rows[0]!.registration_id,
      approve: false,
      reason: 'No school',
    }
    expect(await operator.send(signup.decideApplication, { body: decision })).toMatchObject({ status: 1 })
  })

  test('is refused with a reason, which the teacher reads, and never counts as a business', async () => {
    const email = 'yossi@school.example'
    const operator = await w.loggedIn('super')
    const numbers = async () => {
      const rows = await operator.call(contract.sites.getWebSites)
      return rows.find(({ web_site_id }) => web_site_id === 142)
    }
    const before = await numbers()
    await apply(email)
    expect(await numbers()).toMatchObject({ businesses: before!.businesses, people: before!.people })
    const [row] = await waiting(operator)
    const decide = (reason: string) =>
      operator.send(signup.decideApplication, {
        body: { web_site_id: 142, registration_id: row!.registration_id, approve: false, reason },
      })
    expect(await decide('')).toMatchObject(refusal('enter_a_reason'))
    expect(await decide('Not a school')).toMatchObject({ status: 1, message: 'application_refused' })
    expect((await mailTo(w, email, 2)).text).toContain('Not a school')
    expect(await numbers()).toMatchObject({ businesses: before!.businesses, people: before!.people })
    expect(await on142().logIn(email, 'anything at all')).toMatchObject(refusal('incorrect_login_details'))
  })

  test('is not taken on other web sites, and not read by their operators', async () => {
    const eve = w.visitor()
    const body = await school(eve, 'eve@school.example')
    expect(await eve.send(signup.saveRegistrationEducationAccessIsraelTeachers, { body })).toMatchObject(
      refusal('education_not_offered'),
    )
    await apply('rina@school.example')
    // The distributor of web site 31 manages 31 and 33.
    const distributor = await w.loggedIn('distributor')
    expect((await distributor.call(signup.getApplications, { body: {} })).rows).toEqual([])
  })
})

test('a reset link is not mailed to a person whose account is not open', async () => {
  const ida = w.visitor()
  await ida.send(signup.createEducationalUserAccount, { body: await school(ida, 'ida@college.example') })
  await ida.send(sessions.forgotPassword, { body: { email: 'ida@college.example' } })
  await ida.send(sessions.forgotPassword, { body: { email: 'staff@site31.example' } })
  await expect.poll(async () => (await mailTo(w, 'staff@site31.example')).subject).not.toBe('')
  expect((await mailTo(w, 'ida@college.example')).text).toContain('educationAccountActivate')
})
