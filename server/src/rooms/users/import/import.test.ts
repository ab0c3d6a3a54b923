import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkImport, registerImports, runImport } from '../../../core/import/jobs.ts'
import { csvOf, fileOf, importing } from '../../../testing/importing.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { mailsTo } from '../../sessions/testing.ts'
import { idOf, lastAudit, listOf, placesOf } from '../testing.ts'
import { userImport } from './users.ts'

/** Elena brings her people from a spreadsheet. Each story has people of its own. */

let w: World
let elena: Person
let rosa: Person
let liam: Person
let places: Awaited<ReturnType<typeof placesOf>>
let byElena: ReturnType<typeof importing>
beforeAll(async () => {
  w = await world()
  ;[elena, rosa, liam] = await Promise.all([w.loggedIn('enterprise'), w.loggedIn('regional'), w.loggedIn('location')])
  places = await placesOf(w)
  byElena = importing(elena, 'users')
})
afterAll(() => w.close())

const header = 'User name,First name,Last name,Email,Role,Location,Regions,Employee'
const found = async (search: string, by: Person = elena) => (await listOf(by, { search })).users
const { users } = contract

describe('the check', () => {
  test('says for each row what the import will do, and changes nothing', async () => {
    const checked = await byElena.checked(
      csvOf(
        header,
        'ava.one,Ava,One,ava.one@northgate.example,Service adviser,Harbor Road,,',
        'advisor,,,dana.new@northgate.example,,,,',
        'kiosk,,,,,,,',
        'ava.two,Ava,Two,ava.two northgate.example,Service adviser,Harbor Road,,',
      ),
    )
    expect(checked).toMatchObject({
      state: 'checked',
      rows: 4,
      counts: { add: 1, change: 1, same: 1, refused: 1 },
      invitations: 1,
    })
    expect(await byElena.rows(checked, { outcome: 'change' })).toMatchObject([
      { row: 3, key: 'advisor', changes: [{ field: 'email', after: 'dana.new@northgate.example' }] },
    ])
    expect(await byElena.rows(checked, { outcome: 'refused' })).toMatchObject([
      { row: 5, name: 'Ava Two', problems: [{ field: 'email', key: 'email_not_valid' }], cells: expect.any(Array) },
    ])
    expect(await found('ava.one')).toEqual([])
    expect(await byElena.rows(checked, { search: 'ava', size: 1, page: 2 })).toHaveLength(1)
  })

  test('refuses what a manager could not do in the form, and says in which column', async () => {
    const checked = await byElena.checked(
      csvOf(
        header,
        ',No,Name,no@x.example,Service adviser,Harbor Road,,',
        'bo.role,Bo,Role,bo@x.example,Administrator,Harbor Road,,',
        'bo.high,Bo,High,bo@x.example,Enterprise user,,,',
        'bo.place,Bo,Place,bo@x.example,Service adviser,Harbour Road,,',
        'bo.none,Bo,None,bo@x.example,Service adviser,,,',
        'bo.region,Bo,Region,bo@x.example,Regional manager,,Nowhere at all,',
        'bo.twice,Bo,Twice,bo@x.example,Service adviser,Harbor Road,,',
        'BO.TWICE,Bo,Twice,bo@x.example,Service adviser,Harbor Road,,',
        'enterprise,Someone,Else,,,,,',
        'enterprise2,Other,Business,,,,,',
        'bo.flag,Bo,Flag,bo@x.example,Service adviser,Harbor Road,,perhaps',
        `bo.long,${'x'.repeat(201)},Long,bo@x.example,Service adviser,Harbor Road,,`,
        'bo.norole,Bo,Norole,bo@x.example,,Harbor Road,,',
        'bo.formula,"=HYPERLINK(""https://x.example"")",Plus + One,bo@x.example,Service adviser,Harbor Road,,',
        '@SUM(A1),Bo,Sum,bo@x.example,Service adviser,Harbor Road,,',
        'bo.commas,Bo,Commas,bo@x.example,Regional manager,,"north, South",',
      ),
    )
    expect(await byElena.problems(checked)).toEqual({
      2: ['user_username_missing'],
      3: ['import_role_unknown'],
      4: ['import_role_too_high'],
      5: ['import_location_unknown_near'],
      6: ['user_location_required'],
      7: ['import_region_unknown'],
      9: ['import_listed_twice'],
      10: ['import_own_account'],
      11: ['user_name_already_exists'],
      12: ['import_flag_unknown'],
      13: ['import_text_too_long'],
      14: ['import_role_missing'],
      15: ['import_formula'],
      16: ['import_formula'],
      17: ['import_region_unknown_near'],
    })
    const [unknown] = await byElena.rows(checked, { outcome: 'refused', search: 'bo.place' })
    expect(unknown!.problems[0]).toMatchObject({ field: 'location', suggestion: 'Harbor Road', value: 'Harbour Road' })
    const [listed] = await byElena.rows(checked, { outcome: 'refused', search: 'bo.commas' })
    expect(listed!.problems[0]).toMatchObject({ field: 'regions', suggestion: 'North; South' })
    const again = await byElena.check(checked, {
      replacements: [{ field: 'location', from: 'Harbour Road', to: 'Harbor Road' }],
    })
    expect((await byElena.problems(again))[5]).toBeUndefined()
    expect(again.counts.refused).toBe(checked.counts.refused - 1)
  })

  test('knows only the places and people in the reach of the importer', async () => {
    const byRosa = importing(rosa, 'users')
    const checked = await byRosa.checked(
      csvOf(
        header,
        'cy.far,Cy,Far,cy@x.example,Service adviser,Quayside,,',
        'cy.near,Cy,Near,cy@x.example,Service adviser,Harbor Road,,',
        'cy.high,Cy,High,cy@x.example,Regional manager,,North,',
        'enterprise,Elena,Changed,,,,,',
      ),
    )
    expect(await byRosa.problems(checked)).toEqual({
      2: ['import_location_unknown'],
      4: ['import_role_too_high'],
      5: ['user_name_already_exists'],
    })
    // A location manager has one location, which need not be named.
    const byLiam = importing(liam, 'users')
    const own = await byLiam.checked(csvOf('User name,Role,Email', 'cy.own,Service adviser,cy.own@x.example'))
    expect(own.counts).toMatchObject({ add: 1, refused: 0 })
  })

  test('is only for the user who uploaded the file', async () => {
    const { id, columns } = await byElena.read(fileOf(csvOf(header, 'ed.one,Ed,One,,Service adviser,Harbor Road,,')))
    const body = { id, fields: columns.map(({ field }) => field) }
    expect(await rosa.send(users.checkUserImport, { body })).toMatchObject({ http: 404 })
    const second = await w.loggedIn('enterprise2')
    expect(await second.send(users.getUserImport, { params: { id } })).toMatchObject({ http: 404 })
    expect(await liam.send(contract.organisation.getLocationImport, { params: { id } })).toMatchObject({ http: 403 })
    expect(await elena.send(contract.organisation.getLocationImport, { params: { id } })).toMatchObject({ http: 404 })
  })
})

