import type { CustomVideo } from '@cutaway/contract/rooms/customvideos/videos.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal, reply } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import MyVideosPage from './MyVideosPage.tsx'
import VideosPage from './VideosPage.tsx'

/** Dana manages the videos of her business. */

const video = (more: Partial<CustomVideo> = {}): CustomVideo => ({
  part_id: 'video-0123456789abcdef',
  user_id: 1,
  video_name: 'How we check your brakes',
  video_url: '/samples/custom-film.mp4',
  video_kind: 'file',
  hls_url: null,
  description: '',
  texts: [],
  on_home: false,
  state: 'ready',
  problem: null,
  progress: 100,
  file_name: 'brakes.mp4',
  bytes: 1,
  received: 1,
  upload: null,
  poster_url: null,
  posters: [],
  duration: 48,
  width: 640,
  height: 360,
  captions: [],
  added_by: 'Dana Whitlock',
  created_at: '2026-11-06T09:00:00.000Z',
  sends: 41,
  loops: 0,
  embeds: 0,
  can_change: true,
  ...more,
})
const gigabyte = 1024 ** 3

let videos: CustomVideo[]
let converts: boolean
beforeEach(() => {
  videos = []
  converts = true
})
const api = () =>
  fakeApi({
    customvideos: {
      getUserCustomVideos: () =>
        reply(videos, { limits: { used: 6.2 * gigabyte, space: 20 * gigabyte, file: 2 * gigabyte, converts } }),
      getUserCustomVideosView: () => videos.filter(({ state }) => state === 'ready'),
      addUserCustomVideo: ({ body }) => {
        if (body.video_name === 'one too many') return refusal('too_many_custom_videos')
        const added = video({ video_name: body.video_name, video_url: body.video_url, video_kind: 'embed' })
        videos = [added]
        return reply(added, { message: 'custom_video_added' } as never)
      },
      editUserCustomVideo: ({ body }) => {
        videos = videos.map((one) => ({ ...one, video_name: body.video_name }))
        return videos[0]!
      },
      deleteUserCustomVideo: () => {
        videos = []
        return reply(null, { message: 'custom_video_deleted' } as never)
      },
      undoDeletedCustomVideo: () => {
        videos = [video()]
        return reply(videos[0]!, { message: 'custom_video_restored' } as never)
      },
      retryCustomVideo: () => {
        videos = [video({ state: 'waiting' })]
        return videos[0]!
      },
    },
  })
const session = danasSession(['manage_custom_videos', 'allow_view_animations'])
const button = (name: string | RegExp) => page.getByRole('button', { name })
const add = () => button('Add by address').first().click()
const address = () => page.getByRole('textbox', { name: /^Address or iframe code/ })
const title = () => page.getByRole('textbox', { name: 'Title', exact: true })
const save = () => button('Add video')

test('an empty list offers both ways, and the limits are told before', async () => {
  api()
  await render(<VideosPage />, { session })
  await expect.element(page.getByText(/^No records found\./)).toBeVisible()
  await expect.element(page.getByText('6.2 GB of 20 GB')).toBeVisible()
  await expect.element(page.getByText(/at most 2 GB and one hour long\. 13\.8 GB left/)).toBeVisible()
})

test('without a converter the page says which files it takes', async () => {
  converts = false
  api()
  await render(<VideosPage />, { session })
  await expect
    .element(page.getByText(/This server does not convert videos: upload an MP4 with H\.264 and AAC/))
    .toBeVisible()
})

test('a video is added by its embed code, of which only the address is sent on; what is wrong is said at the field', async () => {
  const calls = api()
  await render(<VideosPage />, { session })
  await add()
  await title().fill('Our shop')
  await address().fill('brakes.mp4')
  await save().click()
  await expect.element(page.getByText('Please enter a valid video address or iframe code.').last()).toBeVisible()
  await address().fill('<iframe src="https://evil.example/embed/1"></iframe>')
  await save().click()
  await expect.element(page.getByText(/^Players of this website cannot be shown here/).last()).toBeVisible()
  expect(calls.calls('addUserCustomVideo')).toEqual([])
  await address().fill('https://videos.shop.example/a.mp4')
  await expect.element(page.getByText('This video is at videos.shop.example')).toBeVisible()
  await save().click()
  await expect.element(page.getByText('Video added')).toBeVisible()
  expect(calls.calls('addUserCustomVideo')[0]?.body).toMatchObject({ video_name: 'Our shop', on_home: false })
})

