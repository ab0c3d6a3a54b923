import { contract } from '@cutaway/contract'
import type { CustomVideo } from '@cutaway/contract/rooms/customvideos/videos.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'
import { captionsOf } from './captions.ts'
import { purge } from './jobs.ts'
import { begin, film, listOf, upload, videoNamed } from './testing.ts'

const { customvideos: calls } = contract

let w: World
let elena: Person
let dana: Person
let team: CustomVideo
beforeAll(async () => {
  w = await world()
  elena = await w.loggedIn('enterprise')
  dana = await w.loggedIn('advisor')
  team = await upload(elena, 'team.mp4', await film('team.mp4'))
})
afterAll(() => w.close())

const youtube = 'https://www.youtube.com/watch?v=abc_DEF-123'
const words = (video_name: string) => ({ video_name, description: '', texts: [], on_home: false })
const idOf = async (person: Person) => (await person.me()).user_id
const add = async (person: Person, video_name: string, video_url: string) =>
  person.send(calls.addUserCustomVideo, { body: { ...words(video_name), video_url } })
const edit = async (person: Person, { part_id, user_id }: CustomVideo, to: object) =>
  person.send(calls.editUserCustomVideo, { body: { ...words('Team'), part_id, user_id: user_id!, ...to } })

describe('Dana adds a video by its address', () => {
  test('and only the address of the player is kept', async () => {
    const code = `<iframe src="https://player.vimeo.com/video/76979871" onload="steal()"></iframe>`
    const added = await add(dana, ' Our  shop ', code)
    expect([added.status, added.message]).toEqual([1, 'custom_video_added'])
    expect(added.data).toMatchObject({
      video_name: 'Our shop',
      video_url: 'https://player.vimeo.com/video/76979871',
      video_kind: 'embed',
      state: 'ready',
      user_id: await idOf(dana),
    })
    expect(added.data!.part_id).toMatch(/^video-.{16}$/)
  })

  test.each([
    ['brakes.mp4', 'custom_video_url_invalid'],
    ['javascript:alert(1)', 'custom_video_url_invalid'],
    ['/samples/custom-film.mp4', 'custom_video_url_invalid'],
    ['<iframe src="https://evil.example/embed/1"></iframe>', 'custom_video_host_not_allowed'],
  ])('not %s', async (address, message) => {
    const { status, message: said } = await add(dana, 'x', address)
    expect([status, said]).toEqual([0, message])
  })

  test('and changes its address, its words and its languages', async () => {
    const { data: video } = await add(dana, 'Tyres', youtube)
    const texts = [{ language_id: 98, video_name: 'Neumáticos', description: '' }]
    const saved = await edit(dana, video!, { video_name: 'Tires', video_url: 'https://vimeo.com/76979871', texts })
    expect(saved.data).toMatchObject({
      video_name: 'Tires',
      video_url: 'https://player.vimeo.com/video/76979871',
      texts,
    })
    const twice = await edit(dana, video!, { texts: [...texts, ...texts] })
    expect(twice.http).toBe(400)
    expect((await edit(dana, video!, { video_url: 'nothing' })).message).toBe('custom_video_url_invalid')
  })

  test('a user without a business cannot, because the video would be everybody’s', async () => {
    const lone = await w.loggedIn('super')
    await w.database.system
      .updateTable('users')
      .set({ businessentity_id: null, location_id: null })
      .where('user_id', '=', await idOf(lone))
      .execute()
    expect((await add(lone, 'x', youtube)).message).toBe('custom_video_needs_business')
  })
})

describe('the videos of a business', () => {
  test('are seen by all its people, and changed by those who manage the one who added them', async () => {
    const { data: hers } = await add(dana, 'Of Dana', youtube)
    const ofElena = await videoNamed(dana, 'team')
    expect([ofElena?.can_change, ofElena?.added_by]).toEqual([false, team.added_by])
    expect((await edit(dana, ofElena!, {})).http).toBe(403)
    expect((await videoNamed(elena, 'Of Dana'))?.can_change).toBe(true)
    expect((await edit(elena, hers!, { video_name: 'Of Dana, better' })).status).toBe(1)
    // With an own user id, another's video is not found.
    expect((await edit(dana, { ...ofElena!, user_id: await idOf(dana) }, {})).message).toBe('custom_video_not_found')
  })

  test('are nobody else’s', async () => {
    const stranger = await w.loggedIn('enterprise2')
    expect(await listOf(stranger)).toEqual([])
    expect((await edit(stranger, team, {})).http).toBe(403)
    expect((await edit(stranger, { ...team, user_id: await idOf(stranger) }, {})).message).toBe(
      'custom_video_not_found',
    )
  })

  test('that are ready are on My videos, beside those of the web site', async () => {
    await begin(elena, 'half.mp4', 1000)
    const seen = await dana.call(calls.getUserCustomVideosView, { params: { user: await idOf(dana) } })
    const names = seen.map(({ video_name }) => video_name)
    expect(names).toContain('team')
    expect(names).not.toContain('half')
  })
})

