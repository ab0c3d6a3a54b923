import { expect, test } from 'vitest'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import { keptStars } from './stars.ts'

const site = { web_site_id: 31 } as Site
const other = { web_site_id: 44 } as Site
const db = {} as Db
const list = { user_id: 7, brand_id: 1 }

function made() {
  let reads = 0
  let now = 0
  const lists = new Map<string, { id: number; part_id: string }[]>()
  const stars = keptStars(
    async (_db, { web_site_id }, { user_id, brand_id }) => {
      reads += 1
      return lists.get(`${web_site_id} ${user_id} ${brand_id}`) ?? []
    },
    () => now,
  )
  return { stars, lists, reads: () => reads, wait: (ms: number) => (now += ms) }
}

test('many films of one person are one reading of the list', async () => {
  const { stars, lists, reads } = made()
  lists.set('31 7 1', [{ id: 5, part_id: 'BRKDSC' }])
  const ids = await Promise.all(['BRKDSC', 'ENGFST', 'BRKPAD'].map((part) => stars.of({ site, db }, list, part)))
  expect(ids).toEqual([5, null, null])
  expect(reads()).toBe(1)
})

test('people, brands and sites are kept apart', async () => {
  const { stars, lists } = made()
  lists.set('31 7 1', [{ id: 5, part_id: 'BRKDSC' }])
  expect(await stars.of({ site, db }, list, 'BRKDSC')).toBe(5)
  expect(await stars.of({ site, db }, { ...list, user_id: 8 }, 'BRKDSC')).toBeNull()
  expect(await stars.of({ site, db }, { ...list, brand_id: 2 }, 'BRKDSC')).toBeNull()
  expect(await stars.of({ site: other, db }, list, 'BRKDSC')).toBeNull()
})

test('a change is seen at once where it was made, and elsewhere after ten seconds', async () => {
  const { stars, lists, wait } = made()
  expect(await stars.of({ site, db }, list, 'BRKDSC')).toBeNull()
  lists.set('31 7 1', [{ id: 5, part_id: 'BRKDSC' }])
  expect(await stars.of({ site, db }, list, 'BRKDSC')).toBeNull()
  wait(10_001)
  expect(await stars.of({ site, db }, list, 'BRKDSC')).toBe(5)
  lists.set('31 7 1', [])
  stars.changed(site, 7)
  expect(await stars.of({ site, db }, list, 'BRKDSC')).toBeNull()
})

test('a reading that failed is not kept', async () => {
  let fails = true
  const stars = keptStars(async () => {
    if (fails) throw new Error('no database')
    return [{ id: 5, part_id: 'BRKDSC' }]
  })
  await expect(stars.of({ site, db }, list, 'BRKDSC')).rejects.toThrow('no database')
  fails = false
  expect(await stars.of({ site, db }, list, 'BRKDSC')).toBe(5)
})
