import { contract } from '@cutaway/contract'
import type { BodyInputOf } from '@cutaway/contract/endpoint.ts'
import { MenuBoard } from '@cutaway/contract/rooms/signage/menu-board.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { libraryFolder } from '../../start.ts'
import { world, type Person, type World } from '../../testing/world.ts'

const { signage } = contract
let w: World
let elena: Person
let elenaId: number
let film: Buffer

beforeAll(async () => {
  w = await world()
  elena = await w.loggedIn('enterprise')
  elenaId = (await elena.me()).user_id
  film = await readFile(join(libraryFolder(w.running.services.config), 'samples/media/custom-film.mp4'))
})
afterAll(() => w.close())
beforeEach(() => w.database.system.deleteFrom('loops').execute())

const english = 50
const add = (part_id: string, more: Partial<BodyInputOf<typeof signage.addLoopedAnimations>> = {}, who = elena) =>
  who.send(signage.addLoopedAnimations, {
    body: { user_id: elenaId, item: { part_id }, language_id: english, ...more },
  })
const listOf = (who = elena, user_id = elenaId, lang_id = '0') =>
  who.call(signage.getAddedAnimations, { params: { user_id, lang_id } })
const namesOf = async () => (await listOf()).map(({ part_id }) => part_id)
const settings = (location_id?: number, lang_id = '50') =>
  elena.call(signage.getLoopSettings, {
    params: { user_id: elenaId, lang_id, ...(location_id === undefined ? {} : { location_id }) },
  })
const planOf = (who = elena, user_id = elenaId, location_id?: number) =>
  who.call(signage.getWallPlan, { params: { user_id, ...(location_id === undefined ? {} : { location_id }) } })
const mode = (loop_play_type: 'custom' | 'waiting_area' | 'narrated' | 'none') =>
  elena.send(signage.changeLoopPlayType, { body: { user_id: elenaId, loop_play_type } })
const fileOf = (bytes: Buffer | string, name: string, type: string) =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })
const upload = (file: File, more: object = {}) =>
  elena.send(file.type.startsWith('image') ? signage.uploadLoopedAnimationImage : signage.uploadLoopedAnimationVideo, {
    body: { user_id: elenaId, image_video_title: 'Winter check', ...more },
    file,
  })
const board = (amount: number): string =>
  JSON.stringify(
    MenuBoard.parse({
      sections: [
        {
          key: 'brakes',
          name: 'Brakes',
          items: [{ key: 'pads', name: 'Front brake pads', price: { kind: 'exact', amount }, part_id: 'BRKPAD' }],
        },
      ],
    }),
  )
const whole = { weekdays: [], from: 0, to: 1440, starts_on: null, ends_on: null }
const addMenu = (digital_menu_data: string) =>
  elena.send(signage.addDigitalMenu, {
    body: { user_id: elenaId, digital_menu_data, digital_menu_title: 'Service menu' },
  })

test('Elena fills her list with films, in the order in which she wants them', async () => {
  expect(await add('BRKDSC')).toMatchObject({ status: 1, data: { title: 'Disc brake', video_type: 'narrated' } })
  await add('ENGOIL')
  await add('TYRWER', { item: { part_id: 'TYRWER', sequence_no: 2 } })
  expect(await namesOf()).toEqual(['BRKDSC', 'TYRWER', 'ENGOIL'])
})

test('a film that is there already is not added again; in another language it is', async () => {
  await add('BRKDSC')
  expect(await add('brkdsc')).toMatchObject({ status: 0, message: 'Item already exists!' })
  expect(await add('BRKDSC', { language_id: 98 })).toMatchObject({ status: 1 })
  expect(await listOf(elena, elenaId, '98')).toMatchObject([{ part_id: 'BRKDSC', language: 98 }])
  expect(await listOf(elena, elenaId, '50')).toHaveLength(1)
  const [first] = await listOf()
  const changed = await elena.send(signage.changeLoopItem, { body: { id: first!.id, language_id: 98 } })
  expect(changed).toMatchObject({ status: 0, message: 'Item already exists!' })
  expect(await add('NOFILM')).toMatchObject({ status: 0, message: 'Part no found' })
})

