import type { AuditEntry } from '@cutaway/contract/rooms/users/audit.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import AuditLogPage from './AuditLogPage.tsx'
import OperatorAuditPage from './OperatorAuditPage.tsx'

const entry = (id: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  entry: id,
  at: '2026-11-22T09:00:00.000Z',
  who: { user_id: 3, name: 'Elena Voss' },
  as: null,
  action: 'banner.make_default',
  outcome: 'ok',
  target: { kind: 'banner', id: String(id), name: '' },
  ip: '198.51.100.24',
  user_agent: '',
  is_by_key: false,
  ...more,
})
const rows = [
  entry(12, { as: { user_id: 6, name: 'Rosa Delgado' } }),
  entry(11, { who: null, outcome: 'incorrect_login_details', action: 'session.log_in', target: null }),
]
const open = async (path = '/audit_log', shown: readonly AuditEntry[] = rows) => {
  const api = fakeApi({
    users: {
      getAuditLog: () => ({ rows: [...shown], total: shown.length }),
      getAuditFilters: () => ({ people: [{ user_id: 3, name: 'Elena Voss' }], actions: ['banner.add', 'link.make'] }),
      getAuditEntry: ({ params }) => ({
        ...rows.find((one) => one.entry === Number(params.entry))!,
        fields: [
          { name: 'is_default', before: 'false', after: 'true' },
          { name: 'user_access_id', before: '6', after: '5' },
          { name: 'permissions', before: 'allow_pdf, manage_users', after: 'allow_pdf, allow_share_email' },
          { name: 'expires_at', before: null, after: '2026-11-23T02:30:00.000Z' },
          { name: 'language_id', before: '50', after: '71' },
          { name: 'credentials', before: null, after: 'changed' },
          { name: 'some_new_field', before: '1', after: '2' },
        ],
      }),
    },
  })
  const at = await render(<AuditLogPage />, { session: danasSession(['view_audit_log']), path })
  return { api, at }
}
const askedFor = (api: Awaited<ReturnType<typeof open>>['api']) =>
  JSON.parse(api.calls('getAuditLog').at(-1)?.params['json'] ?? '{}') as Record<string, unknown>

test('names the true person and the user acted for, and a refusal in words', async () => {
  await open()
  const row = page.getByRole('row').filter({ hasText: 'Elena Voss' })
  await expect.element(row.getByText('as Rosa Delgado')).toBeVisible()
  await expect.element(row.getByText('Changed banner')).toBeVisible()
  await expect.element(page.getByText('Unknown visitor')).toBeVisible()
})

test('names things whose id says what they are, and people who needed no login, in words', async () => {
  await open('/audit_log', [
    entry(15, { action: 'application.send', who: null, target: { kind: 'application', id: '4', name: 'Noa Levi' } }),
    entry(14, { action: 'text.change', target: { kind: 'text', id: '50 home_title', name: '' } }),
    entry(13, { action: 'legal_text.publish', target: { kind: 'legal_text', id: 'terms 50', name: '' } }),
    entry(10, { action: 'home_page.change', target: { kind: 'home_page', id: '31', name: '' } }),
  ])
  await expect.element(page.getByText('Not logged in')).toBeVisible()
  await expect.element(page.getByText(/home_title.?, English/)).toBeVisible()
  await expect.element(page.getByText('Terms, English')).toBeVisible()
  await expect.element(page.getByText('Home page', { exact: true })).toBeVisible()
})

test('filters stand in the address, and the file has the same ones', async () => {
  const { api, at } = await open()
  await page.getByRole('button', { name: /^What/ }).click()
  await page
    .getByRole('menuitemradio', { name: 'Link' })
    .or(page.getByRole('menuitem', { name: 'Link' }))
    .click()
  await expect.poll(() => askedFor(api)['action']).toBe('link')
  expect(at.path()).toContain('action=link')
  const href = page.getByRole('link', { name: /CSV/ }).element().getAttribute('href')
  expect(decodeURIComponent(href ?? '')).toContain('"action":"link"')
})

test('an entry opens with its values; the arrow keys walk to its neighbour', async () => {
  const { at } = await open('/audit_log?entry=12')
  // Times are those of the person's zone; of permissions, only the changed ones are there.
  for (const words of [
    'Default No Yes',
    'Language English עברית',
    'Permissions Manage users Share by email',
    /^Expires Nov 22, 2026/,
    'Password changed',
    'some new field 1 2',
  ])
    await expect.element(page.getByRole('row', { name: words })).toBeVisible()
  // Whom it is about, and when, below the title.
  await expect.element(page.getByRole('dialog').getByText(/^Banner \u206812\u2069 · /)).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => at.path()).toContain('entry=11')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => at.path()).not.toContain('entry')
})

test('in the console, the operator chooses the web site whose log it is', async () => {
  const api = fakeApi({
    sites: {
      getAllWebsites: () => [
        { web_site_id: 31, name: 'Northgate Motors' },
        { web_site_id: 44, name: 'Ridgeline Moto' },
      ],
    },
    users: {
      getAuditLog: () => ({ rows, total: 2 }),
      getAuditFilters: () => ({ people: [], actions: [] }),
      getAuditEntry: () => ({ ...rows[0]!, fields: [] }),
    },
  })
  const at = await render(<OperatorAuditPage />, {
    session: danasSession(['view_audit_log', 'manage_web_sites']),
    path: '/operator/audit_log',
  })
  await page.getByRole('button', { name: 'Web site: Northgate Motors' }).click()
  await page.getByRole('menuitemradio', { name: 'Ridgeline Moto' }).click()
  await expect.poll(at.path).toBe('/operator/audit_log?site=44')
  await expect.poll(() => askedFor(api)['web_site_id']).toBe(44)
  await page.getByRole('row').filter({ hasText: 'Elena Voss' }).getByRole('button').click()
  await expect.poll(() => api.calls('getAuditEntry').at(-1)?.params).toMatchObject({ web_site_id: '44' })
})