test('a refusal of the whole form stands above it', async () => {
  api()
  await render(<VideosPage />, { session })
  await add()
  await title().fill('one too many')
  await address().fill('https://videos.shop.example/a.mp4')
  await save().click()
  await expect.element(page.getByText(/^A business can have at most 500 videos/).first()).toBeVisible()
})

test('uploads say what happens to them, and what can be done', async () => {
  videos = [
    video({ part_id: 'video-1', state: 'converting', progress: 40, file_name: 'team.mp4', video_url: '' }),
    video({ part_id: 'video-2', state: 'failed', problem: 'video_cut', file_name: 'IMG_2231.mov', video_url: '' }),
    video({ part_id: 'video-3', state: 'failed', problem: 'upload_disk_full', file_name: 'late.mp4', video_url: '' }),
    video({
      part_id: 'video-4',
      state: 'uploading',
      upload: 'a'.repeat(36),
      received: 410 * 1024 ** 2,
      bytes: 640 * 1024 ** 2,
      file_name: 'long.mp4',
      video_url: '',
    }),
  ]
  const calls = api()
  await render(<VideosPage />, { session })
  await expect.element(page.getByText('Converting, 40 %')).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: /^Conversion of/ })).toHaveAttribute('aria-valuenow', '40')
  await expect.element(page.getByText(/^The end of this video is missing/)).toBeVisible()
  await expect.element(page.getByText(/^410 MB of 640 MB are safe\./)).toBeVisible()
  await expect.element(page.getByText(/^The server has no room for this video/)).toBeVisible()
  await button('Try again').click()
  await expect.element(page.getByText('Waiting to be converted')).toBeVisible()
  expect(calls.calls('retryCustomVideo')[0]?.body).toEqual({ user_id: 1, part_id: 'video-3' })
})

test('an empty file is refused before it is sent', async () => {
  api()
  await render(<VideosPage />, { session })
  await expect.element(button('Upload video')).toBeVisible()
  const field = document.querySelector<HTMLInputElement>('input[type="file"]')!
  const files = new DataTransfer()
  files.items.add(new File([], 'empty.mp4'))
  field.files = files.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(page.getByText('This file is empty.')).toBeVisible()
})

test('a video is deleted after a question, and Undo brings it back', async () => {
  videos = [video()]
  api()
  await render(<VideosPage />, { session })
  await button('More for How we check your brakes').click()
  await page.getByRole('menuitem', { name: 'Delete video' }).click()
  await expect.element(page.getByText(/^It was sent 41 times/)).toBeVisible()
  await button('Delete video').click()
  await expect.element(page.getByText('Video deleted')).toBeVisible()
  await button('Undo').click()
  await expect.element(page.getByText('Video restored')).toBeVisible()
  await expect.element(button('How we check your brakes').first()).toBeVisible()
})

test('a video of somebody else is watched, not changed', async () => {
  videos = [video({ can_change: false })]
  api()
  await render(<VideosPage />, { session })
  await expect.element(button('How we check your brakes').first()).toBeVisible()
  await expect.element(button('Edit How we check your brakes')).not.toBeInTheDocument()
  await button('How we check your brakes').first().click()
  await expect.element(page.getByRole('dialog', { name: 'How we check your brakes' })).toBeVisible()
})

test('My videos are five to a page, with the link of a video elsewhere', async () => {
  videos = Array.from({ length: 7 }, (_, n) =>
    video({
      part_id: `video-${n}`,
      video_name: `Video ${n}`,
      video_kind: 'link',
      video_url: `https://videos.shop.example/${n}.mp4`,
    }),
  )
  api()
  await render(<MyVideosPage />, { session })
  await expect.element(page.getByText('Video 4')).toBeVisible()
  await expect.element(page.getByText('Video 5')).not.toBeInTheDocument()
  await button('Next page').click()
  await expect.element(page.getByText('Video 6')).toBeVisible()
})
