import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { customerOf, linkKey } from '../testing.ts'

/** What a business writes on the page that its customers open. */

const { branding, sharing } = contract
let w: World
let dana: Person
let liam: Person

beforeAll(async () => {
  w = await world({
    pages: {
      html: () => Promise.resolve(''),
      scripts: () => ['/assets/customer.js'],
      textRooms: () => Promise.resolve([]),
    },
  })
  ;[dana, liam] = (await Promise.all(['advisor', 'location'].map((name) => w.loggedIn(name)))) as [Person, Person]
})
afterAll(() => w.close())

const english = { language_id: 50, told: ' Parts are in stock ', work: 'We do the work today', ready: '', prices: '' }
const write = (who: Person, more: Partial<typeof english> = {}) =>
  who.send(branding.setPageTexts, { body: { words: [{ ...english, ...more }] } })
const textsIn = async (who: Person, languageId = 50) =>
  (await who.call(branding.getPageTexts)).words.find(({ language_id }) => language_id === languageId)

/** Sends two findings to a customer who approves both; returns what the pages say. */
async function approved(who: Person, language: string) {
  const row = (part_id: string) => ({ part_id, finding: part_id, price: 10_000 })
  const { recipients } = await who.call(sharing.sendSms, {
    body: {
      brand_id: 1,
      lang_id: 50,
      driverside: 'left',
      moNumber: '+15035550142',
      opt_in_date: w.clock.now().toISOString().slice(0, 10),
      emailMessage: 'Hello',
      selectedList: [],
      request_key: randomUUID(),
      films: [row('BRKPAD'), row('TYRWER')],
    },
  })
  const customer = await customerOf(linkKey(recipients[0]!.link), w.visitor())
  const before = await customer.open(`?lang=${language}`)
  await customer.answer({ answer: 'approve' })
  return { before, receipt: await customer.open(`?lang=${language}`) }
}

test('a manager writes for the business: its customers read it after their answer, in their language', async () => {
  expect((await write(liam, { prices: 'Prices include parts and labor' })).data).toMatchObject({ is_mine: true })
  expect(await textsIn(dana)).toMatchObject({ told: 'Parts are in stock', work: 'We do the work today' })
  const { before, receipt } = await approved(dana, 'en-US')
  expect(before).toContain('Prices include parts and labor. Nothing is charged online.')
  for (const words of ['Parts are in stock', 'We do the work today', 'We tell you when your vehicle is ready'])
    expect(receipt).toContain(words)
  // Nothing is written in Hebrew: the page has its usual words, and no English ones.
  const hebrew = await approved(dana, 'he-IL')
  expect(hebrew.before + hebrew.receipt).not.toMatch(/Prices include|Parts are|We do the work/)
  expect((await dana.call(branding.getPageTexts)).usual.length).toBeGreaterThan(1)
})

test('a language that is left out keeps its texts; an empty text is the usual one', async () => {
  await write(liam)
  await write(liam, { language_id: 71, told: 'החלקים במלאי', work: '' })
  expect(await textsIn(liam)).toMatchObject({ told: 'Parts are in stock' })
  expect((await approved(dana, 'he-IL')).receipt).toContain('החלקים במלאי')
})

test('advisors read the texts and do not change them; another business has its own', async () => {
  await write(liam)
  expect(await write(dana)).toMatchObject({ http: 403 })
  expect((await dana.call(branding.getPageTexts)).is_mine).toBe(false)
  const west = await w.loggedIn('location2')
  expect(await textsIn(west)).toMatchObject({ told: '', work: '' })
  expect(await write(liam, { told: 'x'.repeat(161) })).toMatchObject({ status: 0, message: 'text_too_long' })
})
