import { contract } from '@cutaway/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { momentOf, nextAfter, spanOfLetter } from './due.ts'
import { startDue } from './jobs.ts'

/** Reports by mail: due at the hour of the web site, one letter a reader, with the rights of the reader. */

const { reports: r } = contract
let w: World
let elena: Person
let elenaId: number
let danaId: number
beforeAll(async () => {
  w = await world()
  elena = await w.loggedIn('enterprise')
  elenaId = (await elena.me()).user_id
  danaId = (await (await w.loggedIn('advisor')).me()).user_id
})
afterAll(() => w.close())

/** Asks until there is an answer. */
const until = <T>(ask: () => Promise<T | undefined | false>): Promise<T> =>
  vi.waitFor(
    async () => {
      const found = await ask()
      if (found === undefined || found === false) throw new Error('not yet')
      return found
    },
    { timeout: 60_000, interval: 100 },
  )

const plan = (more: object = {}) => ({
  report: 'usage' as const,
  filter: { report_type: 'website', class_id: -1 as const },
  frequency: 'daily' as const,
  hour: 7,
  recipients: [elenaId],
  ...more,
})
const add = (more: object = {}) => elena.call(r.addReportSchedule, { body: plan(more) })
const one = async (id: number, by = elena) => (await by.call(r.getReportSchedules)).find((s) => s.id === id)
const lettersOf = (id: number) =>
  w.database.system.selectFrom('report_letters').selectAll().where('schedule_id', '=', id).orderBy('user_id').execute()
const makeDue = (id: number) =>
  w.database.system
    .updateTable('report_schedules')
    .set({ next_at: w.clock.now() })
    .where('schedule_id', '=', id)
    .execute()
const settled = (id: number, n: number) =>
  until(async () => {
    const letters = await lettersOf(id)
    return letters.length === n && letters.every(({ state }) => state !== 'waiting') ? letters : undefined
  })
const mail = async (id: string) => ({
  ...(await w.database.system.selectFrom('mails').selectAll().where('mail_id', '=', id).executeTakeFirstOrThrow()),
  files: await w.database.system
    .selectFrom('mail_attachments')
    .selectAll()
    .where('mail_id', '=', id)
    .orderBy('position')
    .execute(),
})

describe('when a letter is due', () => {
  const la = 'America/Los_Angeles'
  const next = (after: string, rhythm: Partial<Parameters<typeof nextAfter>[1]>, zone = la) =>
    nextAfter(
      new Date(after),
      { frequency: 'daily', weekday: null, month_day: null, hour: 7, ...rhythm },
      zone,
    ).toISOString()

  test('every day at the hour of the zone, also when the clocks change', () => {
    expect(next('2026-11-20T15:00:00Z', {})).toBe('2026-11-21T15:00:00.000Z')
    expect(next('2026-11-20T14:59:59Z', {})).toBe('2026-11-20T15:00:00.000Z')
    // 2 AM is skipped on March 8 and 1 AM comes twice on November 1.
    expect(momentOf('2026-03-08', 2, la).toISOString()).toBe('2026-03-08T10:00:00.000Z')
    expect(momentOf('2026-11-01', 1, la).toISOString()).toBe('2026-11-01T08:00:00.000Z')
    expect(next('2026-11-01T08:00:00Z', { hour: 1 })).toBe('2026-11-02T09:00:00.000Z')
  })
  test('on a weekday, on a day of the month, and on its last day', () => {
    expect(next('2026-11-20T15:00:00Z', { frequency: 'weekly', weekday: 1 })).toBe('2026-11-23T15:00:00.000Z')
    expect(next('2026-11-20T15:00:00Z', { frequency: 'monthly', month_day: 28 })).toBe('2026-11-28T15:00:00.000Z')
    expect(next('2026-02-01T15:00:00Z', { frequency: 'monthly', month_day: 0 }, 'UTC')).toBe('2026-02-28T07:00:00.000Z')
  })
  test('it is about the last day, week or month that is over, and shows those before it', () => {
    const at = new Date('2026-11-20T15:00:00Z')
    expect(spanOfLetter(at, 'daily', la)).toEqual({ first: '2026-11-13', last: '2026-11-19', lastDay: '2026-11-19' })
    expect(spanOfLetter(at, 'weekly', la)).toEqual({ first: '2026-09-21', last: '2026-11-09', lastDay: '2026-11-15' })
    expect(spanOfLetter(at, 'monthly', la)).toEqual({ first: '2025-11-01', last: '2026-10-01', lastDay: '2026-10-31' })
    // In Auckland it is the next day already.
    expect(spanOfLetter(at, 'daily', 'Pacific/Auckland').lastDay).toBe('2026-11-20')
  })
})

