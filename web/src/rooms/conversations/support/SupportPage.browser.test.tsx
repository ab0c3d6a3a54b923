import type { LetterHistory, SupportHit } from '@cutaway/contract/rooms/conversations/support.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import SupportPage from './SupportPage.tsx'

const session = danasSession(['manage_web_sites'])
const id = '4b2a8da5-a315-4a6f-bff1-ff2238b705c7'
const at = '2026-11-22T09:00:00.000Z'
const hit = (more: Partial<SupportHit>): SupportHit => ({
  kind: 'person',
  id: '6',
  web_site_id: 44,
  site_name: 'Canyon Riders',
  site_host: 'riders.example',
  title: 'Rosa Delgado',
  hints: ['rosa@shop.example', 'Canyon Riders'],
  business_type: null,
  username: 'rosa',
  role: 6,
  letter_id: null,
  at,
  is_ended: false,
  ...more,
})
const letter: LetterHistory = {
  delivery_id: id,
  site_name: 'Canyon Riders',
  channel: 'mail',
  to: 'marcus@mailbox.example',
  subject: 'Your brakes',
  state: 'failed',
  failure_reason: 'mailbox_full',
  last_error: '552 5.2.2 over quota',
  error_code: null,
  carrier: 'smtp',
  carrier_reference: null,
  created_at: at,
  sent_at: null,
  ended_at: at,
  due_at: null,
  attempts: [{ attempt: 1, node: 'a', started_at: at, ended_at: at, result: 'permanent_failure', reason: null }],
  send: {
    sender: 'Dana Whitlock',
    acted_by: null,
    business: 'Northgate',
    opened_at: null,
    watched_at: null,
    views: 0,
    answers: 0,
    answered_at: null,
    link_ends_at: null,
    is_revoked: false,
  },
  suppression: null,
}

test('a letter is found by its words, and says in words why it failed', async () => {
  const api = fakeApi({
    conversations: {
      findForSupport: () => ({
        hits: [
          hit({}),
          hit({
            kind: 'letter',
            id,
            title: 'Your brakes',
            hints: ['marcus@mailbox.example'],
            username: null,
            role: null,
            is_ended: true,
          }),
        ],
      }),
      getLetterHistory: () => letter,
    },
  })
  const opened = await render(<SupportPage />, { session, path: '/operator/support' })
  await expect.element(page.getByText('Search all web sites')).toBeVisible()
  await page.getByRole('searchbox').fill('brakes')
  await expect.element(page.getByRole('heading', { name: 'People' })).toBeVisible()
  await expect.element(page.getByText('Rosa Delgado')).toBeVisible()
  expect(opened.path()).toContain('q=brakes')
  await page.getByRole('button', { name: 'Your brakes' }).click()
  await expect.element(page.getByText('The recipient’s mailbox is full.')).toBeVisible()
  await expect.element(page.getByText('552 5.2.2 over quota')).toBeVisible()
  await expect.element(page.getByText('Refused for good')).toBeVisible()
  await expect.element(page.getByText('Given up')).toBeVisible()
  await expect.element(page.getByText('Not yet')).toBeVisible()
  expect(api.calls('getLetterHistory').at(-1)?.params).toEqual({ web_site_id: '44', delivery_id: id })
})

test('a link opens the history of the letter that contained it', async () => {
  const none = { username: null, role: null, hints: [] as string[], kind: 'link' as const }
  const mailed = hit({ ...none, id: '11', title: 'Front brakes', letter_id: id })
  const copied = hit({ ...none, id: '12', title: 'Rear brakes' })
  const api = fakeApi({
    conversations: { findForSupport: () => ({ hits: [mailed, copied] }), getLetterHistory: () => letter },
  })
  await render(<SupportPage />, { session, path: '/operator/support?q=brakes' })
  await expect.element(page.getByText('Rear brakes')).toBeVisible()
  await expect.poll(() => page.getByRole('button', { name: 'Rear brakes' }).elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Front brakes' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(api.calls('getLetterHistory').at(-1)?.params).toEqual({ web_site_id: '44', delivery_id: id })
})

test('a letter that was sent before it failed came back', async () => {
  const sent = { ...letter, sent_at: at, ended_at: '2026-11-22T09:05:00.000Z', last_error: null }
  fakeApi({ conversations: { findForSupport: () => ({ hits: [] }), getLetterHistory: () => sent } })
  await render(<SupportPage />, { session, path: `/operator/support?q=brakes&letter=44+${id}` })
  await expect.element(page.getByText('Came back', { exact: true })).toBeVisible()
  await expect.poll(() => page.getByText('Given up', { exact: true }).elements()).toHaveLength(0)
})

test('a person of this web site opens in the list of users; one of another web site in the list at its host', async () => {
  const here = hit({ web_site_id: 31, title: 'Noor Haddad', username: 'noor' })
  fakeApi({ conversations: { findForSupport: () => ({ hits: [here, hit({})] }) } })
  await render(<SupportPage />, { session, path: '/operator/support?q=manager' })
  const link = page.getByRole('link', { name: 'Noor Haddad' })
  await expect.element(link).toHaveAttribute('href', '/manage_user?search=noor')
  const elsewhere = page.getByRole('link', { name: 'Rosa Delgado' })
  await expect
    .element(elsewhere)
    .toHaveAttribute('href', expect.stringMatching(/^http:\/\/riders\.example(:\d+)?\/manage_user\?search=rosa$/))
  await expect.element(page.getByText(/^People of other web sites open at their own address/)).toBeVisible()
})

test('a web site and a business open where they are managed; a long list asks for more words', async () => {
  const none = { username: null, role: null, hints: [] }
  const shop = hit({ ...none, kind: 'business', id: '2', title: 'Riders East' })
  const site = hit({ ...none, kind: 'site', id: '44', title: 'Canyon Riders' })
  const people = Array.from({ length: 10 }, (_, i) => hit({ id: String(i), title: `Rosa ${i}` }))
  fakeApi({ conversations: { findForSupport: () => ({ hits: [site, shop, ...people] }) } })
  await render(<SupportPage />, { session, path: '/operator/support?q=ri' })
  const link = (name: string) => page.getByRole('link', { name })
  await expect.element(link('Canyon Riders')).toHaveAttribute('href', '/operator/web_sites/44')
  await expect.element(link('Riders East')).toHaveAttribute('href', '/operator/businesses?site=44&search=Riders%20East')
  await expect.element(page.getByText('Only the first 10 are shown. Add words to find others.')).toBeVisible()
})

test('a business is told by its type, and a name that is its web site’s too is shown once', async () => {
  const business = {
    kind: 'business',
    title: 'Riders East',
    business_type: 'tyre_shop',
    username: null,
    role: null,
  } as const
  fakeApi({
    conversations: { findForSupport: () => ({ hits: [hit({}), hit({ ...business, hints: [] })] }) },
  })
  await render(<SupportPage />, { session, path: '/operator/support?q=riders' })
  await expect.element(page.getByText(/^Tire shop\s· Canyon Riders$/)).toBeVisible()
  await expect.element(page.getByText(/rosa\s· rosa@shop\.example\s· Canyon Riders$/)).toBeVisible()
})

test('nothing found is said, with what to try next', async () => {
  fakeApi({ conversations: { findForSupport: () => ({ hits: [] }) } })
  await render(<SupportPage />, { session, path: '/operator/support?q=zzz' })
  await expect.element(page.getByText('Nothing found')).toBeVisible()
})
