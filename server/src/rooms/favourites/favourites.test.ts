import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'

const { favourites } = contract
let w: World
let dana: Person
let danaId: number

beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())
beforeEach(() => w.database.system.deleteFrom('favourites').execute())

const brand = 1
const disc = 'BRKDSC'
const pads = 'BRKPAD'
const engine = 'ENGFST'
const discInSteps = 'BRKDSC-INT'

const add = (part_id: string, sequence_no?: number, user_id = danaId, who = dana) =>
  who.call(favourites.addFavoutites, { body: { user_id, brand_id: brand, item: { part_id, sequence_no } } })
const listOf = async (user_id = danaId, who = dana) =>
  (await who.call(favourites.getAddedFavoutites, { params: { user_id, brand } })).map((f) => f.part_id)
const star = (part_id: string, user_id = danaId, who = dana) =>
  who.send(favourites.setFavouriteAnimation, { body: { user_id, brand_id: brand, part_id, boolFavourite: true } })
const unstar = (part_id: string, user_id = danaId) =>
  dana.send(favourites.deleteFavouriteAnimation, { params: { json: { user_id, brand_id: brand, part_id } } })
const isStarred = (part_id: string) =>
  dana.call(favourites.checkFavouriteAnimation, { params: { user_id: danaId, part_id, web_site_id: 31 } })

test('the star adds a film, shows its state, and removes it again', async () => {
  expect(await isStarred(disc)).toEqual({ isFavourite: 0, id: null })
  const marked = await star(disc)
  expect(marked).toMatchObject({ status: 1, message: 'favourite_added', data: { isFavourite: 1 } })
  expect(await isStarred(disc)).toEqual(marked.data)
  expect(await unstar(disc)).toMatchObject({
    status: 1,
    message: 'favourite_removed',
    data: { isFavourite: 0, id: null },
  })
  expect(await isStarred(disc)).toEqual({ isFavourite: 0, id: null })
})

test('a repeated click on the star changes nothing, neither when adding nor when removing', async () => {
  const first = await star(disc)
  expect((await star(disc)).data).toEqual(first.data)
  expect(await listOf()).toEqual([disc])
  await unstar(disc)
  expect(await unstar(disc)).toMatchObject({ status: 1, data: { isFavourite: 0 } })
})

test('a film in the list is not added again, and the message says so', async () => {
  await add(disc)
  await expect(add(disc)).rejects.toMatchObject({ http: 200, key: 'favourite_already_added' })
  await expect(add(disc.toLowerCase())).rejects.toMatchObject({ key: 'favourite_already_added' })
  expect(await listOf()).toEqual([disc])
})

test('simultaneous requests for the same film add one favourite', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      dana.send(favourites.addFavoutites, { body: { user_id: danaId, brand_id: brand, item: { part_id: disc } } }),
    ),
  )
  expect(answers.filter((a) => a.status === 1)).toHaveLength(1)
  expect(new Set(answers.filter((a) => a.status === 0).map((a) => a.message))).toEqual(
    new Set(['favourite_already_added']),
  )
  expect(await listOf()).toEqual([disc])
  const stars = await Promise.all([star(pads), star(pads), star(pads)])
  expect(new Set(stars.map((a) => a.data?.id)).size).toBe(1)
  expect(await listOf()).toEqual([disc, pads])
})

test('a new favourite is placed at the end, or before the one at the given position', async () => {
  await add(disc)
  await add(pads)
  expect(await add(engine, 2)).toMatchObject({ part_id: engine, sequence_no: 2 })
  expect(await listOf()).toEqual([disc, engine, pads])
})

test('a new order of the list is stored', async () => {
  const [a, b, c] = [await add(disc), await add(pads), await add(engine)]
  const positions = [c, a, b].map(({ id }, i) => ({ id, sequence_no: i + 1 }))
  const answered = await dana.call(favourites.changeFavoutitiesPosition, { body: positions })
  expect(answered.map((f) => [f.part_id, f.sequence_no])).toEqual([
    [engine, 1],
    [disc, 2],
    [pads, 3],
  ])
  expect(await listOf()).toEqual([engine, disc, pads])
  await dana.call(favourites.changeFavoutitiesPosition, { body: [{ id: b.id, sequence_no: 1 }] })
  expect(await listOf()).toEqual([pads, engine, disc])
})

