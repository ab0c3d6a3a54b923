import type { Import, ImportRow } from '@cutaway/contract/administration/imports.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal, reply } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import UserImportPage from './UserImportPage.tsx'

/** The page that imports users, in the states that the server can return. */

const file = (more: Partial<Import> = {}): Import => ({
  id: 7,
  state: 'uploaded',
  failure: null,
  file_name: 'people.csv',
  encoding: 'UTF-8',
  delimiter: ';',
  sheet: null,
  other_sheets: 0,
  rows: 1248,
  columns: [
    { header: 'Login', field: 'username', samples: ['noor.haddad', 'tom.becker'] },
    { header: 'Shop', field: null, samples: ['Harbor Road'] },
    { header: 'Mail', field: 'email', samples: ['noor@northgate.example'] },
  ],
  replacements: [],
  corrections: [],
  left_out: [],
  counts: { add: 0, change: 0, same: 0, refused: 0, left_out: 0 },
  invitations: 0,
  progress: 0,
  progress_of: 0,
  results: { done: 0, skipped: 0, undone: 0, kept: 0 },
  check_seconds: null,
  created_at: '2026-11-22T10:00:00.000Z',
  started_at: null,
  finished_at: null,
  undo_until: null,
  created_by: 'Elena Voss',
  is_own: true,
  ...more,
})
const checked = (more: Partial<Import> = {}) =>
  file({
    state: 'checked',
    counts: { add: 1180, change: 41, same: 19, refused: 2, left_out: 0 },
    invitations: 1150,
    check_seconds: 2.14,
    ...more,
  })
const rowOf = (row: number, more: Partial<ImportRow> = {}): ImportRow => ({
  row,
  name: 'Noor Haddad',
  key: 'noor.haddad',
  outcome: 'refused',
  state: 'waiting',
  problems: [],
  changes: [],
  cells: null,
  ...more,
})
const unknown = rowOf(14, {
  problems: [
    {
      field: 'location',
      key: 'import_location_unknown_near',
      values: { name: 'Harbor Road', suggestion: 'Harbour Road' },
      suggestion: 'Harbour Road',
      value: 'Harbor Road',
    },
  ],
  cells: ['noor.haddad', 'Harbor Road', '=1+1'],
})

/** Groups of rows are a menu on a phone. */
beforeEach(() => page.viewport(1280, 900))

type Users = NonNullable<FakeHandlers['users']>
async function open(path: string, handlers: Users) {
  const api = fakeApi({
    organisation: { getEntity: () => [{ id: 1, businessentity_id: 1, business_name: 'Northgate' }] },
    users: {
      getUserImports: () => reply([], { total: 0 }),
      getUserImportRows: () => reply([unknown], { total: 1 }),
      ...handlers,
    },
  })
  const { path: now } = await render(<UserImportPage />, { session: danasSession(['manage_users']), path })
  return { ...api, path: now }
}
const button = (name: string | RegExp) => page.getByRole('button', { name })
const choose = () => userEvent.upload(page.getByLabelText('Choose file'), new File(['a'], 'people.csv'))
const heading = (name: string) => page.getByRole('heading', { name })

test('a file that cannot be read says why, and another can be chosen', async () => {
  let asked = 0
  await open('/', {
    readUserImport: () => {
      asked += 1
      if (asked === 1) return refusal('import_too_many_rows')
      return asked === 2 ? refusal('import_quote_open', 200, { row: 1204 }) : file({ rows: 1 })
    },
    getUserImport: () => file({ rows: 1 }),
  })
  await expect.element(heading('No imports yet')).toBeVisible()
  await choose()
  await expect.element(page.getByText(/Split it and import the parts/)).toBeVisible()
  await choose()
  await expect.element(page.getByText(/quotation mark in row 1,204 is never closed/)).toBeVisible()
  await choose()
  await expect.element(page.getByText(/ 1.row, .?UTF-8.?, separated by/)).toBeVisible()
})

