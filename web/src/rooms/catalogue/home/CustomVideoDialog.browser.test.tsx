import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import CustomVideoDialog from './CustomVideoDialog.tsx'

/** Covers the start of the shop's own videos. */

/** The file does not exist; without its error, the dialog shows the player. */
const ignore = (event: Event) => event.stopImmediatePropagation()
beforeEach(() => document.addEventListener('error', ignore, true))
afterEach(() => {
  document.removeEventListener('error', ignore, true)
  vi.restoreAllMocks()
})

/** Opens a video as a person who prefers reduced motion, or who has no preference. Returns the video element. */
async function open(prefersReduced: boolean): Promise<HTMLVideoElement> {
  fakeApi({})
  const real = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    media.includes('prefers-reduced-motion')
      ? Object.assign(new EventTarget(), {
          media,
          matches: prefersReduced,
          onchange: null,
          addListener: () => undefined,
          removeListener: () => undefined,
        })
      : real(media),
  )
  const video = { video_name: 'Our workshop', video_url: '/samples/tour.mp4', poster_url: null }
  await render(<CustomVideoDialog video={video} onClose={() => undefined} />, { session: danasSession([]) })
  await expect.element(page.getByRole('dialog', { name: 'Our workshop' })).toBeVisible()
  return document.querySelector('video')!
}

test('a video starts when it is opened', async () => {
  expect((await open(false)).autoplay).toBe(true)
})

test('for people who prefer reduced motion, a video waits for a press', async () => {
  const video = await open(true)
  expect([video.autoplay, video.paused, video.controls]).toEqual([false, true, true])
})