test('a removed favourite can be restored at its position', async () => {
  await add(disc)
  const second = await add(pads)
  await add(engine)
  const gone = await dana.send(favourites.deleteFavoutites, { params: { id: second.id } })
  expect(gone).toMatchObject({ status: 1, message: 'favourite_removed', data: { part_id: pads, sequence_no: 2 } })
  expect(await listOf()).toEqual([disc, engine])
  await add(pads, gone.data!.sequence_no)
  expect(await listOf()).toEqual([disc, pads, engine])
})

test('favourites are listed as films of one kind, in the user’s order and language', async () => {
  await add(engine)
  await add(discInSteps)
  await add(disc)
  const shown = (videoType: 'narrated' | 'interactive', lang: string) =>
    dana.call(favourites.favouriteAnimations, {
      params: { user_id: danaId, web_site_id: 31, brand, videoType, lang },
    })
  expect((await shown('narrated', 'en-US')).map((f) => [f.part_name, f.sequence_no])).toEqual([
    ['Four-stroke engine', 1],
    ['Disc brake', 3],
  ])
  expect((await shown('interactive', '50')).map((f) => [f.part_id, f.steps])).toEqual([[discInSteps, 6]])
  const [hebrew] = await shown('narrated', 'he-IL')
  expect(hebrew!.part_name).toMatch(/[\u0590-\u05ff]/)
})

test('the candidates are all films of the brand, including current favourites', async () => {
  await add(disc)
  const films = await dana.call(favourites.getAnimationsForFavourite, {
    params: { user_id: danaId, brand, lang: '50' },
  })
  expect(films.map((f) => f.part_id)).toEqual(expect.arrayContaining([disc, discInSteps, engine]))
  const { allAnimation } = await dana.call(contract.catalogue.getMainSystemsSubSystemsHierarchy, {
    params: { user: danaId, lang: '50', brand, driverside: 'left' },
  })
  expect(films).toEqual(allAnimation)
  // The call as in the specification, without brand and language.
  expect(await dana.call(favourites.getAnimationsForFavourite, { params: { user_id: danaId } })).toEqual(films)
})

test('an unknown film cannot be a favourite', async () => {
  await expect(add('NOSUCH')).rejects.toMatchObject({ http: 200, key: 'Part no found' })
  expect(await star('NOSUCH')).toMatchObject({ status: 0, message: 'Part no found' })
})

test('a touch screen stores narrated films only', async () => {
  const kiosk = await w.loggedIn('kiosk')
  const { user_id } = await kiosk.me()
  expect(await star(disc, user_id, kiosk)).toMatchObject({ status: 1 })
  expect(await star(discInSteps, user_id, kiosk)).toMatchObject({ status: 0, message: 'Part no found' })
  const films = await kiosk.call(favourites.getAnimationsForFavourite, { params: { user_id } })
  expect(new Set(films.map((f) => f.video_type))).toEqual(new Set(['narrated']))
})

test('each user and each brand has a separate list', async () => {
  const bob = await w.loggedIn('advisor2')
  const bobId = (await bob.me()).user_id
  await add(disc)
  await add(pads, undefined, bobId, bob)
  expect(await listOf()).toEqual([disc])
  expect(await listOf(bobId, bob)).toEqual([pads])
  await expect(
    dana.call(favourites.getAddedFavoutites, { params: { user_id: danaId, brand: 2 } }),
  ).rejects.toMatchObject({ http: 404 })
})

test('a favourite of one brand is not a favourite of another', async () => {
  const { web_site_id, brand_id } = await w.database.system
    .selectFrom('web_site_brands')
    .select(['web_site_id', ({ fn }) => fn.max('brand_id').as('brand_id')])
    .groupBy('web_site_id')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .orderBy('web_site_id')
    .executeTakeFirstOrThrow()
  const carla = await w.loggedIn('advisor', { site: web_site_id })
  const { user_id } = await carla.me()
  const own = (await carla.call(contract.sessions.getUserSession)).web_site.brand_id
  const other = brand_id === own ? 1 : brand_id
  await carla.call(favourites.addFavoutites, { body: { user_id, brand_id: own, item: { part_id: disc } } })
  const listFor = (of: number) => carla.call(favourites.getAddedFavoutites, { params: { user_id, brand: of } })
  expect(await listFor(own)).toHaveLength(1)
  expect(await listFor(other)).toEqual([])
})

