import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedEngine, type EmbeddedEngine } from './engine.embedded.ts'
import { DatabaseGone } from '../http/errors.ts'

let folder: string
let engine: EmbeddedEngine
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-engine-'))
  engine = await embeddedEngine({ folder })
})
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function ask(sql: string) {
  const connection = await engine.connect('request')
  try {
    return (await connection.query(sql)).rows
  } finally {
    connection.release()
  }
}

test('fails running queries when its thread crashes, and restarts with its data', async () => {
  await ask('create table notes (text text)')
  await ask("insert into notes values ('kept')")
  const held = await engine.connect('request')
  const inLine = engine.connect('background')
  await Promise.all([engine.crash(), expect(inLine).rejects.toThrow(DatabaseGone)])
  await expect(held.query('select 1')).rejects.toThrow(DatabaseGone)
  held.release()
  await expect.poll(() => ask('select text from notes').catch(() => 'gone')).toEqual([{ text: 'kept' }])
  // A connection from before the crash stays invalid and does not block others.
  await expect(held.query('select 1')).rejects.toThrow(DatabaseGone)
  expect(await Promise.all([ask('select 1 as one'), ask('select 2 as two')])).toEqual([[{ one: 1 }], [{ two: 2 }]])
})

test('delivers notices again after a crash, and tells subscribers that some may be lost', async () => {
  const heard: string[] = []
  let lost = 0
  const end = await engine.listen('changes', { notice: (payload) => heard.push(payload), lost: () => (lost += 1) })
  await ask("select pg_notify('changes', 'before')")
  await expect.poll(() => heard).toEqual(['before'])
  await engine.crash()
  await expect.poll(() => lost).toBe(1)
  await ask("select pg_notify('changes', 'after')")
  await expect.poll(() => heard).toEqual(['before', 'after'])
  end()
  await ask("select pg_notify('changes', 'later')")
  expect(heard).toHaveLength(2)
})