test('an item becomes the other film of its part, if she may play that', async () => {
  await add('BRKDSC')
  const [first] = await listOf()
  expect(first).toMatchObject({ part_id: 'BRKDSC', video_type: 'narrated', video_types: ['narrated', 'interactive'] })
  const become = (video_type: 'narrated' | 'interactive', id = first!.id) =>
    elena.send(signage.changeLoopItem, { body: { id, video_type } })
  const { data } = await become('interactive')
  expect(data).toMatchObject({ id: first!.id, video_type: 'interactive', title: first!.title })
  expect(data!.part_id).not.toBe('BRKDSC')
  // The same film in the same language is not there twice.
  await add('BRKDSC')
  expect(await become('narrated')).toMatchObject({ status: 0, message: 'Item already exists!' })
  const twice = (await listOf()).find(({ part_id, language }) => part_id === 'BRKDSC' && language === 50)!
  await elena.call(signage.deleteLoopedAnimations, { params: { id: twice.id, part_id: 'BRKDSC' } })
  expect(await become('narrated')).toMatchObject({ status: 1, data: { part_id: 'BRKDSC' } })
})

test('the mode begins with the default of the language, and is chosen among four', async () => {
  expect(await settings()).toMatchObject({ loop_play_type: 'waiting_area', banner_duration: 5 })
  expect(await settings(undefined, '49')).toMatchObject({ loop_play_type: 'waiting_area' })
  // Without items every narrated film plays.
  expect(await settings(undefined, '98')).toMatchObject({ loop_play_type: 'narrated' })
  expect(await mode('custom')).toMatchObject({ status: 0, message: 'error_empty_customized_loop_videos' })
  for (const [one, count] of [
    ['narrated', 12],
    ['none', 0],
  ] as const) {
    expect(await mode(one)).toMatchObject({ status: 1, data: { loop_play_type: one } })
    expect((await planOf()).items).toHaveLength(count)
  }
  await mode('waiting_area')
  const { items } = await planOf()
  expect(items.length).toBeGreaterThan(3)
  expect(new Set(items.map(({ kind, video_type }) => `${kind} ${video_type}`))).toEqual(new Set(['film narrated']))
})

test('removing the last item of the own list returns to the default mode', async () => {
  await add('BRKDSC')
  await add('ENGOIL')
  await mode('custom')
  const [first, second] = await listOf()
  const remove = (id: number, part_id: string) =>
    elena.send(signage.deleteLoopedAnimations, { params: { id, part_id } })
  expect(await remove(first!.id, 'ENGOIL')).toMatchObject({ http: 404 })
  expect(await remove(first!.id, 'BRKDSC')).toMatchObject({ data: { loop_play_type: 'custom' } })
  expect(await remove(second!.id, 'ENGOIL')).toMatchObject({ data: { loop_play_type: 'waiting_area' } })
  expect(await namesOf()).toEqual([])
})

test('two people move items at once: the later one is told, and nothing is lost', async () => {
  for (const part of ['BRKDSC', 'ENGOIL', 'TYRWER']) await add(part)
  const { revision, items } = await settings()
  const [a, b, c] = items.map(({ id }) => id)
  const order = (ids: (number | undefined)[], based = revision!) =>
    elena.send(signage.changeLoopedAnimationsPosition, {
      body: ids.map((id, i) => ({ id: id!, sequence_no: i + 1, revision: based })),
    })
  const answers = await Promise.all([order([c, a, b]), order([b, c, a])])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([0, 1])
  expect(answers.find(({ status }) => status === 0)!.message).toBe('loop_changed_meanwhile')
  // An older program sends no revision; a film that was added meanwhile stays.
  await add('COLCIR')
  await elena.send(signage.changeLoopedAnimationsPosition, {
    body: [c, b, a].map((id, i) => ({ id: id!, sequence_no: i + 1 })),
  })
  expect(await namesOf()).toEqual(['TYRWER', 'ENGOIL', 'BRKDSC', 'COLCIR'])
})