test('a colleague cannot read or change a list, but the manager of both can', async () => {
  const bob = await w.loggedIn('lite')
  const bobId = (await bob.me()).user_id
  const [mine, second] = [await add(disc), await add(pads)]
  await expect(listOf(danaId, bob)).rejects.toMatchObject({ http: 403 })
  await expect(add(engine, undefined, danaId, bob)).rejects.toMatchObject({ http: 403 })
  await expect(add(engine, undefined, bobId, dana)).rejects.toMatchObject({ http: 403 })
  expect(await unstar(disc, bobId)).toMatchObject({ status: 0, http: 403 })

  const remove = (who: Person, id: number) => who.send(favourites.deleteFavoutites, { params: { id } })
  const move = (who: Person, id: number) =>
    who.send(favourites.changeFavoutitiesPosition, { body: [{ id, sequence_no: 2 }] })
  const plain = ({ status, message, data, http }: Awaited<ReturnType<typeof remove>>) => ({
    status,
    message,
    data,
    http,
  })
  expect(plain(await remove(bob, mine.id))).toEqual(plain(await remove(bob, 2_000_000_000)))
  expect(await remove(bob, mine.id)).toMatchObject({ http: 404 })
  expect(await move(bob, mine.id)).toMatchObject({ http: 404 })
  expect(await listOf()).toEqual([disc, pads])

  const manager = await w.loggedIn('enterprise')
  expect(await listOf(danaId, manager)).toEqual([disc, pads])
  expect(await move(manager, mine.id)).toMatchObject({ status: 1 })
  expect(await remove(manager, second.id)).toMatchObject({ status: 1 })
  expect(await listOf()).toEqual([disc])
})

test('refuses positions of two lists in one call, and duplicate favourites', async () => {
  const manager = await w.loggedIn('enterprise')
  const managerId = (await manager.me()).user_id
  const [hers, theirs] = [await add(disc), await add(disc, undefined, managerId, manager)]
  const put = (...ids: number[]) =>
    manager.send(favourites.changeFavoutitiesPosition, { body: ids.map((id, i) => ({ id, sequence_no: i + 1 })) })
  expect(await put(hers.id, theirs.id)).toMatchObject({ http: 400 })
  expect(await put(hers.id, hers.id)).toMatchObject({ http: 400 })
  expect(await put(hers.id, 2_000_000_000)).toMatchObject({ http: 404 })
})

test('favourites of another web site return 404', async () => {
  const elsewhere = await w.loggedIn('advisor', { site: 33 })
  const { user_id } = await elsewhere.me()
  const { brand_id } = (await elsewhere.call(contract.sessions.getUserSession)).web_site
  const theirs = await elsewhere.call(favourites.addFavoutites, {
    body: { user_id, brand_id, item: { part_id: disc } },
  })
  const root = await w.loggedIn('super')
  expect(await root.send(favourites.deleteFavoutites, { params: { id: theirs.id } })).toMatchObject({ http: 404 })
  expect(
    await root.send(favourites.changeFavoutitiesPosition, { body: [{ id: theirs.id, sequence_no: 1 }] }),
  ).toMatchObject({ http: 404 })
  await expect(listOf(user_id, root)).rejects.toMatchObject({ http: 403 })
  await expect(
    dana.call(favourites.checkFavouriteAnimation, { params: { user_id: danaId, part_id: disc, web_site_id: 33 } }),
  ).rejects.toMatchObject({ http: 403 })
})

test('film details include the favourite state and id for the caller', async () => {
  const page = async (who = dana, user_id = danaId, part_id = disc) =>
    (
      await who.call(contract.player.relatedAnimationsDetailsByPartId, {
        params: { user_id, part_id, brand_id: brand, driverside: 'left', language_id: '50' },
      })
    ).favourite
  await unstar(disc)
  expect(await page()).toEqual({ isFavourite: 0, id: null })
  const marked = await star(disc)
  expect(await page()).toEqual(marked.data)
  expect(await page(dana, danaId, disc.toLowerCase())).toEqual(marked.data)
  expect(await page(dana, danaId, discInSteps)).toEqual({ isFavourite: 0, id: null })
  const lena = await w.loggedIn('advisor2')
  expect(await page(lena, (await lena.me()).user_id)).toEqual({ isFavourite: 0, id: null })
  await unstar(disc)
  expect(await page()).toEqual({ isFavourite: 0, id: null })
})