test('Elena gets the report with a picture, a table and the numbers as a file', async () => {
  const { id } = await add()
  await makeDue(id)
  expect(await startDue(w.running.services)).toBe(1)
  const [letter] = await settled(id, 1)
  expect(letter).toMatchObject({ user_id: elenaId, state: 'queued' })
  const { to_address, html, text, files } = await mail(letter!.mail_id!)
  expect(to_address).toBe((await elena.me()).email)
  expect(html).toContain('cid:chart')
  expect(text).toContain('/usage_report?unit=daily&type=website')
  const [picture, csv] = files
  const size = await sharp(Buffer.from(picture!.content_base64, 'base64')).metadata()
  expect([size.format, size.width, picture!.content_id]).toEqual(['png', 992, 'chart'])
  expect(csv!.file_name).toBe('usage_report.csv')
  const lines = Buffer.from(csv!.content_base64, 'base64').toString().trimEnd().split('\r\n')
  expect(lines[0]!.startsWith('\uFEFF')).toBe(true)
  // The number of the letter is that of the report for the same days.
  const { last } = spanOfLetter(letter!.due_at, 'daily', 'America/Los_Angeles')
  const data = await elena.call(r.getPartsViewedReport, {
    params: {
      json: { dateFilterType: 'daily', start_date: last.replaceAll('-', '/'), end_date: last.replaceAll('-', '/') },
    } as never,
  })
  expect(lines[1]!.split(',').at(-3)).toBe(String(data.total.total))
  expect(await one(id)).toMatchObject({ last: { sent: 1, failures: [] } })
})

test('a second start, or a second node, adds no letter', async () => {
  const { id } = await add()
  await makeDue(id)
  const other = await w.another()
  const started = await Promise.all([startDue(w.running.services), startDue(other.running.services)])
  expect(started.toSorted()).toEqual([0, 1])
  await settled(id, 1)
  expect(await startDue(w.running.services)).toBe(0)
  expect(await lettersOf(id)).toHaveLength(1)
  await other.close()
})

test('a letter whose job was lost is written later, once', async () => {
  const { id } = await add()
  const due_at = new Date(w.clock.now().getTime() - 3_600_000)
  await w.database.system
    .insertInto('report_letters')
    .values({ web_site_id: 31, schedule_id: id, due_at, user_id: elenaId })
    .execute()
  await startDue(w.running.services)
  const [letter] = await settled(id, 1)
  expect(letter!.state).toBe('queued')
  await elena.call(r.deleteReportSchedule, { params: { id } })
})

test('Dana gets only what she may see; without the right she gets nothing, and Elena learns why', async () => {
  const { system } = w.database
  const { id } = await add({ recipients: [elenaId, danaId], frequency: 'monthly' })
  await makeDue(id)
  await startDue(w.running.services)
  const letters = await settled(id, 2)
  expect(letters.map(({ state }) => state)).toEqual(['queued', 'queued'])
  const rows = async (user: number) => {
    const { files } = await mail(letters.find(({ user_id }) => user_id === user)!.mail_id!)
    return Buffer.from(files[1]!.content_base64, 'base64').toString()
  }
  expect(await rows(elenaId)).toContain('Liam Ferris')
  expect(await rows(danaId)).not.toContain('Liam Ferris')

  await system.updateTable('users').set({ permissions: [] }).where('user_id', '=', danaId).execute()
  await makeDue(id)
  await startDue(w.running.services)
  await until(async () => (await lettersOf(id)).filter(({ state }) => state === 'refused').length === 1)
  expect((await one(id))!.last).toMatchObject({ sent: 1, failures: [{ name: 'Dana Whitlock', reason: 'no_right' }] })

  await system.updateTable('users').set({ permissions: null }).where('user_id', '=', danaId).execute()
  await elena.call(r.resendReportLetters, { body: { id } })
  await until(async () => (await one(id))!.last!.sent === 2)
  await elena.call(r.deleteReportSchedule, { params: { id } })
})

test('a region that a reader does not see is refused, not emptied', async () => {
  const { regions } = await elena.call(r.fetchUserAccessible, { params: {} })
  const south = regions.find(({ class_name }) => class_name === 'South')!
  const { id } = await add({ recipients: [danaId], filter: { class_id: south.id } })
  await makeDue(id)
  await startDue(w.running.services)
  expect((await settled(id, 1))[0]).toMatchObject({ state: 'refused', reason: 'outside_scope' })
  await elena.call(r.deleteReportSchedule, { params: { id } })
})

test('the hour is one of the chosen time zone: what is promised is what is kept, also by the next letter', async () => {
  const tokyo = { hour: 7, time_zone: 'Asia/Tokyo' }
  const promised = await elena.call(r.getNextReportLetter, {
    params: { json: { frequency: 'daily', weekday: 1, month_day: 1, ...tokyo } },
  })
  expect(promised.next_at.slice(11, 16)).toBe('22:00')
  const { id, next_at } = await add(tokyo)
  expect(next_at).toBe(promised.next_at)
  expect(await one(id)).toMatchObject({ hour: 7, time_zone: 'Asia/Tokyo' })
  await makeDue(id)
  expect(await startDue(w.running.services)).toBe(1)
  expect((await one(id))!.next_at).toBe(promised.next_at)
  // Without a zone of its own it keeps the one of the web site.
  const { id: plain, next_at: here } = await add()
  expect(await one(plain)).toMatchObject({ time_zone: 'America/New_York' })
  expect(here).not.toBe(promised.next_at)
  expect(await elena.send(r.addReportSchedule, { body: plan({ time_zone: 'Mars/Olympus' }) })).toMatchObject({
    http: 400,
  })
  for (const made of [id, plain]) await elena.call(r.deleteReportSchedule, { params: { id: made } })
})