test('an image is stored upright and small enough, and anyone who knows its name sees it', async () => {
  const png = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#1f5fd6' } })
    .png()
    .toBuffer()
  const added = await upload(fileOf(png, 'winter.png', 'image/png'), { width: '400', height: '400' })
  expect(added).toMatchObject({ status: 1, data: { kind: 'image', part_id: 'image', title: 'Winter check' } })
  const seen = await w.visitor().request(added.data!.url!)
  expect(seen.headers.get('content-type')).toBe('image/png')
  expect(await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).toMatchObject({ width: 400, height: 200 })
  expect((await w.visitor({ site: 33 }).request(added.data!.url!)).status).toBe(404)
  expect(await upload(fileOf(png, 'winter.png', 'image/png'), { width: '400' })).toMatchObject({
    status: 0,
    message: 'Required width and height',
  })
  expect(await upload(fileOf('<svg/>', 'winter.png', 'image/png'))).toMatchObject({ message: 'not_a_picture' })
})

test('a video is taken by its bytes, not by its name, and is sent in ranges', async () => {
  const added = await upload(fileOf(film, 'tour.mp4', 'video/mp4'))
  expect(added).toMatchObject({ status: 1, data: { kind: 'video', part_id: 'video' } })
  expect(added.data!.duration).toBeGreaterThan(1)
  const part = await w.visitor().request(added.data!.url!, { headers: { range: 'bytes=4-7' } })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    `bytes 4-7/${film.length}`,
    'ftyp',
  ])
  const beyond = await w.visitor().request(added.data!.url!, { headers: { range: `bytes=${film.length}-` } })
  expect(beyond.status).toBe(416)
  const refused = async (bytes: Buffer | string) => (await upload(fileOf(bytes, 'tour.mp4', 'video/mp4'))).message
  expect(await refused('')).toBe('message_invalid_video_format')
  expect(await refused('<!doctype html><script>alert(1)</script>')).toBe('message_invalid_video_format')
  expect(await refused(film.subarray(0, Math.floor(film.length * 0.9)))).toBe('loop_video_incomplete')
  const hevc = Buffer.from(film)
  hevc.write('hvc1', hevc.indexOf('avc1', hevc.indexOf('stsd')), 'latin1')
  expect(await refused(hevc)).toBe('loop_video_codec')
  expect(await listOf()).toHaveLength(1)
})

test('a removed upload is gone from the storage, unless the loop of a location still shows it', async () => {
  const { data } = await upload(fileOf(film, 'tour.mp4', 'video/mp4'))
  await mode('custom')
  const [place] = (await settings()).locations
  await add('ENGOIL', { location_id: place!.location_id })
  const status = async () => (await w.visitor().request(data!.url!)).status
  await elena.call(signage.deleteLoopedAnimations, { params: { id: data!.id, part_id: 'video' } })
  expect(await status()).toBe(200)
  await elena.call(signage.followAllLocations, { params: { user_id: elenaId, location_id: place!.location_id } })
  await expect.poll(status).toBe(404)
})

test('a location has its own loop from its first own item, which begins as a copy', async () => {
  await add('BRKDSC')
  await mode('custom')
  const { locations } = await settings()
  const { location_id } = locations[0]!
  expect(await settings(location_id)).toMatchObject({ revision: null, items: [{ part_id: 'BRKDSC' }] })
  await add('ENGOIL', { location_id })
  expect((await settings(location_id)).items.map(({ part_id }) => part_id)).toEqual(['BRKDSC', 'ENGOIL'])
  expect(await namesOf()).toEqual(['BRKDSC'])
  expect((await planOf(elena, elenaId, location_id)).items).toHaveLength(2)
  expect((await planOf()).items).toHaveLength(1)
  expect((await settings()).locations[0]).toMatchObject({ location_id, has_own: true })
})