describe('a dry run that was changed by hand', () => {
  test('has one cell corrected and one row left out, and the import does just that', async () => {
    const checked = await byElena.checked(
      csvOf(
        'User name,First name,Email,Location',
        'ivy.one,Ivy,ivy.one@northgate.example,Harbor Road',
        'ivy.two,Ivy,ivy.two northgate.example,Harbour Road',
        'ivy.two,Ivy,ivy.two@northgate.example,Harbor Road',
        'ivy.four,Ivy,ivy.four@northgate.example,Harbour Road',
      ),
    )
    expect(checked.counts).toMatchObject({ add: 0, refused: 4 })
    const [row] = await byElena.rows(checked, { search: 'ivy.one' })
    expect(row).toMatchObject({ row: 2, cells: ['ivy.one', 'Ivy', 'ivy.one@northgate.example', 'Harbor Road'] })

    // The file has no column of roles; its rows get one. Row 5 keeps the value that is replaced everywhere else.
    const role = (at: number) => ({ row: at, field: 'role', to: 'Service adviser' })
    const changes = {
      corrections: [
        role(2),
        role(4),
        role(5),
        { row: 5, field: 'location', to: 'Mill Lane' },
        { row: 2, field: 'x', to: 'y' },
      ],
      left_out: [3],
      replacements: [{ field: 'location', from: 'Harbour Road', to: 'Harbor Road' }],
    }
    const again = await byElena.check(checked, changes)
    expect(again).toMatchObject({
      counts: { add: 3, refused: 0, left_out: 1 },
      corrections: changes.corrections.slice(0, 4),
      left_out: [3],
    })
    // The row that is left out no longer makes the next one a second of its name.
    expect(await byElena.rows(again, { outcome: 'left_out' })).toMatchObject([{ row: 3, problems: [] }])
    const done = await byElena.start(again)
    expect(done.results).toMatchObject({ done: 3, skipped: 0 })
    // What has been imported is not kept twice.
    expect((await byElena.rows(done, { outcome: 'add' })).map(({ cells }) => cells)).toEqual([null, null, null])
    const people = await found('ivy.')
    expect(
      people.map((one) => [one.username, one.businessentity_location_name, one.user_access_id]).toSorted(),
    ).toEqual([
      ['ivy.four', 'Mill Lane', 6],
      ['ivy.one', 'Harbor Road', 6],
      ['ivy.two', 'Harbor Road', 6],
    ])
    expect((await byElena.undo(done)).results).toMatchObject({ undone: 3 })
  })

  test('clears what may be empty: names, but neither a role nor a place, nor the address of an invited user', async () => {
    const people = (...more: string[]) =>
      csvOf(header, `kai.one,Kai,One,kai.one@northgate.example,Service adviser,Harbor Road,,`, ...more)
    await byElena.start(await byElena.checked(people()))
    const cleared = (field: string) =>
      byElena.checked(
        csvOf(
          header,
          `kai.one,${header
            .split(',')
            .slice(1)
            .map((name) => (name === field ? '(clear)' : ''))
            .join()}`,
        ),
      )
    for (const [field, key] of Object.entries({
      Role: 'import_cannot_be_cleared',
      Location: 'import_cannot_be_cleared',
      Employee: 'import_cannot_be_cleared',
      Email: 'user_email_required',
    }))
      expect(await byElena.problems(await cleared(field)), field).toEqual({ 2: [key] })
    const done = await byElena.start(await cleared('Last name'))
    expect((await found('kai.one'))[0]).toMatchObject({ first_name: 'Kai', last_name: '' })
    await byElena.undo(done)
    expect((await found('kai.one'))[0]).toMatchObject({ last_name: 'One' })
  })
})