test('columns are matched: each field once, and the key is required', async () => {
  const api = await open('/?import=7', {
    getUserImport: () => file({ encoding: 'Windows-1252' }),
    checkUserImport: () => file({ state: 'checking', progress_of: 1248 }),
  })
  await expect.element(page.getByText(/The encoding is Windows-1252/)).toBeVisible()
  const shop = page.getByRole('combobox', { name: 'Field of Shop' })
  await shop.selectOptions('User name')
  await expect.element(page.getByRole('combobox', { name: 'Field of Login' })).toHaveValue('')
  await page.getByRole('combobox', { name: 'Field of Shop' }).selectOptions('Location')
  await expect.element(button('Check 1,248 rows')).toBeDisabled()
  await expect.element(page.getByText(/Choose the column that names each row/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Field of Login' }).selectOptions('User name')
  await button('Check 1,248 rows').click()
  await expect.element(heading('Checking the rows')).toBeVisible()
  expect(api.calls('checkUserImport')[0]!.body).toMatchObject({ fields: ['username', 'location', 'email'] })
})

test('the check shows problems with what is probably meant, which is used for all equal cells', async () => {
  const api = await open('/?import=7', {
    getUserImport: () => checked(),
    checkUserImport: () => checked({ replacements: [{ field: 'location', from: 'Harbor Road', to: 'Harbour Road' }] }),
  })
  await expect.element(page.getByText(/There is no location “.?Harbor Road/)).toBeVisible()
  await button('Use Harbour Road').click()
  await expect
    .poll(() => api.calls('checkUserImport')[0]?.body)
    .toMatchObject({ replacements: [{ field: 'location', from: 'Harbor Road', to: 'Harbour Road' }] })
})

test('problems are saved as CSV: the cells of the file, what to correct, and no formulas', async () => {
  await open('/?import=7', {
    getUserImport: () => checked({ counts: { add: 1, change: 0, same: 0, refused: 1, left_out: 0 } }),
  })
  const saved = vi.spyOn(URL, 'createObjectURL')
  onTestFinished(() => saved.mockRestore())
  await button('Download problems').click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  const bytes = new Uint8Array(await (saved.mock.calls[0]![0] as Blob).arrayBuffer())
  const [header, line] = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\r\n')
  expect(header).toBe('\uFEFFLogin,Shop,Mail,Row,What to correct')
  expect(line).toMatch(/^noor\.haddad,Harbor Road,'=1\+1,14,Location: There is no location “Harbor Road”/)
})

test('a wrong value is corrected for the whole column; a role is chosen from those that can be given', async () => {
  const role = { field: 'role', key: 'import_role_unknown', values: { name: 'Boss' }, value: 'Boss' }
  const api = await open('/?import=7', {
    getUserImport: () => checked(),
    getUserImportRows: () => reply([rowOf(3, { problems: [role] })], { total: 1 }),
    checkUserImport: () => checked(),
  })
  await button('Correct').click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/Every cell of this column that holds “.?Boss/)).toBeVisible()
  const choice = dialog.getByRole('combobox', { name: 'Role' })
  await expect.element(dialog.getByRole('button', { name: 'Check again' })).toBeDisabled()
  const roles = [...(choice.element() as HTMLSelectElement).options].map(({ value }) => value)
  // Dana is a service adviser, who could give only lower roles.
  expect(roles.slice(0, 3)).toEqual(['', '7', '11'])
  await userEvent.selectOptions(choice, '7')
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await expect
    .poll(() => api.calls('checkUserImport')[0]?.body)
    .toMatchObject({ replacements: [{ field: 'role', from: 'Boss', to: '7' }] })
})

test('one cell is corrected in its row, and a row is left out and taken in again', async () => {
  let now = checked({
    corrections: [{ row: 3, field: 'email', to: 'x@shop.example' }],
    columns: file().columns.map((column) => (column.header === 'Shop' ? { ...column, field: 'location' } : column)),
  })
  const api = await open('/?import=7', {
    getUserImport: () => now,
    getUserImportRows: ({ body }) =>
      reply([body.outcome === 'left_out' ? rowOf(14, { outcome: 'left_out', problems: [] }) : unknown], { total: 1 }),
    checkUserImport: ({ body }) => {
      const { corrections, left_out } = body
      now = checked({ ...now, corrections, left_out, counts: { ...now.counts, left_out: left_out.length } })
      return now
    },
  })
  await button('Edit row 14').click()
  const dialog = page.getByRole('dialog')
  const place = dialog.getByRole('textbox', { name: 'Location' })
  await expect.element(place).toHaveFocus()
  await expect.element(place).toHaveValue('Harbor Road')
  await expect.element(dialog.getByText(/There is no location/)).toBeVisible()
  await expect.element(dialog.getByText(/To empty a field, write .?\(clear\)/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Check again' })).toBeDisabled()
  await place.fill(' Harbour Road')
  // A field without a column can be given too.
  await dialog.getByRole('textbox', { name: 'Role' }).fill('Service advisor')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => api.calls('checkUserImport').at(-1)?.body)
    .toMatchObject({
      id: 7,
      left_out: [],
      corrections: [
        { row: 3, field: 'email', to: 'x@shop.example' },
        { row: 14, field: 'role', to: 'Service advisor' },
        { row: 14, field: 'location', to: 'Harbour Road' },
      ],
    })
  await button('Edit row 14').click()
  await expect.element(place).toHaveValue('Harbour Road')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await button('Leave out row 14').click()
  await expect.poll(() => api.calls('checkUserImport').at(-1)?.body).toMatchObject({ left_out: [14] })
  await page.getByRole('radio', { name: 'Left out 1' }).click({ force: true })
  await button('Include row 14').click()
  await expect.poll(() => api.calls('checkUserImport').at(-1)?.body).toMatchObject({ left_out: [] })
})

test('changes are shown field by field, and the group is in the URL', async () => {
  const changes = [
    { field: 'role', before: '6', after: '5' },
    { field: 'location', before: 'Harbour Road', after: '' },
  ]
  const { path, calls } = await open('/?import=7', {
    getUserImport: () => checked(),
    getUserImportRows: ({ body }) =>
      body.outcome === 'change'
        ? reply([rowOf(57, { outcome: 'change', changes })], { total: 41 })
        : reply([], { total: 0 }),
  })
  await page.getByRole('radio', { name: 'Changed 41' }).click({ force: true })
  await expect.element(page.getByText(/^Role: .* → /)).toBeVisible()
  await expect.element(page.getByText(/Location: .?Harbour Road.? → nothing/)).toBeVisible()
  expect(path()).toContain('rows=changed')
  expect(calls('getUserImportRows').at(-1)!.body).toMatchObject({ id: 7, outcome: 'change', size: 10 })
})

test('invitations are sent only if chosen, and the button names their number', async () => {
  const { calls } = await open('/?import=7', {
    getUserImport: () => checked(),
    startUserImport: () => file({ state: 'importing', started_at: '2026-11-22T10:01:00.000Z', progress_of: 1221 }),
  })
  await expect.element(button('Import 1,221 people')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Mail 1,150 invitations' }).click()
  await button('Import 1,221 people, mail 1,150 invitations').click()
  await expect.element(heading('Importing')).toBeVisible()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  expect(calls('startUserImport')[0]!.body).toEqual({ id: 7, invite: true })
})

test('with nothing to do, the button is off and says why', async () => {
  await open('/?import=7', {
    getUserImport: () =>
      checked({ counts: { add: 0, change: 0, same: 1248, refused: 0, left_out: 0 }, invitations: 0 }),
  })
  await expect.element(button('Import 0 people')).toBeDisabled()
  await expect.element(page.getByText(/no row adds or changes anything/)).toBeVisible()
})

test('the result names what was left out, and the whole import is undone after a question', async () => {
  const done = file({
    state: 'done',
    counts: { add: 2, change: 1, same: 0, refused: 0, left_out: 0 },
    results: { done: 2, skipped: 1, undone: 0, kept: 0 },
    started_at: '2026-11-22T10:01:00.000Z',
    finished_at: '2026-11-22T10:02:00.000Z',
    undo_until: '2026-12-22T10:02:00.000Z',
  })
  const { calls } = await open('/?import=7', {
    getUserImport: () => done,
    getUserImportRows: () =>
      reply([rowOf(9, { state: 'skipped', problems: [{ field: null, key: 'import_row_changed', values: {} }] })], {
        total: 1,
      }),
    undoUserImport: () => ({
      ...done,
      state: 'undone',
      undo_until: null,
      results: { done: 0, skipped: 1, undone: 2, kept: 0 },
    }),
  })
  await expect.element(heading('Import finished')).toBeVisible()
  await expect.element(page.getByText('This changed since the check and was left as it is.')).toBeVisible()
  await button('Undo the whole import').click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText(/What it added is deleted/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo the whole import' }).click()
  await expect.element(heading('Import undone')).toBeVisible()
  expect(calls('undoUserImport')[0]!.body).toEqual({ id: 7 })
})

test('past imports open their results; an import that is gone says so', async () => {
  const { path } = await open('/', {
    getUserImports: () => reply([file({ state: 'done', created_by: 'Rosa Delgado' })], { total: 1 }),
    getUserImport: () => refusal('not_found', 404),
  })
  await expect.element(page.getByText('Rosa Delgado')).toBeVisible()
  await page.getByRole('link', { name: 'people.csv' }).click()
  expect(path()).toBe('/?import=7')
  await expect.element(heading('Couldn’t load the import')).toBeVisible()
})