test('a price that changes is in the plan of the wall at once, and the version says so', async () => {
  const menu = (await addMenu(board(21_900))).data!
  await mode('custom')
  const versionOf = async () => (await elena.call(signage.getWallPlanVersion, { params: { user_id: elenaId } })).version
  const before = await planOf()
  expect(before.items[0]).toMatchObject({ kind: 'menu', duration: 5, menu: { currency: 'USD' } })
  expect(before.items[0]!.menu!.films).toMatchObject([{ part_id: 'BRKPAD' }])
  expect(await versionOf()).toBe(before.version)
  const change = { id: menu.id, digital_menu_title: 'Service menu', is_display_digital_menu: 1 as const }
  await elena.call(signage.updateDigitalMenu, { body: { ...change, digital_menu_data: board(24_900) } })
  expect(await versionOf()).not.toBe(before.version)
  expect((await planOf()).items[0]!.menu!.sections[0]!.items[0]!.price).toEqual({ kind: 'exact', amount: 24_900 })
  // A location has another version only if it shows something else.
  expect(await versionOf()).toBe((await planOf()).version)
})

test('whatever changes on the wall changes its version, the same on every node; what does not leaves it', async () => {
  const other = await w.another()
  try {
    const elenaThere = await other.loggedIn('enterprise')
    const versions = () =>
      Promise.all(
        [elena, elenaThere].map(
          async (one) => (await one.call(signage.getWallPlanVersion, { params: { user_id: elenaId } })).version,
        ),
      )
    const place = { web_site_id: 31, location_id: (await settings()).locations[0]!.location_id }
    const user = { web_site_id: 31, user_id: elenaId }
    const { data: film1 } = await add('BRKDSC')
    await mode('custom')
    const changes: (() => Promise<unknown>)[] = [
      () => add('ENGOIL'),
      () => mode('narrated'),
      () => mode('custom'),
      () => elena.call(signage.changeLoopItem, { body: { id: film1!.id, language_id: 98 } }),
      () => elena.call(signage.changeLoopItem, { body: { id: film1!.id, when: [whole] } }),
      () => elena.call(signage.changeLoopPlayback, { body: { user_id: elenaId, captions: 0 } }),
      () => elena.call(signage.changePlayVideoFullscreen, { body: { user_id: elenaId, play_video_fullscreen: 1 } }),
      () => elena.call(signage.deleteLoopedAnimations, { params: { id: film1!.id, part_id: 'BRKDSC' } }),
      () =>
        w.database.system
          .updateTable('users')
          .set({ language_id: 98 })
          .where((e) => e.and(user))
          .execute(),
      () =>
        w.database.system
          .updateTable('users')
          .set({ language_id: 50 })
          .where((e) => e.and(user))
          .execute(),
    ]
    let [before] = await versions()
    for (const [index, change] of changes.entries()) {
      await change()
      const [here, there] = await versions()
      expect([index, here === before, here === there]).toEqual([index, false, true])
      expect((await planOf()).version).toBe(here)
      before = here
    }
    // A loop of a location, a log-in and the time of day are nothing to the wall of all locations.
    await add('TYRWER', { location_id: place.location_id })
    await w.loggedIn('enterprise')
    expect(await versions()).toEqual([before, before])
  } finally {
    await other.close()
  }
})

test('the captions on the wall are those of getAllCaptions, and the labels those of the film', async () => {
  await add('BRKDSC')
  await add('ENGOIL', { language_id: 98 })
  await mode('custom')
  const { items } = await planOf()
  for (const { part_id, language_id, captions_url } of items) {
    const all = await elena.call(contract.player.getAllCaptions, {
      params: { web_site: 31, lang: String(language_id) },
    })
    expect(captions_url).toBe(all.find((one) => one.part_id === part_id)!.url)
  }
  expect(items[0]!.labels_url).toMatch(/labels\.json$/)
  expect(Object.keys(items[0]!.label_texts)).not.toEqual([])
})

