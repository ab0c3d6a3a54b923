import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { customerOf, customerPages, linkKey, nothingSent } from '../testing.ts'

/** A decision from end to end: Dana sends films with prices, Marcus answers on his phone, the shop acts on it. */

const { answerLink, animationVideoTracking, askShop, getAnimationLinkVideo } = contract.sharing
const { getSend, getSends, getShareNews, markCalled, markSendRead, sendEmail, sendSms, takeUpAnswer } = contract.sharing
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'

let w: World
let dana: Person
let danaId: number
beforeAll(async () => {
  w = await world({ pages: customerPages })
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())
beforeEach(() => nothingSent(w))

const films = [
  { part_id: 'BRKPAD', finding: 'Front brake pads', measured: '2 mm', rating: 'red' as const, price: 38_900 },
  { part_id: 'TYRWER', finding: 'Front tires', measured: '4/32 in', rating: 'yellow' as const, price: 29_800 },
  { part_id: 'SUSDMP', finding: 'Rear shock absorbers', rating: 'yellow' as const, price: 61_200, note: 'It leaks.' },
]
const firstPage = { page: 1, size: 10, sort: 'sent_at' as const, descending: true, search: '' }
const common = { brand_id: 1, lang_id: 50, driverside: 'left' as const }
type TextBody = Parameters<typeof dana.call<typeof sendSms>>[1]['body']
const textBody = (more: Partial<TextBody> = {}): TextBody => ({
  ...common,
  user_id: danaId,
  moNumber: '+1 503 555 0142',
  opt_in_date: '2026-11-20',
  emailMessage: 'Please have a look.',
  roNumber: '48213',
  selectedList: [],
  request_key: randomUUID(),
  films,
  ...more,
})

/** Sends films by text. Returns the token of the link and the id of the receipt. */
async function texted(more: Partial<TextBody> = {}) {
  const { recipients } = await dana.call(sendSms, { body: textBody(more) })
  const token = linkKey(recipients[0]!.link)
  const { rows } = await dana.call(getSends, { params: { json: { ...firstPage, user_id: danaId } } })
  return { token, recipient_id: rows[0]!.recipient_id }
}

const marcus = (token: string, person = w.visitor()) => customerOf(token, person)

const receipt = (recipient_id: number, who = dana) => who.call(getSend, { params: { recipient_id } })

describe('several films in one text', () => {
  test('the field carries them; the specified list still refuses more than one', async () => {
    const selectedList = [{ part_id: 'BRKPAD' }, { part_id: 'TYRWER' }]
    const refused = await dana.send(sendSms, { body: { ...textBody(), films: undefined, selectedList } })
    expect(refused).toMatchObject({ status: 0, message: 'message_select_only_one_animation' })
    const { token } = await texted()
    const { data } = await w.visitor().send(getAnimationLinkVideo, { params: { random: token } })
    expect(data!.films.map((film) => film.part_id)).toEqual(['BRKPAD', 'TYRWER', 'SUSDMP'])
    expect(data!.decision).toMatchObject({ asks: 'decision', currency: 'USD', total: 129_900, approved: 0 })
  })

  test('an older client sends one film without any of this, and its customer can approve it', async () => {
    const { token } = await texted({ films: undefined, selectedList: [{ part_id: 'BRKDSC' }] })
    const customer = await marcus(token)
    expect(customer.page).toContain('Approve the repair')
    expect(await customer.answer({ answer: 'approve' })).toMatchObject({ data: { answered: { answer: 'approve' } } })
  })
})

describe('the page', () => {
  test('shows each finding with its rating, its scale and its price', async () => {
    const { token } = await texted()
    const { page } = await marcus(token)
    expect(page).toContain('<h1 dir="auto">3 repairs for your \u20682018 Subaru Outback\u2069</h1>')
    expect(page).toContain('<bdi>Front brake pads</bdi>')
    expect(page).toMatch(/class="rating red">.*?Replace now/)
    // Values are isolated, so that they read the same in every language.
    expect(page).toMatch(/\u20682 mm\u2069 left.*New: \u206812 mm\u2069/)
    expect(page).toMatch(/\u20684\/32 in\u2069 left.*New: \u206810\/32 in\u2069/)
    expect(page).toContain('$389.00')
    expect(page).toContain('$1,299.00')
    expect([...page.matchAll(/data-mark="approve"/g)]).toHaveLength(3)
    expect(page).toContain('Approve all')
    expect(page).toContain('Film 1 of 3')
  })

  test('says which repair has no price, and does not call the rest the price of everything', async () => {
    const { token } = await texted({ films: [films[0]!, { part_id: 'TYRWER' }] })
    const { page } = await marcus(token)
    expect(page).toMatch(/<bdi>Tire wear<\/bdi>[\s\S]*?No price yet/)
    expect(page).toContain('Total of known prices')
    expect(page).not.toMatch(/Total for/)
  })

  test('that only informs has nothing to approve, but takes a question', async () => {
    const { token, recipient_id } = await texted({ asks: 'information', films: [{ part_id: 'BRKPAD' }] })
    const customer = await marcus(token)
    expect(customer.page).not.toMatch(/>\s*Approve|<button[^>]*data-mark|your repair, explained/)
    expect(await customer.answer({ answer: 'approve' })).toMatchObject({ status: 0, message: 'answer_not_asked' })
    expect(await customer.answer({ answer: 'ask', question: 'Thanks! When is the next check?' })).toMatchObject({
      status: 1,
    })
    expect((await receipt(recipient_id)).row.outcome).toBe('asked')
  })

  test('what is good asks for nothing', async () => {
    const { token, recipient_id } = await texted({ films: [films[0]!, { part_id: 'ELECHG', rating: 'green' }] })
    const { page, answer } = await marcus(token)
    expect(page).toMatch(/class="rating green">.*?Good/)
    expect(page).toContain('Approve the repair')
    expect((await answer({ answer: 'approve' })).data.decision.rows.map((row) => row.answer)).toEqual(['approve', null])
    // The shop does not read "1 of 2", as if a repair were still open.
    expect((await receipt(recipient_id)).row).toMatchObject({ outcome: 'approved', asked: 1, approved: 1 })
  })

  test('in Hebrew has the money of the shop and its own words', async () => {
    const { token } = await texted()
    const { open } = await marcus(token)
    const page = await open('?lang=he-IL')
    expect(page).toContain('dir="rtl"')
    expect(page).toMatch(/389\.00/)
    expect(page).not.toMatch(/Approve|Not now|Replace/)
  })
})

describe('an answer', () => {
  test('to single rows is one receipt with price, time and link, and can be changed', async () => {
    const { token, recipient_id } = await texted()
    const customer = await marcus(token)
    const rows = [
      { part_id: 'BRKPAD', answer: 'approve' },
      { part_id: 'SUSDMP', answer: 'ask', question: 'Can these wait until spring?', reply_by: 'text' },
    ]
    const { data } = await customer.answer({ rows })
    expect(data.decision).toMatchObject({ approved: 1, approved_total: 38_900, total: 129_900 })
    expect(data.decision.rows.map((row) => row.answer)).toEqual(['approve', null, 'ask'])

    const page = await customer.open()
    expect(page).toContain('<body data-answer="approve" data-view="answer">')
    expect(page).toContain('<h1 tabindex="-1">You approved 1 of 3 repairs</h1>')
    expect(page).toMatch(/You approved<\/strong><strong>\$389.00/)
    expect(page).toMatch(/<time datetime="2\d{3}-[^"]+Z">[^<]+<\/time> · <bdi>RO 48213<\/bdi>/)
    expect(page).toMatch(/From the link texted to .*\(503\) 555-0142/)
    expect(page).toContain('Change my answer')
    const again = await customer.open('?film=TYRWER&view=film')
    expect(again).toMatch(/aria-pressed="true"[^>]*>\s*<svg[^>]*><path[^>]*><\/svg>Approve/)
    expect(again).toContain('Can these wait until spring?')

    const more = [
      { part_id: 'TYRWER', answer: 'approve' },
      { part_id: 'SUSDMP', answer: 'not_now' },
    ]
    expect((await customer.answer({ rows: more })).data.decision).toMatchObject({ approved: 2, approved_total: 68_700 })
    const { decision, row, timeline } = await receipt(recipient_id)
    expect(decision!.rows.map(({ answer }) => answer)).toEqual(['approve', 'approve', 'not_now'])
    expect(row).toMatchObject({ outcome: 'approved', asked: 3, approved: 2, approved_total: 68_700, unread: 1 })
    expect(timeline.filter(({ kind }) => kind === 'approve').map(({ detail }) => detail)).toEqual([
      'Front brake pads: $389.00\nRear shock absorbers: Can these wait until spring?',
      'Front brake pads: $389.00\nFront tires: $298.00',
    ])
  })

  test('is named by the receipt as it was given: all, some, several kinds, one kind', async () => {
    const { token } = await texted({ films: [...films, { part_id: 'ELECHG', rating: 'green' }] })
    const customer = await marcus(token)
    const titleAfter = async (...answers: string[]) => {
      const rows = answers.map((answer, i) => ({ part_id: films[i]!.part_id, answer }))
      await customer.answer({ rows })
      return /<h1[^>]*>([^<]+)</.exec(await customer.open())?.[1]
    }
    expect(await titleAfter('not_now')).toBe('You said not now')
    expect(await titleAfter('not_now', 'ask')).toBe('You answered 2 repairs')
    expect(await titleAfter('approve', 'ask', 'not_now')).toBe('You approved 1 of 3 repairs')
    expect(await titleAfter('approve', 'approve', 'not_now')).toBe('You approved 2 of 3 repairs')
    // What is good asks for nothing, so it does not count.
    expect(await titleAfter('approve', 'approve', 'approve')).toBe('You approved 3 repairs')
  })

  test('cannot be changed after the shop has started the work; the shop can undo that', async () => {
    const { token, recipient_id } = await texted()
    const customer = await marcus(token)
    const takeUp = (taken_up: 0 | 1) => dana.send(takeUpAnswer, { body: { recipient_id, taken_up } })
    expect(await takeUp(1)).toMatchObject({ status: 0, message: 'nothing_to_take_up' })
    const approve = { answer: 'approve', request_key: randomUUID() }
    await customer.answer(approve)
    expect((await takeUp(1)).data!.taken_up_at).toMatch(/Z$/)
    expect(await customer.answer({ answer: 'not_now' })).toMatchObject({ status: 0, message: 'answer_taken_up' })
    // The repetition of a request whose response was lost is still confirmed.
    expect(await customer.answer(approve)).toMatchObject({ status: 1 })
    const page = await customer.open()
    expect(page).toMatch(/Work started at .*Call us to change anything/)
    expect(page).not.toContain('Change my answer')
    expect((await receipt(recipient_id)).timeline.map(({ kind }) => kind)).toContain('taken_up')
    await takeUp(0)
    expect(await customer.answer({ answer: 'not_now' })).toMatchObject({ status: 1 })
  })

  test('that asks for a call is a number to call, until it is marked as called', async () => {
    const { token, recipient_id } = await texted()
    const called = (on: 0 | 1) => dana.send(markCalled, { body: { recipient_id, called: on } })
    expect(await called(1)).toMatchObject({ status: 0, message: 'call_not_requested' })
    await (await marcus(token)).answer({ answer: 'call', question: 'Is it safe to drive?' })
    const before = await receipt(recipient_id)
    expect(before).toMatchObject({
      phone: '+15035550142',
      phone_shown: '(503) 555-0142',
      row: { outcome: 'asked_for_call' },
    })
    const call = { kind: 'call', detail: 'Is it safe to drive?' }
    expect(before.timeline).toContainEqual(expect.objectContaining(call))
    await called(1)
    expect(await receipt(recipient_id)).toMatchObject({ row: { outcome: 'called' } })
    await called(0)
    expect((await receipt(recipient_id)).row.outcome).toBe('asked_for_call')
  })

  test('by e-mail has the number that the customer entered', async () => {
    const email = {
      toEmail: 'marcus@hale.test',
      subject: 'Your vehicle',
      emailMessage: 'Hi',
      selectedList: [{ part_id: 'BRKPAD' }],
    }
    const { recipients } = await dana.call(sendEmail, { body: { ...common, user_id: danaId, email } })
    const customer = await marcus(linkKey(recipients[0]!.link))
    expect(customer.page).toContain('id="number"')
    await customer.answer({ answer: 'call', contact: '503 555 0100' })
    const { rows } = await dana.call(getSends, { params: { json: { ...firstPage, user_id: danaId } } })
    expect(await receipt(rows[0]!.recipient_id)).toMatchObject({
      phone: '503 555 0100',
      phone_shown: '(503) 555-0100',
    })
  })
})

describe('machines', () => {
  test('cannot answer: it takes the page, a decoded frame and a gesture', async () => {
    const { token } = await texted()
    const { post, view_key, proof } = await marcus(token)
    const whole = { answer: 'approve', request_key: randomUUID(), view_key, proof, gesture: 'key' }
    const refused = { status: 0, message: 'answer_needs_person' }
    expect(await post('answerLink', { ...whole, gesture: undefined })).toMatchObject(refused)
    expect(await post('answerLink', { ...whole, proof: undefined })).toMatchObject(refused)
    expect(await post('answerLink', { ...whole, proof: 'x'.repeat(22) })).toMatchObject(refused)
    expect(await post('answerLink', { ...whole, view_key: randomUUID() })).toMatchObject(refused)
    const opened = randomUUID()
    await post('animationVideoTracking', { view_key: opened, proof })
    expect(await post('answerLink', { ...whole, view_key: opened })).toMatchObject(refused)
    const other = await texted({ films: [films[0]!] })
    expect(await post('answerLink', { ...whole, randomNumber: other.token })).toMatchObject(refused)
    const robot = await w.visitor().request('/api/v1/answerLink', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 HeadlessChrome/150.0.0.0' },
      body: JSON.stringify({ randomNumber: token, ...whole }),
    })
    expect(await robot.json()).toMatchObject(refused)
    expect(await post('answerLink', whole)).toMatchObject({ status: 1 })
  })

  test('the documented tracking call counts a view with the proof of the page, once a day', async () => {
    const { token, recipient_id } = await texted()
    const { post, proof } = await marcus(token)
    const view_count = async () => (await receipt(recipient_id)).row.views
    await post('animationVideoTracking', {})
    await post('animationVideoTracking', { proof: 'made up' })
    expect(await view_count()).toBe(0)
    await post('animationVideoTracking', { proof })
    await post('animationVideoTracking', { proof })
    expect(await view_count()).toBe(1)
  })
})