describe('the import', () => {
  test('does what the check said, mails invitations if asked, and writes the audit log', async () => {
    const checked = await byElena.checked(
      csvOf(
        header,
        'fay.one,Fay,One,fay.one@northgate.example,Service adviser,Harbor Road,,',
        'fay.two,-Fay,"O""Neil",,Touch screen user,Mill Lane,,',
        'fay.three,פאי,שלוש,fay.three@northgate.example,Regional manager,,North;South,yes',
      ),
    )
    expect(checked).toMatchObject({ counts: { add: 3 }, invitations: 2 })
    const done = await byElena.start(checked, { invite: true })
    expect(done).toMatchObject({ state: 'done', results: { done: 3, skipped: 0 }, progress: 3, progress_of: 3 })
    expect(done.undo_until).not.toBeNull()
    const [, three, two] = [...(await found('fay.'))].toSorted((a, b) => (a.username < b.username ? -1 : 1))
    expect(two).toMatchObject({ first_name: '-Fay', last_name: 'O"Neil', businessentity_location_name: 'Mill Lane' })
    expect(three).toMatchObject({ first_name: 'פאי', user_access_id: 4, is_employee: 1, status: 'invited' })
    expect(three!.location_class.map(({ label }) => label).toSorted()).toEqual(['North', 'South'])
    expect(await mailsTo(elena, 'fay.one@northgate.example')).toHaveLength(1)
    expect((await lastAudit(w, 'user.add')).after).toMatchObject({ username: expect.stringContaining('fay.') })
    expect(await lastAudit(w, 'user_import.start')).toMatchObject({ target_id: String(done.id) })
    // An entry names the places of a person, not their numbers.
    const { rows } = await elena.call(users.getAuditLog, {
      params: { json: { page: 1, size: 25, person: null, action: 'user.add', period: 'month', search: 'Fay' } },
    })
    const fields = await Promise.all(
      rows.map(({ entry }) => elena.call(users.getAuditEntry, { params: { entry } }).then((one) => one.fields)),
    )
    expect(fields.flat()).toContainEqual({ name: 'location_id', before: null, after: 'Mill Lane' })
    // It cannot be started again.
    expect(await elena.send(users.startUserImport, { body: { id: done.id } })).toMatchObject({
      message: 'import_not_possible_now',
    })
  })

  test('sends no mail unless asked', async () => {
    const checked = await byElena.checked(
      csvOf(header, 'gil.one,Gil,One,gil.one@northgate.example,Service adviser,Harbor Road,,'),
    )
    const mailJobs = async () => {
      const { rows } = await sql<{ many: number }>`select count(*)::int as many from pgboss.job
        where name = 'users.loginDetails'`.execute(w.database.system)
      return rows[0]!.many
    }
    const before = await mailJobs()
    await byElena.start(checked)
    expect((await found('gil.one'))[0]).toMatchObject({ status: 'invited' })
    expect(await mailJobs()).toBe(before)
  })

  test('leaves out a row that changed since the check, and says so', async () => {
    const checked = await byElena.checked(
      csvOf(
        header,
        'hal.one,Hal,One,hal.one@northgate.example,Service adviser,Harbor Road,,',
        'hal.two,Hal,Two,hal.two@northgate.example,Service adviser,Harbor Road,,',
        'location,Liam,Imported,,,,,',
      ),
    )
    expect(checked.counts).toMatchObject({ add: 2, change: 1 })
    await elena.call(users.addUser, {
      body: {
        username: 'hal.one',
        email: 'another@northgate.example',
        user_access_id: 6,
        businessentity_location_id: places.first.location('Mill Lane'),
      },
    })
    await elena.call(users.updateUser, { body: { id: await idOf(w, 'location'), last_name: 'Changed meanwhile' } })
    const done = await byElena.start(checked)
    expect(done).toMatchObject({ state: 'done', results: { done: 1, skipped: 2 } })
    const skipped = await byElena.rows(done, { state: 'skipped' })
    expect(skipped.map(({ row, problems }) => [row, problems[0]!.key])).toEqual([
      [2, 'import_row_changed'],
      [4, 'import_row_changed'],
    ])
    expect(await found('Changed meanwhile')).toHaveLength(1)
    expect(await found('hal.two')).toHaveLength(1)
  })

  test('continues after a crash with the first row that is not done', async () => {
    const lines = Array.from({ length: 1200 }, (_, i) => `ivy.${i},Ivy,${i},,Service adviser,Harbor Road,,`)
    const checked = await byElena.checked(csvOf(header, ...lines))
    const job = { web_site_id: 31, import_id: checked.id, check_number: 1 }
    await w.database.system
      .updateTable('imports')
      .set({ state: 'importing', started_at: new Date(), progress: 0, progress_of: 1200 })
      .where('import_id', '=', checked.id)
      .execute()
    const { services } = w.running
    // The node dies after the first batch.
    let asked = 0
    const dying = {
      throwIfAborted() {
        asked += 1
        if (asked > 1) throw new Error('the node died')
      },
    } as AbortSignal
    await expect(runImport(services, userImport, job, { signal: dying })).rejects.toThrow('the node died')
    expect(await byElena.get(checked.id)).toMatchObject({ results: { done: 500 }, progress: 500 })
    await runImport(services, userImport, job, { signal: new AbortController().signal })
    expect(await byElena.get(checked.id)).toMatchObject({ state: 'done', results: { done: 1200 }, progress: 1200 })
    expect((await listOf(elena, { search: 'ivy.', size: 5 })).total).toBe(1200)
    // A job that runs once more finds nothing to do.
    await runImport(services, userImport, job, { signal: new AbortController().signal })
    await checkImport(services, userImport, job, { signal: new AbortController().signal })
    expect(await byElena.get(checked.id)).toMatchObject({ state: 'done', results: { done: 1200 } })
  })

  test('stops if the importer lost the right meanwhile', async () => {
    const checked = await byElena.checked(csvOf(header, 'jo.one,Jo,One,,Service adviser,Harbor Road,,'))
    await w.database.system
      .updateTable('imports')
      .set({ state: 'importing', started_at: new Date() })
      .where('import_id', '=', checked.id)
      .execute()
    const rights = (permissions: string[] | null) =>
      w.database.system
        .updateTable('users')
        .set({ permissions })
        .where('username', '=', 'enterprise')
        .where('web_site_id', '=', 31)
        .execute()
    await rights(['allow_view_animations'])
    const job = { web_site_id: 31, import_id: checked.id, check_number: 1 }
    await runImport(w.running.services, userImport, job, { signal: new AbortController().signal })
    await rights(null)
    expect(await byElena.get(checked.id)).toMatchObject({ state: 'failed', failure: 'import_user_lost_right' })
    expect(await found('jo.one')).toEqual([])
  })
})

