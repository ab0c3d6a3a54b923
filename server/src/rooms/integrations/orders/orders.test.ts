import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { landing } from '../../sharing/landing/testing.ts'
import { programOf } from '../testing.ts'

/** A workshop’s program makes one link for a repair order and reads what Marcus, the customer, answers. */

const { getOrderLink } = contract.integrations

let w: World
let boss: Person
let program: Awaited<ReturnType<typeof programOf>>
beforeAll(async () => {
  w = await world()
  boss = await w.loggedIn('enterprise')
  program = await programOf(w, boss, ['links'])
})
afterAll(() => w.close())

const { customer, prove } = landing(() => ({ w, danaId: 0 }))

const order = (request_key: string, more: object = {}) => ({
  request_key,
  ro_number: '48213',
  lang_id: 'en-US',
  films: [
    { part_id: 'BRKPAD', finding: 'Front brake pads', measured: '2 mm', rating: 'red', price: 38_000 },
    { part_id: 'TYRWER', rating: 'yellow', price: 61_900 },
    { part_id: 'SUSDMP', rating: 'green' },
  ],
  ...more,
})
interface Link {
  link_id: number
  tiny_url: string
  already_made: 0 | 1
}
const make = async (body: object) =>
  (await program.ask('/orderLinks', body)) as { status: number; message: string; data: Link }
const tokenOf = async ({ tiny_url }: Link) => {
  const { pathname } = new URL(tiny_url)
  return (await customer().get(pathname)).headers.get('location')!.split('/').at(-1)!
}

test('one link has the films, findings and prices of the order, and its state tells what the customer answered', async () => {
  const { data: link } = await make(order('a1'))
  expect(link).toMatchObject({
    ro_number: '48213',
    state: 'active',
    opened_at: null,
    already_made: 0,
    decision: { asks: 'decision', currency: 'USD', total: 99_900, approved: 0, answered_at: null },
  })
  const marcus = customer()
  const token = await tokenOf(link)
  expect(await marcus.open(token)).toContain('Front brake pads')
  const person = await prove(marcus, token)
  const film = { randomNumber: token, view_key: person.view_key, part_id: 'BRKPAD', first_frame: true }
  await marcus.post('animationVideoTracking', { ...film, stretches: [0, 20] })
  const rows = [
    { part_id: 'BRKPAD', answer: 'approve' },
    { part_id: 'TYRWER', answer: 'not_now' },
  ]
  await marcus.post('answerLink', { ...person, answer: 'approve', rows, request_key: crypto.randomUUID() })
  const state = await program.ask(`/orderLink/${link.link_id}`)
  expect(state.data).toMatchObject({
    decision: {
      approved: 1,
      approved_total: 38_000,
      rows: [{ answer: 'approve' }, { answer: 'not_now' }, { answer: null }],
    },
  })
  const { opened_at, films } = state.data as { opened_at: string; films: { watched_percent: number }[] }
  expect(opened_at).toMatch(/Z$/)
  expect(films[0]!.watched_percent).toBeGreaterThan(50)
  expect(films[1]!.watched_percent).toBe(0)
})

test('a repeated request returns the first link, also when both arrive together', async () => {
  const [one, other] = await Promise.all([make(order('b1')), make(order('b1'))])
  expect(one.data.link_id).toBe(other.data.link_id)
  expect([one.data.already_made, other.data.already_made].toSorted()).toEqual([0, 1])
  expect((await make(order('b2'))).data.link_id).not.toBe(one.data.link_id)
})

test('the link is among those of its user, and can be revoked', async () => {
  const { data: link } = await make(order('c1'))
  const { user_id } = await boss.me()
  const list = await boss.call(contract.sharing.getGeneratedLinks, { params: { json: { user_id, page: 1, size: 50 } } })
  expect(list.rows.find(({ link_id }) => link_id === link.link_id)).toMatchObject({
    kind: 'repair_order',
    films: [{}, {}, {}],
  })
  await boss.call(contract.sharing.revokeLink, { body: { link_id: link.link_id } })
  expect((await program.ask(`/orderLink/${link.link_id}`)).data).toMatchObject({ state: 'revoked' })
})

test('unknown films, no film and prices below zero are refused, and nothing is made', async () => {
  const count = async () => (await w.database.system.selectFrom('links').select('link_id').execute()).length
  const before = await count()
  expect(await make(order('d1', { films: [{ part_id: 'NOPART' }] }))).toMatchObject({
    status: 0,
    message: 'Part no found',
  })
  expect(await make(order('d2', { films: [] }))).toMatchObject({ http: 400 })
  expect(await make(order('d3', { films: [{ part_id: 'BRKPAD', price: -1 }] }))).toMatchObject({ http: 400 })
  expect(await make(order('d4', { ro_number: ' ' }))).toMatchObject({ http: 400 })
  expect(await count()).toBe(before)
})

test('another business does not find the link', async () => {
  const { data: link } = await make(order('e1'))
  const stranger = await programOf(w, await w.loggedIn('enterprise2'), ['links'])
  expect(await stranger.ask(`/orderLink/${link.link_id}`)).toMatchObject({ http: 404 })
  const other = await w.loggedIn('enterprise', { site: 33 })
  expect(await other.send(getOrderLink, { params: { link_id: link.link_id } })).toMatchObject({ http: 404 })
})