describe('people of the shop who are signed in', () => {
  test('see that their answers do not count, and neither answer nor watch', async () => {
    const { token, recipient_id } = await texted()
    const manager = await w.loggedIn('location')
    const customer = await marcus(token, manager)
    expect(customer.page).toContain('You are signed in at Northgate Motors. Your answers don’t count.')
    expect([...customer.page.matchAll(/data-mark="\w+"[^>]*\sdisabled/g)]).toHaveLength(9)
    expect(await customer.answer({ answer: 'approve' })).toMatchObject({ status: 0, message: 'answer_not_of_shop' })
    await customer.post('animationVideoTracking', { view_key: randomUUID(), first_frame: true, stretches: [0, 20] })
    expect(await receipt(recipient_id)).toMatchObject({ row: { views: 0, outcome: 'not_opened' }, machine_hits: 0 })
  })

  test('of another business are customers like any other', async () => {
    const { token } = await texted()
    const customer = await marcus(token, await w.loggedIn('enterprise2'))
    expect(customer.page).not.toContain('Your answers don’t count')
    expect(await customer.answer({ answer: 'approve' })).toMatchObject({ status: 1 })
  })
})

describe('the shop', () => {
  const news = (who: Person, since?: string) => who.call(getShareNews, { params: { json: since ? { since } : {} } })

  test('counts unread answers on the server, for the sender and the manager of the location', async () => {
    const { token, recipient_id } = await texted()
    const [manager, colleague, other] = await Promise.all(['location', 'lite', 'enterprise2'].map((n) => w.loggedIn(n)))
    const { now: since, unread } = await news(dana)
    expect(unread).toBe(0)
    await (await marcus(token)).answer({ answer: 'approve' })
    const told = await news(dana, since)
    expect(told.unread).toBe(1)
    expect(told.news).toEqual([expect.objectContaining({ kind: 'approve', approved: 3, recipient_id })])
    expect(await news(manager!, since)).toMatchObject({ unread: 1, news: [{ kind: 'approve' }] })
    expect(await news(colleague!, since)).toMatchObject({ unread: 0, news: [] })
    expect(await news(other!, since)).toMatchObject({ unread: 0, news: [] })

    expect(await dana.call(markSendRead, { body: { recipient_id } })).toEqual({ unread: 0 })
    expect((await news(dana)).unread).toBe(0)
    // Each reader has a count of their own.
    expect((await news(manager!)).unread).toBe(1)
    w.clock.forward(5)
    await (await marcus(token)).answer({ answer: 'call' })
    expect((await news(dana)).unread).toBe(1)
  })

  test('the manager lists the sends of the location, the adviser only her own', async () => {
    await texted()
    const manager = await w.loggedIn('location')
    const list = async (who: Person, whose: 'own' | 'location') => {
      const { user_id } = await who.me()
      return (await who.call(getSends, { params: { json: { ...firstPage, user_id, whose } } })).total
    }
    expect(await list(manager, 'own')).toBe(0)
    expect(await list(manager, 'location')).toBe(1)
    expect(await list(await w.loggedIn('lite'), 'location')).toBe(0)
  })

  test('counts a question about an expired link too', async () => {
    const { token } = await texted()
    const { now: since } = await news(dana)
    await w.visitor().call(askShop, { body: { randomNumber: token, contact: 'marcus@hale.test' } })
    expect(await news(dana, since)).toMatchObject({ unread: 1, news: [{ kind: 'asked' }] })
  })

  test('gets one mail with what was approved and asked', async () => {
    const { token } = await texted()
    const rows = [
      { part_id: 'BRKPAD', answer: 'approve' },
      { part_id: 'TYRWER', answer: 'approve' },
      { part_id: 'SUSDMP', answer: 'ask', question: 'Can these wait?', reply_by: 'call' },
    ]
    const { email } = await dana.me()
    await w.database.system.deleteFrom('mails').where('to_address', '=', email).execute()
    await (await marcus(token)).answer({ rows })
    const letters = () =>
      w.database.system.selectFrom('mails').select(['subject', 'text']).where('to_address', '=', email).execute()
    await expect.poll(async () => (await letters()).length).toBe(1)
    const [letter] = await letters()
    expect(letter!.subject).toBe('Marcus Hale approved 2 repairs')
    expect(letter!.text).toMatch(/Front brake pads:? *\n?.*Approved, \$389\.00/)
    expect(letter!.text).toMatch(/Rear shock absorbers:? *\n?.*Asked, Can these wait\?/)
    expect(letter!.text).toContain('$687.00')
  })

  test('sends the same findings again', async () => {
    const { recipient_id } = await texted()
    const body = { recipient_id, request_key: randomUUID() }
    const again = await dana.call(contract.sharing.resendToRecipient, { body })
    const { decision } = await receipt(again.recipient_id)
    expect(decision!.rows.map(({ finding, price }) => [finding, price])).toEqual([
      ['Front brake pads', 38_900],
      ['Front tires', 29_800],
      ['Rear shock absorbers', 61_200],
    ])
  })
})