test('a paused report rests; one whose maker may no longer see reports is paused with the reason', async () => {
  const { id } = await add()
  await elena.call(r.pauseReportSchedule, { body: { id, paused: true } })
  await makeDue(id)
  expect(await startDue(w.running.services)).toBe(0)
  await elena.call(r.pauseReportSchedule, { body: { id, paused: false } })
  expect(Date.parse((await one(id))!.next_at)).toBeGreaterThan(w.clock.now().getTime())

  const { system } = w.database
  await makeDue(id)
  await system.updateTable('users').set({ permissions: [] }).where('user_id', '=', elenaId).execute()
  expect(await startDue(w.running.services)).toBe(0)
  await system.updateTable('users').set({ permissions: null }).where('user_id', '=', elenaId).execute()
  expect((await one(id))!.paused_because).toBe('no_right')
  await elena.call(r.deleteReportSchedule, { params: { id } })
})

test('no letter about a day without an event, if that was chosen', async () => {
  const { id } = await add({ only_with_events: true, filter: { report_type: 'api' } })
  await makeDue(id)
  await startDue(w.running.services)
  expect((await settled(id, 1))[0]).toMatchObject({ state: 'nothing', mail_id: null })
  await elena.call(r.deleteReportSchedule, { params: { id } })
})

test('every report has a letter, in Hebrew too', async () => {
  const { system } = w.database
  const hebrew = await system
    .selectFrom('languages')
    .select('language_id')
    .where('language_code', '=', 'he-IL')
    .executeTakeFirstOrThrow()
  const before = Number(
    (
      await system
        .selectFrom('mails')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
  const reports = ['usage', 'sent', 'videos', 'embeds', 'links', 'frequent', 'managers', 'logins', 'funnel'] as const
  for (const language_id of [null, hebrew.language_id]) {
    await system.updateTable('users').set({ language_id }).where('user_id', '=', elenaId).execute()
    for (const report of reports)
      await elena.call(r.sendReportNow, { body: { report, filter: {}, frequency: 'monthly' } })
  }
  await system.updateTable('users').set({ language_id: null }).where('user_id', '=', elenaId).execute()
  const after = Number(
    (
      await system
        .selectFrom('mails')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
  expect(after - before).toBe(2 * reports.length)
  const letters = await system
    .selectFrom('mails')
    .select(['html', 'subject'])
    .orderBy('created_at', 'desc')
    .limit(2 * reports.length)
    .execute()
  // No text is missing: a key would be shown as it is.
  for (const { html, subject } of letters)
    expect(`${subject} ${html}`).not.toMatch(/report_[a-z_]+(?![^<]*>)(?=[<,. ])/)
})

test('whoever only receives a report sees no other reader, and can stop the letters', async () => {
  const { id } = await add({ recipients: [elenaId, danaId] })
  const dana = await w.loggedIn('advisor')
  expect(await one(id, dana)).toMatchObject({ is_own: false, recipients: [{ user_id: danaId }], owner: 'Elena Voss' })
  expect(await dana.send(r.deleteReportSchedule, { params: { id } })).toMatchObject({ http: 404 })
  await dana.call(r.leaveReportSchedule, { body: { id } })
  expect(await one(id, dana)).toBeUndefined()
  expect((await one(id))!.recipients).toHaveLength(1)
})

test('a reader of another business is refused, and so is a business of another’s filter', async () => {
  const rival = await (await w.loggedIn('enterprise2')).me()
  expect(await elena.send(r.addReportSchedule, { body: plan({ recipients: [rival.user_id] }) })).toMatchObject({
    status: 0,
    message: 'report_recipient_not_found',
  })
  const body = plan({ filter: { businessentity_id: rival.businessentity_id } })
  expect(await elena.send(r.addReportSchedule, { body })).toMatchObject({ http: 403 })
  expect(await elena.send(r.sendReportNow, { body })).toMatchObject({ http: 403 })
})

test('the preview is the letter of the last time that is over, with its picture inside, and queues no mail', async () => {
  const count = async () =>
    (
      await w.database.system
        .selectFrom('mails')
        .select((q) => q.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  const before = await count()
  const { recipients, ...asked } = plan({ frequency: 'weekly', with_csv: true })
  expect(recipients).toEqual([elenaId])
  const { subject, html } = await elena.call(r.previewReportLetter, { body: asked })
  const { subject: monthly } = await elena.call(r.previewReportLetter, { body: { ...asked, frequency: 'monthly' } })
  expect(monthly).not.toBe(subject)
  expect(html).toContain('data:image/png;base64,')
  expect(html).not.toContain('cid:')
  expect(await count()).toBe(before)
  const rosa = await w.loggedIn('regional')
  const own = (await elena.call(r.previewReportLetter, { body: asked })).html
  expect((await rosa.call(r.previewReportLetter, { body: asked })).html).not.toBe(own)
})
