import { contract } from '@cutaway/contract'
import type { CustomVideo } from '@cutaway/contract/rooms/customvideos/videos.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'
import { film, upload } from './testing.ts'

/** Elena's own video plays in her waiting room, on her screens only, and stops when it is deleted. */

const { signage, customvideos } = contract
let w: World
let elena: Person
let team: CustomVideo
let user_id: number
beforeAll(async () => {
  w = await world()
  elena = await w.loggedIn('enterprise')
  user_id = (await elena.me()).user_id
  team = await upload(elena, 'team.mp4', await film('team.mp4'))
})
afterAll(() => w.close())

/** A television, paired by a person. */
async function screenOf(person: Person, site = 31): Promise<Person> {
  const tv = w.visitor({ site })
  const { code, secret } = await tv.call(signage.makeScreenCode, { body: { width: 1920, height: 1080 } })
  await person.call(signage.pairScreen, { body: { code, name: 'Waiting room' } })
  await tv.call(signage.claimScreen, { body: { secret } })
  return tv
}
const planned = async () =>
  (await elena.call(signage.getWallPlan, { params: { user_id } })).items.find(({ part_id }) => part_id === team.part_id)
const add = (person: Person, id: number) =>
  person.send(signage.addLoopedAnimations, { body: { item: { part_id: team.part_id }, user_id: id, language_id: 50 } })

test('it is among the films that can be added, once, and plays on the wall', async () => {
  const offered = await elena.call(signage.getAnimationsForLoopedAnimation, { params: { user_id } })
  expect(offered.map(({ part_id }) => part_id)).toContain(team.part_id)
  expect(await add(elena, user_id)).toMatchObject({ status: 1, data: { title: 'team', is_missing: false } })
  expect(await add(elena, user_id)).toMatchObject({ status: 0, message: 'Item already exists!' })
  await elena.call(signage.changeLoopPlayType, { body: { user_id, loop_play_type: 'custom' } })
  const item = await planned()
  expect(item).toMatchObject({ kind: 'film', title: 'team', duration: 2 })
  expect(item!.sources.plain).toMatch(/^\/uploads\//)
})

test('a screen of the business may play it; one of another business and a visitor may not', async () => {
  const path = (await planned())!.sources.plain!
  const range = { range: 'bytes=0-99' }
  const watched = async (person: Person) => (await person.request(path, { headers: range })).status
  expect(await watched(await screenOf(elena))).toBe(206)
  const other = await w.database.system
    .selectFrom('users')
    .select(['username', 'businessentity_id'])
    .where('web_site_id', '=', 31)
    .where('user_access_id', '<=', 6)
    .where('deleted_at', 'is', null)
    .where('businessentity_id', 'is not', null)
    .where('businessentity_id', '!=', (await elena.me()).businessentity_id)
    .executeTakeFirstOrThrow()
  const stranger = await w.loggedIn(other.username)
  expect(await watched(await screenOf(stranger))).toBe(401)
  expect(await watched(w.visitor())).toBe(401)
  const strange = (await stranger.me()).user_id
  expect(await add(stranger, strange)).toMatchObject({ status: 0, message: 'Part no found' })
})

test('it leaves the wall when it is deleted', async () => {
  await elena.call(customvideos.deleteUserCustomVideo, { params: { userId: user_id, partId: team.part_id } })
  expect(await planned()).toBeUndefined()
})
