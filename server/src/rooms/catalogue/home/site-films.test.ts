import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'

/** Sam chooses films beside the library for a web site; Dana, an advisor, sees them on the home page. */

const c = contract.catalogue
const player = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'

let w: World
let sam: Person
let dana: Person
beforeAll(async () => {
  w = await world()
  ;[sam, dana] = await Promise.all([w.loggedIn('super'), w.loggedIn('advisor')])
})
afterAll(() => w.close())

const save = (video_name: string, video_url: string, more: object = {}, on_home = true) =>
  sam.send(c.saveSiteFilm, { body: { web_site_id: 31, film: { video_name, video_url, on_home }, ...more } })
const listed = async () =>
  (await sam.call(c.getSiteFilms, { params: { web_site_id: 31 } })).map(({ video_name }) => video_name)
const seen = async () =>
  (
    await dana.call(c.getCustomAnimationsOnHome, {
      params: { user: (await dana.me()).user_id, web_site: 31, lang: '50', brand: 0, driverside: 'left' },
    })
  ).map(({ video_name }) => video_name)

test('a film is added, changed, hidden from the home page, deleted and restored', async () => {
  const { data } = await save('Our workshop', 'https://youtu.be/aqz-KE-bpKQ')
  expect(data).toMatchObject({ video_url: player, video_kind: 'embed', on_home: true, revision: 1 })
  expect(await seen()).toContain('Our workshop')
  const { custom_video_id: item, revision } = data!
  await save('Our new workshop', data!.video_url, { item, revision })
  expect(await seen()).toContain('Our new workshop')
  expect(await save('Late', data!.video_url, { item, revision })).toMatchObject({
    message: 'site_film_changed_meanwhile',
  })
  await save('Our new workshop', data!.video_url, { item, revision: 2 }, false)
  expect(await seen()).not.toContain('Our new workshop')
  expect(await listed()).toContain('Our new workshop')
  await sam.call(c.deleteSiteFilm, { body: { web_site_id: 31, item } })
  expect(await listed()).not.toContain('Our new workshop')
  await sam.call(c.deleteSiteFilm, { body: { web_site_id: 31, item, restore: true } })
  expect(await listed()).toContain('Our new workshop')
})

test('films are put into another order, for the home page too', async () => {
  for (const name of ['First', 'Second', 'Third'])
    // oxlint-disable-next-line no-await-in-loop -- one after another, so that the order is known
    await save(name, `https://films.example/${name}.mp4`)
  const order = async () => (await listed()).filter((name) => ['First', 'Second', 'Third'].includes(name))
  const films = await sam.call(c.getSiteFilms, { params: { web_site_id: 31 } })
  const third = films.find(({ video_name }) => video_name === 'Third')!.custom_video_id
  const move = (up: boolean) => sam.call(c.moveSiteFilm, { body: { web_site_id: 31, item: third, up } })
  await move(true)
  expect(await order()).toEqual(['First', 'Third', 'Second'])
  expect((await seen()).filter((name) => ['First', 'Second', 'Third'].includes(name))).toEqual(await order())
  await move(false)
  await move(false)
  expect(await order()).toEqual(['First', 'Second', 'Third'])
})

test('an embed code becomes the address of an allowed player, anything else is refused', async () => {
  const code = `<iframe src="${player}" onload="alert(1)"></iframe><script>alert(2)</script>`
  expect((await save('From a code', code)).data).toMatchObject({ video_url: player })
  expect((await save('Script', 'javascript:alert(1)')).http).toBe(400)
  expect((await save('Frame', '<iframe src="https://evil.example/"></iframe>')).http).toBe(400)
})

test('films of a business are none of the web site: they are neither listed nor changed here', async () => {
  const own = await w.database.system
    .selectFrom('custom_videos')
    .select(['custom_video_id', 'video_name'])
    .where('web_site_id', '=', 31)
    .where('businessentity_id', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(await listed()).not.toContain(own.video_name)
  expect((await save('Mine', player, { item: own.custom_video_id, revision: 1 })).http).toBe(404)
  expect((await sam.send(c.deleteSiteFilm, { body: { web_site_id: 31, item: own.custom_video_id } })).http).toBe(404)
})