describe('a PDF', () => {
  const read = async (person: Person, path: string, agent = phone) =>
    (await person.request(path, { headers: { 'user-agent': agent } })).status
  test('read on the page is counted once for a visit, and not for programs and the shop', async () => {
    const { token, recipient_id } = await texted()
    const path = `/api/v1/linkPdf/${token}/BRKPAD/50.pdf`
    const customer = w.visitor()
    expect(await read(customer, path)).toBe(200)
    expect(await read(customer, path)).toBe(200)
    expect(await read(w.visitor(), path, 'WhatsApp/2.24')).toBe(200)
    expect(await read(dana, path)).toBe(200)
    const { row, timeline } = await receipt(recipient_id)
    expect(row.pdf_views).toBe(1)
    expect(timeline.filter(({ kind }) => kind === 'pdf')).toMatchObject([{ detail: 'Brake pad wear' }])
  })

  test('read by its own link is a view of that link', async () => {
    const body = { ...common, userId: danaId, part_id: 'BRKPAD' }
    const { tiny_url } = await dana.call(contract.sharing.pdfShareLink, { body })
    await read(w.visitor(), `/api/v1/linkPdf/${linkKey(tiny_url)}/BRKPAD/50.pdf`)
    const { rows } = await dana.call(contract.sharing.getGeneratedLinks, {
      params: { json: { ...firstPage, user_id: danaId } },
    })
    expect(rows).toMatchObject([{ kind: 'pdf', views: 1 }])
  })
})

test('the page’s own calls have the types of the contract', async () => {
  const { token } = await texted()
  const { proof, view_key } = await marcus(token)
  const person = w.visitor()
  const visit = { randomNumber: token, proof, view_key }
  expect(await person.call(animationVideoTracking, { body: { ...visit, decoded: true } })).toEqual({
    watched_percent: 0,
  })
  const refused = await person.send(answerLink, { body: { ...visit, answer: 'approve', request_key: randomUUID() } })
  expect(refused.message).toBe('answer_needs_person')
})
