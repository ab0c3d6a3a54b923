import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { WebSite } from '@cutaway/contract/rooms/sites/sites.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { danasSession, northgate } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { Samples } from './Samples.tsx'

/** Covers the sample films of a public home page: a plain strip, or a carousel at every width. */

const films = Array.from({ length: 10 }, (_, i): FilmTile => ({
  part_id: `PART${i}`,
  part_name: `Part ${i}`,
  subtitle: '',
  video_type: 'narrated',
  system_id: 1,
  sub_system_id: 101,
  duration: 25,
  steps: 0,
  poster_url: null,
  isNew: 0,
}))

async function open(features: WebSite['features']) {
  // The site of a session counts before that of the page.
  await render(<Samples films={films} loading={false} />, {
    session: { ...danasSession(), web_site: { ...northgate, features } },
  })
  await expect.element(page.getByRole('link', { name: /Part 0/ }).first()).toBeVisible()
}
const carousel = page.getByRole('group', { name: 'Sample films' })

test('a site without a carousel shows a plain strip', async () => {
  await open([])
  await expect.element(page.getByRole('region', { name: 'Sample films' })).toBeVisible()
  await expect.poll(() => carousel.query()).toBeNull()
})

test('at 0, 400, 600, 1000 and 1500 pixels the carousel shows 2, 3, 4, 6 and 7 films', async () => {
  await open(['sample_video_carousel'])
  await expect.element(carousel).toBeVisible()
  const whole = () => {
    const items = carousel.getByRole('listitem').elements()
    const { left = 0, right = 0 } = items[0]?.parentElement?.parentElement?.getBoundingClientRect() ?? {}
    return items.filter((item) => {
      const box = item.getBoundingClientRect()
      return box.left >= left - 1 && box.right <= right + 1
    }).length
  }
  for (const [width, count] of [
    [390, 2],
    [400, 3],
    [599, 3],
    [600, 4],
    [999, 4],
    [1000, 6],
    [1499, 6],
    [1500, 7],
  ] as const) {
    await page.viewport(width, 900)
    await expect.poll(whole, { message: String(width) }).toBe(count)
  }
})

test('the height of the carousel section changes at 768, 968, 1100 and 1500 pixels', async () => {
  await open(['sample_video_carousel'])
  const section = page.getByRole('region', { name: 'Sample films' })
  const below = async (width: number) => {
    await page.viewport(width, 900)
    await expect.poll(() => innerWidth).toBe(width)
    return Number.parseFloat(getComputedStyle(section.element()).paddingBlockEnd)
  }
  for (const width of [768, 968, 1100, 1500]) expect(await below(width)).toBeGreaterThan(await below(width - 1))
})