describe('an upload', () => {
  test('gets words, one of its pictures, or an own one', async () => {
    const saved = await edit(elena, team, {
      video_name: 'team',
      description: 'Who we are',
      poster_url: team.posters[4],
    })
    expect(saved.data).toMatchObject({
      description: 'Who we are',
      poster_url: team.posters[4],
      video_url: team.video_url,
    })
    expect((await edit(elena, team, { poster_url: '/uploads/other.webp' })).http).toBe(400)
    const { default: sharp } = await import('sharp')
    const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const own = await elena.send(calls.uploadCustomVideoPoster, {
      body: { user_id: team.user_id!, part_id: team.part_id },
      file: new File([new Uint8Array(png)], 'own.png'),
    })
    expect(own.data?.posters).toHaveLength(7)
    const picture = await w.visitor().request(own.data!.poster_url!)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const fake = await elena.send(calls.uploadCustomVideoPoster, {
      body: { user_id: team.user_id!, part_id: team.part_id },
      file: new File(['no picture'], 'own.png'),
    })
    expect(fake.message).toBe('not_a_picture')
  })

  test('gets captions in SubRip, which players read as WebVTT', async () => {
    const body = { user_id: team.user_id!, part_id: team.part_id, language_id: 50 }
    const srt = '1\r\n00:00:00,500 --> 00:00:01,500\r\nHello <font color="red">there</font>\r\n'
    const saved = await elena.send(calls.saveCustomVideoCaptions, { body, file: new File([srt], 'a.srt') })
    expect(saved.data?.captions).toMatchObject([{ language_id: 50, language_code: 'en-US' }])
    const vtt = await dana.request(saved.data!.captions[0]!.url)
    expect(await vtt.text()).toBe('WEBVTT\n\n00:00:00.500 --> 00:00:01.500\nHello there\n')
    const bad = await elena.send(calls.saveCustomVideoCaptions, { body, file: new File(['no captions'], 'a.srt') })
    expect(bad.message).toBe('captions_none')
    const gone = await elena.call(calls.deleteCustomVideoCaptions, {
      params: { userId: team.user_id!, partId: team.part_id, language_id: 50 },
    })
    expect(gone.captions).toEqual([])
  })
})