describe('undo', () => {
  test('deletes whom the import added, and sets back what was not changed since', async () => {
    const first = await byElena.start(
      await byElena.checked(
        csvOf(
          header,
          'kim.one,Kim,One,kim.one@x.example,Service adviser,Harbor Road,,',
          'kim.two,Kim,Two,kim.two@x.example,Service adviser,Harbor Road,,',
        ),
      ),
    )
    const second = await byElena.start(
      await byElena.checked(
        csvOf(
          header,
          'kim.one,Kimberley,,,Location manager,Mill Lane,,',
          'kim.two,Kimi,,,,,,',
          'kim.three,Kim,Three,,Service adviser,Harbor Road,,',
        ),
      ),
    )
    expect(second).toMatchObject({ counts: { add: 1, change: 2 }, results: { done: 3 } })
    expect((await found('Kimberley'))[0]).toMatchObject({
      user_access_id: 5,
      businessentity_location_name: 'Mill Lane',
    })
    await elena.call(users.updateUser, { body: { id: await idOf(w, 'kim.two'), last_name: 'Changed since' } })
    const undone = await byElena.undo(second)
    expect(undone).toMatchObject({ state: 'undone', results: { undone: 2, kept: 1 }, undo_until: null })
    expect(await byElena.rows(undone, { state: 'kept' })).toMatchObject([
      { row: 3, problems: [{ key: 'import_kept_changed' }] },
    ])
    expect((await found('kim.one'))[0]).toMatchObject({
      first_name: 'Kim',
      user_access_id: 6,
      businessentity_location_name: 'Harbor Road',
    })
    expect(await found('kim.three')).toEqual([])
    expect((await found('kim.two'))[0]).toMatchObject({ first_name: 'Kimi', last_name: 'Changed since' })
    expect(await elena.send(users.undoUserImport, { body: { id: undone.id } })).toMatchObject({
      message: 'import_not_possible_now',
    })
    expect(first.undo_until).not.toBeNull()
  })

  test('is possible for 30 days', async () => {
    const done = await byElena.start(
      await byElena.checked(csvOf(header, 'leo.one,Leo,One,,Service adviser,Harbor Road,,')),
    )
    await w.database.system
      .updateTable('imports')
      .set({ finished_at: sql`finished_at - interval '31 days'` as never })
      .where('import_id', '=', done.id)
      .execute()
    expect(await byElena.get(done.id)).toMatchObject({ undo_until: null })
    expect(await elena.send(users.undoUserImport, { body: { id: done.id } })).toMatchObject({
      message: 'import_undo_too_late',
    })
  })
})

