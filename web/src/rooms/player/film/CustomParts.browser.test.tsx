import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import CustomParts from './CustomParts.tsx'

/** Covers the videos of the business beside a film. */

const check = {
  part_id: 'custom-check',
  video_name: 'Your brake check',
  video_type: 'custom',
  video_kind: 'link',
  video_url: 'https://videos.example/check.mp4',
  poster_url: null,
  duration: 40,
} as const
const open = (features: string[]) => {
  const session = danasSession(['allow_view_animations'])
  return render(<CustomParts parts={[check]} />, {
    session: { ...session, web_site: { ...session.web_site, features } },
  })
}

test('on a site that allows it, a video opens above the page', async () => {
  await open(['custom_parts_clickable'])
  await page.getByRole('button', { name: 'Your brake check' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your brake check' })
  await expect.element(dialog).toBeVisible()
})

test('on other sites a video is plain text', async () => {
  await open([])
  await expect.element(page.getByText('Your brake check')).toBeVisible()
  await expect.poll(() => page.getByRole('button').elements()).toEqual([])
  await expect.poll(() => page.getByRole('link').elements()).toEqual([])
})
