import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import labelsUrl from '../../../../../library/parts/BRKDSC/media/labels.json?url'
import filmUrl from '../../../../../library/parts/BRKDSC/media/video-270.mp4?url'
import { render } from '../../../testing/render.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import type { Film } from './film.ts'
import { FilmProvider } from './FilmProvider.tsx'
import { FilmView } from './FilmView.tsx'
import '../../../layouts/touch-screen/touch-screen.css'
import classes from './FilmView.module.css'

/** Covers a film from its start to its end: what Dana sees before it plays, while a dialog is over it, and at its end. */

const discBrake: Film = {
  id: 'BRKDSC',
  kind: 'narrated',
  title: 'Disc brake',
  subtitle: 'How hydraulic pressure stops the wheel',
  width: 480,
  height: 270,
  poster: null,
  thumbnails: null,
  sources: { mp4: filmUrl, hls: null, dash: null, duration: 25 },
  narrations: [],
  spoken: 'en-US',
  captions: [],
  chapters: [{ start: 0, title: 'What it is for' }],
  labelsUrl,
  labelTexts: { rotor: 'Brake disc', piston: 'Piston', caliper: 'Caliper', outer_pad: 'Outer pad' },
  badgeTexts: {},
  buttons: [],
  buttonLabels: [],
  restTime: '',
  timesIn: 'seconds',
}

/** Shows the film as a page does, with a button that opens a dialog over it. */
function FilmPage({
  autoplay = false,
  width = 900,
  onNext,
}: {
  autoplay?: boolean
  width?: number
  onNext?: () => void
}) {
  const [open, setOpen] = useState(false)
  return (
    <div style={{ width }}>
      <FilmProvider
        film={discBrake}
        tongue="en-US"
        onTongue={() => undefined}
        autoplay={autoplay}
        plainIn={() => Promise.resolve(null)}
        report={() => 'reference'}
        onNext={onNext}
      >
        <FilmView end={{ title: 'Show it to your customer', action: <button>Share with customer</button> }} />
      </FilmProvider>
      <button onClick={() => setOpen(true)}>Open the PDF</button>
      {open && (
        <Dialog title="PDF" onClose={() => setOpen(false)}>
          The text of the part
        </Dialog>
      )}
    </div>
  )
}

const video = () => document.querySelector('video')!
const isPaused = () => video().paused
const start = page.getByRole('button', { name: 'Play Disc brake' })
const labels = page.getByRole('button', { name: 'Labels' })
const end = page.getByRole('region', { name: 'Show it to your customer' })
const again = end.getByRole('button', { name: 'Play again' })
async function ready() {
  await expect.poll(() => document.querySelector('video')?.readyState ?? 0).toBeGreaterThan(1)
}

async function toTheEnd() {
  await ready()
  video().currentTime = 24.6
  await video().play()
  await expect.element(again).toBeVisible()
}

test('a film that waits has a large play button on its first frame and no labels; a press plays it', async () => {
  await render(<FilmPage />)
  await ready()
  await expect.element(start).toBeVisible()
  await expect.element(labels).toHaveAttribute('aria-pressed', 'false')
  expect(video().hasAttribute('poster')).toBe(false)
  await expect.poll(() => start.element().getBoundingClientRect().width).toBe(96)
  await start.click()
  await expect.poll(isPaused).toBe(false)
  await expect.element(labels).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => start.elements()).toEqual([])
})

test('a film that is opened plays at once, without a play button in between', async () => {
  await render(<FilmPage autoplay />)
  await expect.poll(isPaused).toBe(false)
  await expect.poll(() => start.elements()).toEqual([])
})

test('a dialog over the film pauses it', async () => {
  await render(<FilmPage autoplay />)
  await expect.poll(isPaused).toBe(false)
  await page.getByRole('button', { name: 'Open the PDF' }).click()
  await expect.poll(isPaused).toBe(true)
})

test('at its end the film offers to share it and to play it again; a seek removes the offer', async () => {
  await render(<FilmPage />)
  await toTheEnd()
  await expect.element(page.getByRole('heading', { name: 'Show it to your customer' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Share with customer' })).toBeVisible()
  video().currentTime = 3
  await expect.poll(() => again.elements()).toEqual([])
  await toTheEnd()
  await again.click()
  await expect.poll(() => video().currentTime).toBeLessThan(5)
  await expect.poll(isPaused).toBe(false)
})

test('at its end N opens the next film and R plays it again; before the end they do nothing', async () => {
  let opened = 0
  await render(<FilmPage onNext={() => void (opened += 1)} />)
  await ready()
  await userEvent.keyboard('n')
  expect(opened).toBe(0)
  await toTheEnd()
  await userEvent.keyboard('n')
  expect(opened).toBe(1)
  await userEvent.keyboard('r')
  await expect.poll(() => video().currentTime).toBeLessThan(5)
})

test('on a phone nothing moves while labels come and go, their numbers begin at 1, and both jumps are there', async () => {
  await render(<FilmPage width={390} />)
  await ready()
  const strip = () => document.querySelector('[data-legend]')!.getBoundingClientRect()
  const before = strip()
  expect(before.height).toBe(40)
  await expect.element(page.getByText('What it is for')).toBeVisible()
  for (const name of [/^Back/, /^Forward/]) {
    const jump = page.getByRole('button', { name })
    await expect.element(jump).toBeVisible()
    await expect.poll(() => jump.element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
  }
  const group = page.getByRole('group', { name: 'Film controls' }).element()
  expect(group.scrollWidth).toBeLessThanOrEqual(group.clientWidth)
  video().currentTime = 12.5
  const legend = page.getByRole('list', { name: 'Labels on the film' })
  await expect.element(legend).toBeVisible()
  expect(legend.getByRole('listitem').first().element().textContent).toMatch(/^1/)
  expect(strip()).toEqual(before)
})

test.each([390, 900])('nothing jumps when the controls have loaded, on a screen %i pixels wide', async (width) => {
  await page.viewport(width, 844)
  await render(
    <>
      <FilmPage width={width} />
      <div className={classes.toCome} />
    </>,
  )
  await expect.element(labels).toBeVisible()
  const heightOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect().height
  expect(heightOf('[data-controls]')).toBe(heightOf(`.${classes.toCome}`))
})

test('on a narrow touch screen every control stays beside the others, large enough for a finger', async () => {
  document.documentElement.dataset['touchScreen'] = 'customer'
  try {
    for (const width of [390, 320]) {
      await page.viewport(width, 844)
      await render(<FilmPage width={width} />)
      await ready()
      const film = document.querySelector('[data-controls]')!.parentElement!.getBoundingClientRect()
      const buttons = [...document.querySelectorAll('[data-controls] button')]
        .map((button) => button.getBoundingClientRect())
        .filter(({ width: shown }) => shown > 0)
      expect(buttons.length).toBeGreaterThan(5)
      for (const { left, right, height } of buttons) {
        expect(left).toBeGreaterThanOrEqual(film.left)
        expect(right).toBeLessThanOrEqual(film.right)
        expect(height).toBeGreaterThan(44)
      }
    }
  } finally {
    delete document.documentElement.dataset['touchScreen']
  }
})