describe('the export', () => {
  test.each(['csv', 'xlsx'])('as %s is imported again without a change', async (format) => {
    const response = await elena.request(`/api/v1/exportUsers/${format}`)
    expect(response.headers.get('content-disposition')).toContain(`users.${format}`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const checked = await byElena.checked(fileOf(bytes, `users.${format}`))
    expect(await byElena.problems(checked)).toEqual({})
    expect(checked.counts).toMatchObject({ add: 0, change: 0, same: checked.rows, refused: 0 })
    expect(checked.rows).toBeGreaterThan(5)
    expect(await elena.send(users.startUserImport, { body: { id: checked.id } })).toMatchObject({
      message: 'import_nothing_to_do',
    })
  })

  test('of a regional manager has the people in reach', async () => {
    const lines = (await (await rosa.request('/api/v1/exportUsers/csv')).text()).trim().split('\r\n')
    expect(lines[0]).toContain('User name,First name')
    expect(lines.length - 1).toBe((await listOf(rosa, {})).total)
  })
})

test('the list shows past imports, newest first, also to higher managers', async () => {
  const byRosa = importing(rosa, 'users')
  const checked = await byRosa.checked(csvOf(header, 'max.one,Max,One,,Service adviser,Harbor Road,,'))
  const { data, ...more } = await elena.send(users.getUserImports, { body: { size: 5, descending: true } })
  expect(more).toMatchObject({ status: 1, total: expect.any(Number) })
  expect(data![0]).toMatchObject({ id: checked.id, is_own: false, created_by: expect.stringContaining('Rosa') })
  const mine = await rosa.call(users.getUserImports, { body: {} })
  expect(mine.map(({ id }) => id)).toContain(checked.id)
  expect(mine.some(({ created_by }) => created_by.includes('Elena'))).toBe(false)
})

test('every kind of import has its jobs once', () => {
  expect(() => registerImports(w.running.services, [userImport])).toThrow('define it before the jobs start')
})