describe('Elena sends her video to a customer', () => {
  const customer = 'marcus@customer.example'
  const landing = async () => {
    const { generated_link } = await elena.call(contract.sharing.generateLink, {
      body: { part_id: team.part_id, brand_id: 1, driverside: 'left', lang_id: 50, generatelink: {} },
    })
    return new URL(generated_link).pathname
  }

  test('by e-mail, and the customer watches it without an account', async () => {
    const sent = await elena.send(contract.sharing.sendEmail, {
      body: {
        brand_id: 1,
        lang_id: 50,
        driverside: 'left',
        request_key: randomUUID(),
        email: { toEmail: customer, subject: 'Meet us', emailMessage: 'Hi', selectedList: [{ part_id: team.part_id }] },
      },
    })
    expect(sent.status).toBe(1)
    const visitor = w.visitor()
    const page = await visitor.request(await landing())
    const html = await page.text()
    expect(html).toContain('>team<')
    const [source] = /\/animation_link\/[\w-]+\/film\/video-[\w-]+\/en-US\.mp4/.exec(html)!
    const part = await visitor.request(source, { headers: { range: 'bytes=4-7' } })
    expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
    const picture = await visitor.request(`/film-pictures/${team.part_id}.jpg?play`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  test('and it is in her receipts, in the list, and in the report of own videos', async () => {
    const { rows } = await elena.call(contract.sharing.getSends, {
      params: {
        json: { user_id: await idOf(elena), page: 1, size: 5, sort: 'sent_at', descending: true, search: customer },
      },
    })
    expect(rows[0]!.films).toMatchObject([{ part_id: team.part_id, part_name: 'team' }])
    expect((await videoNamed(elena, 'team'))?.sends).toBe(1)
    const report = await elena.call(contract.reports.getUserCustomVideoSentReport, {
      params: { json: { dateFilterType: 'monthly', user_id: (await elena.me()).user_id } } as never,
    })
    expect(report.total.total).toBe(1)
  })

  test('a person of another business cannot send it', async () => {
    const of = async (person: Person, part_id: string) =>
      (
        await person.send(contract.sharing.generateLink, {
          body: { part_id, brand_id: 1, driverside: 'left', lang_id: 50, generatelink: {} },
        })
      ).message
    expect(await of(await w.loggedIn('advisor2'), team.part_id)).toBe('Part no found')
    expect(await of(dana, team.part_id)).toBe('link_generated')
  })

  test('and embeds it', async () => {
    const embed = await elena.call(contract.embeds.addIframe, {
      body: {
        user_id: await idOf(elena),
        web_site_id: 31,
        embed_type: 'single',
        part_id: team.part_id,
        domain_name: 'northgate.example',
      },
    })
    expect(embed).toMatchObject({ tag_name: 'team', state: 'new', films: 1 })
    const address = `${new URL(embed.url).pathname}/film/${team.part_id}/en-US.mp4`
    expect((await w.visitor().request(address)).status).toBe(200)
  })

  test('deletes it: the link says so, Undo brings it back, and later its files go', async () => {
    const path = await landing()
    const remove = () =>
      elena.send(calls.deleteUserCustomVideo, { params: { userId: team.user_id!, partId: team.part_id } })
    const undo = () =>
      elena.send(calls.undoDeletedCustomVideo, { body: { user_id: team.user_id!, part_id: team.part_id } })
    expect((await remove()).message).toBe('custom_video_deleted')
    expect((await remove()).message).toBe('custom_video_not_found')
    expect((await elena.request(team.video_url)).status).toBe(404)
    const html = await (await w.visitor().request(path)).text()
    expect(html).toContain('team')
    expect(html).not.toContain('en-US.mp4')
    expect((await undo()).message).toBe('custom_video_restored')
    expect((await elena.request(team.video_url)).status).toBe(200)

    await remove()
    const { custom_video_id } = await w.database.system
      .selectFrom('custom_videos')
      .select('custom_video_id')
      .where('part_id', '=', team.part_id)
      .executeTakeFirstOrThrow()
    const job = { web_site_id: 31, custom_video_id }
    // Too early: nothing happens.
    await purge(w.running.services, job)
    expect((await undo()).status).toBe(1)
    await remove()
    w.clock.forward(601)
    elena = await w.loggedIn('enterprise')
    await purge(w.running.services, job)
    expect((await undo()).message).toBe('custom_video_gone')
    const files = await w.database.system
      .selectFrom('custom_videos')
      .select(['folder', 'files', 'bytes'])
      .where('part_id', '=', team.part_id)
      .executeTakeFirstOrThrow()
    for (const file of files.files)
      expect(await w.running.services.storage.has(`videos/31/${files.folder!}/${file}`)).toBe(false)
    expect(files.bytes).toBe(0)
  })
})

describe('without ffmpeg', () => {
  let small: World
  beforeAll(async () => {
    small = await world({ env: { FFMPEG_PATH: 'none' } })
  })
  afterAll(() => small.close())

  test('an MP4 that browsers play is taken as it is, and others are refused with the reason', async () => {
    const ruth = await small.loggedIn('enterprise')
    const bytes = await film('plain.mp4')
    const taken = await upload(ruth, 'plain.mp4', bytes)
    expect(taken).toMatchObject({ state: 'ready', hls_url: null, posters: [], bytes: bytes.length })
    const got = Buffer.from(await (await ruth.request(taken.video_url)).arrayBuffer())
    expect(got.equals(bytes)).toBe(true)
    const hevc = await film('hevc.mp4', ['-c:v', 'libx265', '-x265-params', 'log-level=error'])
    expect(await upload(ruth, 'hevc.mp4', hevc)).toMatchObject({
      state: 'failed',
      problem: 'video_needs_mp4',
      bytes: 0,
    })
  })
})

describe('captions', () => {
  const read = (text: string | Buffer) => captionsOf(Buffer.from(text))
  test('keep emphasis and order, and lose styles, positions and notes', () => {
    expect(
      read(
        '\uFEFFWEBVTT\n\nNOTE a\n\nSTYLE\n::cue{}\n\n2\n00:02.000 --> 00:03.000 line:0\n<i>b</i> <c.x>c</c>\n\n00:00.000 --> 00:01.000\na',
      ),
    ).toEqual({ vtt: 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\na\n\n00:00:02.000 --> 00:00:03.000\n<i>b</i> c\n' })
  })
  test.each([
    ['', 'captions_none'],
    ['WEBVTT', 'captions_none'],
    ['00:02.000 --> 00:01.000\na', 'captions_times_wrong'],
    ['00:aa --> 00:01.000\na', 'captions_times_wrong'],
    [Buffer.from([0xff, 0xfe, 0x31]), 'captions_not_text'],
  ])('%j are refused', (text, problem) => expect(read(text)).toEqual({ problem }))
})