test('a menu that is not on the wall is skipped, and free text of older programs is sanitised', async () => {
  const menu = (await addMenu('<p onclick="steal()">Oil change <b>$89</b></p><script>steal()</script>')).data!
  await mode('custom')
  expect(menu.digital_menu_content).toBe('<p>Oil change <b>$89</b></p>')
  expect((await planOf()).items[0]!.menu).toMatchObject({ html: '<p>Oil change <b>$89</b></p>', sections: [] })
  await elena.call(signage.changeDigitalMenuDisplayStatus, { body: { id: menu.id, is_display_digital_menu: 0 } })
  expect((await planOf()).items).toEqual([])
  const lists = (flag: 'yes' | 'no') =>
    elena.call(signage.getLoopedAnimations, { params: { user: elenaId, flag, lang: '50' } })
  expect(await lists('yes')).toHaveLength(0)
  expect(await lists('no')).toMatchObject([{ part_id: 'digital_menu', is_display_digital_menu: 0 }])
  expect(await addMenu('{"sections":[{"name":')).toMatchObject({ status: 0, message: 'Error in saving data' })
  const broken = await elena.send(signage.updateDigitalMenu, {
    body: { id: menu.id, digital_menu_data: '{', digital_menu_title: 'Menu', is_display_digital_menu: 1 },
  })
  expect(broken).toMatchObject({ status: 0, message: 'Error in updating data' })
})

test('the older call returns the same loop with the place beside it', async () => {
  await add('BRKDSC')
  await addMenu(board(100))
  await mode('custom')
  await elena.call(signage.changeLoopedAnimationsBannerDuration, {
    body: { user_id: elenaId, looped_animation_banner_duration: 20 },
  })
  await elena.call(signage.changePlayVideoFullscreen, { body: { user_id: elenaId, play_video_fullscreen: 1 } })
  const shown = await elena.send(signage.getLoopedAnimationsVideos, { params: { user: elenaId, lang: '50' } })
  expect(shown).toMatchObject({
    banner_duration: 20,
    play_video_fullscreen: 1,
    business_name: 'Northgate Motors',
    data: [{ part_id: 'BRKDSC', text: 'Disc brake' }, { part_id: 'digital_menu' }],
  })
  expect(shown.data![0]!.video_url_hls).toMatch(/master\.m3u8$/)
  const wrong = await elena.send(signage.changeLoopedAnimationsBannerDuration, {
    body: { user_id: elenaId, looped_animation_banner_duration: 7 as 5 },
  })
  expect(wrong.http).toBe(400)
})

test('a touch screen without a loop follows the business; another business of the site sees nothing', async () => {
  const { data } = await add('BRKDSC')
  await mode('custom')
  const kiosk = await w.loggedIn('kiosk')
  const { user_id } = await kiosk.me()
  expect((await planOf(kiosk, user_id)).items).toMatchObject([{ part_id: 'BRKDSC' }])
  const other = await w.loggedIn('enterprise2')
  expect(await other.send(signage.getWallPlan, { params: { user_id: elenaId } })).toMatchObject({ http: 403 })
  expect(await other.send(signage.getDigitalMenu, { params: { id: data!.id } })).toMatchObject({ http: 404 })
  expect(
    await other.send(signage.changeLoopedAnimationsPosition, { body: [{ id: data!.id, sequence_no: 1 }] }),
  ).toMatchObject({ http: 404 })
  const kiosk2 = await w.loggedIn('kiosk2')
  const { user_id: otherKiosk } = await kiosk2.me()
  expect((await planOf(kiosk2, otherKiosk)).items.map(({ item_id }) => item_id)).not.toContain(`i${data!.id}`)
})

test('day parts of an item and of the loop are in the plan', async () => {
  const { data } = await add('BRKDSC')
  await mode('custom')
  const night = { weekdays: [5], from: 1200, to: 360, starts_on: null, ends_on: null }
  await elena.call(signage.changeLoopItem, { body: { id: data!.id, when: [night] } })
  await elena.call(signage.changeLoopPlayback, { body: { user_id: elenaId, when: [night], muted: 0 } })
  expect(await planOf()).toMatchObject({
    muted: 0,
    when: [night],
    items: [{ when: [night] }],
    location: { time_zone: 'America/New_York' },
  })
})
