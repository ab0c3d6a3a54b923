import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../../testing/render.tsx'
import { HeatCurve } from './HeatCurve.tsx'

/** The curve under a film moves the film: by a press, by keys and by its chapters. */

const heat = {
  viewings: 60,
  viewings_before: 0,
  customers: 50,
  duration: 20,
  average: 15,
  average_before: null,
  to_end: 30,
  seconds: Array.from({ length: 20 }, (_, second) => ({ first: 50 - second, again: second === 12 ? 20 : 0 })),
}
const chapters = [
  { start: 0, title: 'What it does' },
  { start: 8.5, title: 'Clamping the disc' },
]

async function open() {
  await page.viewport(1200, 800)
  const onSeek = vi.fn()
  await render(<HeatCurve heat={heat} chapters={chapters} onSeek={onSeek} />)
  const slider = page.getByRole('slider', { name: 'Share of customers who saw each second' })
  await expect.element(slider).toBeInTheDocument()
  return { onSeek, slider }
}

test('a press on the curve moves the film to the second below the pointer', async () => {
  const { onSeek, slider } = await open()
  const { width, height } = slider.element().getBoundingClientRect()
  await slider.click({ position: { x: width * 0.625, y: height / 2 }, force: true })
  await expect.poll(() => onSeek.mock.lastCall).toEqual([12])
  await expect.element(page.getByText('0:12')).toBeVisible()
})

test('the arrow keys move the film second by second', async () => {
  const { onSeek, slider } = await open()
  await userEvent.keyboard('{Tab}')
  await expect.element(slider).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.poll(() => onSeek.mock.calls.map(([second]) => second as number)).toEqual([1, 2])
})

test('a chapter is a button to its first second', async () => {
  const { onSeek } = await open()
  await page.getByRole('button', { name: /Clamping the disc/ }).click()
  expect(onSeek.mock.calls).toEqual([[8.5]])
})

test('a chapter has the picture of its middle', async () => {
  await page.viewport(1200, 800)
  await render(<HeatCurve heat={heat} chapters={chapters} picture={(at) => <i>at {at}</i>} onSeek={() => undefined} />)
  await expect.element(page.getByRole('button', { name: /What it does/ }).getByText('at 4.25')).toBeInTheDocument()
  await expect
    .element(page.getByRole('button', { name: /Clamping the disc/ }).getByText('at 14.25'))
    .toBeInTheDocument()
})
