import type { Thread } from '@cutaway/contract/rooms/conversations/threads.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal, type FakeHandlers } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import ConversationsPage from './ConversationsPage.tsx'

/** Dana looks through her conversations: the list, its tabs and its search. */

const thread = (name: string, more: Partial<Thread> = {}): Thread => ({
  customer_id: 7,
  name,
  address: '(503) 555-0142',
  ro_number: '',
  state: 'watched',
  unread: 0,
  last_at: '2026-11-20T17:41:00.000Z',
  last: { from: 'customer', text: `Words of ${name}` },
  last_film: null,
  approved: { total: 0, currency: '' },
  assigned_to: { user_id: 6, name: 'Dana Whitlock' },
  ...more,
})
const none = { mine: 0, unassigned: 0, all: 0, may_stop: 0 }
type List = NonNullable<NonNullable<FakeHandlers['conversations']>['getConversations']>
const listed =
  (rows: Thread[], unread = none): List =>
  () => ({ rows, total: rows.length, unread })
/** What a request asked for: the tab, the search and the page. */
const asked = (json: string) => JSON.parse(json) as { tab: string; search: string; page: number }

async function open(getConversations: List, path = '/conversations') {
  await page.viewport(1440, 900)
  const api = fakeApi({ conversations: { getConversations } })
  const { path: where } = await render(<ConversationsPage />, {
    path,
    session: danasSession(['allow_share_sms', 'allow_share_email']),
  })
  return { api, where }
}
const row = (name: string) => page.getByRole('link', { name: new RegExp(name) })

test('lists customers by name or number, with the last words and what needs a person', async () => {
  await open(
    listed([
      thread('Marcus Hale', { state: 'asked_for_call' }),
      thread('', { customer_id: 8, state: 'unassigned', assigned_to: null, last: null, last_film: 'Disc brake' }),
    ]),
  )
  await expect.element(row('Marcus Hale').getByText('Words of Marcus Hale')).toBeVisible()
  await expect.element(row('Marcus Hale').getByText('Asked for a call')).toBeVisible()
  await expect.element(row('555-0142').getByText('Unassigned')).toBeVisible()
  await expect.element(row('555-0142').getByText('Disc brake')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Choose a conversation' })).toBeVisible()
})

test('the tabs count what is unread; “May stop” is there while it holds a conversation', async () => {
  const { api, where } = await open(listed([thread('Marcus Hale')], { mine: 2, unassigned: 0, all: 3, may_stop: 1 }))
  await expect.element(page.getByRole('button', { name: 'May stop 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Mine 2' }).click()
  await expect.poll(() => where()).toBe('/conversations?tab=mine')
  await expect.poll(() => asked(api.calls('getConversations').at(-1)!.params['json']!).tab).toBe('mine')
})

test('a search asks once when typing pauses, and says that nothing matches', async () => {
  const people = [thread('Marcus Hale')]
  const { api } = await open((call) => listed(asked(call.params.json).search === 'joan' ? [] : people)(call))
  await expect.element(row('Marcus Hale')).toBeVisible()
  await page.getByRole('searchbox').fill('joan')
  await expect.element(page.getByText('No conversation matches')).toBeVisible()
  expect(api.calls('getConversations').map(({ params }) => asked(params['json']!).search)).toEqual(['', 'joan'])
})

test('shows more when asked', async () => {
  const pages = [[thread('Marcus Hale')], [thread('Joan Pell', { customer_id: 9 })]]
  await open(({ params }) => ({ rows: pages[asked(params.json).page - 1] ?? [], total: 31, unread: none }))
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(row('Joan Pell')).toBeVisible()
  await expect.element(row('Marcus Hale')).toBeVisible()
  await expect.poll(() => page.getByRole('button', { name: 'Show more' }).elements()).toEqual([])
})

test('without any conversation leads to the films', async () => {
  await open(listed([]))
  await expect.element(page.getByText('No conversations yet')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Send a film' })).toBeVisible()
})

test('is there while it loads, and offers to load again what did not load', async () => {
  let broken = true
  await open((call) => (broken ? refusal('server_error', 500) : listed([thread('Marcus Hale')])(call)))
  await expect.element(page.getByRole('heading', { name: 'Sent', exact: true })).toBeVisible()
  await expect.element(page.getByText('Couldn’t load conversations')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(row('Marcus Hale')).toBeVisible()
})
