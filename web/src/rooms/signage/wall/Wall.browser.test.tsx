import type { WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import labelsUrl from '../../../../../library/parts/BRKDSC/media/labels.json?url'
import { render } from '../../../testing/render.tsx'
import type { Played, Shown } from './engine/loop-player.ts'
import { Wall, type WallProps } from './Wall.tsx'
import { brake, film, never, oil, picture, planOf, soon, toEnd } from './wall-fixtures.ts'
import { WallPreview } from './WallPreview.tsx'

/** A wall with short films: only their last half second is waited for. */

/** Shows a wall and records what happens on it. `change` gives it other props. */
async function wall(plan: WallPlan, more: Partial<WallProps> = {}) {
  const shown: (Shown | null)[] = []
  const begins: number[] = []
  const played: Played[] = []
  const ended: string[] = []
  const control: { set?: (props: Partial<WallProps>) => void } = {}
  function Held() {
    const [props, setProps] = useState<Partial<WallProps>>({})
    useEffect(() => {
      control.set = (next) => setProps((before) => ({ ...before, ...next }))
    }, [])
    return (
      <div style={{ width: 960, height: 540 }}>
        <Wall
          plan={plan}
          keepsFiles
          muted
          times={{ again: 200, fade: 60, settle: 30 }}
          onShow={(now) => {
            shown.push(now)
            begins.push(now?.video?.currentTime ?? 0)
          }}
          onPlayed={(one) => played.push(one)}
          onCustomerEnd={(id) => ended.push(id)}
          {...more}
          {...props}
        />
      </div>
    )
  }
  await render(<Held />)
  // The page is drawn before its effects have run; a change before that would be lost.
  await expect.poll(() => control.set).toBeDefined()
  return {
    shown,
    played,
    ended,
    change: (props: Partial<WallProps>) => control.set?.(props),
    /** The seconds at which the films were when they were shown. */
    begins: () => begins,
    titles: () => shown.map((one) => one?.item.title ?? null),
    now: () => shown.at(-1)?.item.title ?? null,
    video: () => shown.at(-1)?.video ?? null,
  }
}

test('items follow one another and begin again, each told from start to end', async () => {
  const w = await wall(planOf([brake, picture, oil]))
  await expect.poll(w.now).toBe('Brake disc')
  toEnd(w.video())
  await expect.poll(w.now).toBe('Oil circuit')
  toEnd(w.video())
  await expect.poll(w.titles).toEqual(['Brake disc', 'Winter check', 'Oil circuit', 'Brake disc'])
  expect(w.played.map(({ item, outcome }) => [item.title, outcome])).toEqual([
    ['Brake disc', 'finished'],
    ['Winter check', 'finished'],
    ['Oil circuit', 'finished'],
  ])
  // Two layers with a video each, however long it runs.
  expect(document.querySelectorAll('video')).toHaveLength(2)
})

test('between two films there is always a picture, and less than 100 ms of the one before', async () => {
  const w = await wall(planOf([brake, oil]))
  await expect.poll(w.now).toBe('Brake disc')
  const layers = [...document.querySelectorAll('video')]
  /** Ends the film on the wall, and returns the milliseconds until the first picture of the next one. */
  const change = async () => {
    const first = w.video()!
    const other = layers.find((one) => one !== first)!
    await expect.poll(() => other.readyState).toBeGreaterThanOrEqual(2)
    const gap = new Promise<number>((resolve) => {
      first.addEventListener(
        'ended',
        () => {
          const ended = performance.now()
          other.requestVideoFrameCallback((_, { presentationTime }) => resolve(presentationTime - ended))
        },
        { once: true },
      )
    })
    toEnd(first)
    const took = await gap
    await expect.poll(w.video).toBe(other)
    expect(Number(other.parentElement!.style.zIndex)).toBeGreaterThan(Number(first.parentElement!.style.zIndex))
    return took
  }
  // A busy computer draws some frames late, but not those of every change.
  let least = Infinity
  for (let changes = 0; changes < 6 && least >= 100; changes += 1) least = Math.min(least, await change())
  expect(least).toBeLessThan(100)
})

test('what cannot be shown is passed over, and told why', async () => {
  const w = await wall(
    planOf([
      film('x1', 'Broken film', '/nowhere.mp4'),
      film('x2', 'Broken picture', '/nowhere.webp', { kind: 'image' }),
      { ...oil, when: [never] },
      brake,
    ]),
  )
  await expect.poll(w.now).toBe('Brake disc')
  expect(w.titles()).toEqual(['Brake disc'])
  expect(w.played.map(({ item, outcome, reason }) => [item.title, outcome, reason])).toEqual([
    ['Broken film', 'skipped', 'media'],
    ['Broken picture', 'skipped', 'media'],
    ['Oil circuit', 'skipped', 'day_part'],
  ])
})

test('a stream that fails falls back to the plain file', async () => {
  const item = { ...brake, sources: { ...brake.sources, hls: '/nowhere.m3u8' } }
  const w = await wall(planOf([item]), { keepsFiles: false })
  // The stream is given up after its own repetitions.
  await expect.poll(w.now, { timeout: 60_000 }).toBe('Brake disc')
  expect(w.video()!.src).toContain('video-270.mp4')
  expect(w.played).toEqual([])
})

test('a film that breaks off in the middle is over, and the wall goes on', async () => {
  const w = await wall(planOf([brake, oil]))
  await expect.poll(w.now).toBe('Brake disc')
  w.video()!.src = '/gone.mp4'
  await expect.poll(w.now).toBe('Oil circuit')
  expect(w.played[0]).toMatchObject({ item: { title: 'Brake disc' }, outcome: 'cut', reason: 'media' })
})

test('an item that is removed while it plays ends first', async () => {
  const w = await wall(planOf([brake, oil]))
  await expect.poll(w.now).toBe('Brake disc')
  w.change({ plan: planOf([oil]) })
  await expect.element(page.getByText('Brake disc')).toBeVisible()
  toEnd(w.video())
  await expect.poll(w.now).toBe('Oil circuit')
})

test('without anything to show there are the shop and its address, until there is something', async () => {
  const w = await wall(planOf([]))
  await expect.element(page.getByText('Northgate Motors')).toBeVisible()
  await expect.element(page.getByText('418 Harbor Road')).toBeVisible()
  w.change({ plan: planOf([brake]) })
  await expect.poll(w.now, soon).toBe('Brake disc')
})

test('after a film for a customer the loop goes on at the second where it was', async () => {
  const w = await wall(planOf([brake]))
  await expect.poll(w.now).toBe('Brake disc')
  const loop = w.video()!
  loop.currentTime = 12
  await expect.poll(() => loop.seeking).toBe(false)
  w.change({ customer: { id: '6f1c0a52-0a53-4f2c-8d62-0d7b4c5e9a10', item: oil } })
  await expect.poll(w.now).toBe('Oil circuit')
  await expect.element(page.getByText('For a customer')).toBeVisible()
  await expect.poll(() => loop.paused).toBe(true)
  const left = loop.currentTime
  toEnd(w.video())
  await expect.poll(w.now).toBe('Brake disc')
  expect(w.video()).toBe(loop)
  expect(Math.abs(w.begins().at(-1)! - left)).toBeLessThan(1)
  expect(w.ended).toEqual(['6f1c0a52-0a53-4f2c-8d62-0d7b4c5e9a10'])
  expect(w.played).toMatchObject([{ item: { title: 'Oil circuit' }, outcome: 'finished', forCustomer: true }])
})

test('a picture that waited for a customer keeps the rest of its time', async () => {
  const w = await wall(planOf([{ ...picture, duration: 60 }, brake]))
  await expect.poll(w.now).toBe('Winter check')
  const customer = { id: '6f1c0a52-0a53-4f2c-8d62-0d7b4c5e9a11', item: oil }
  w.change({ customer })
  await expect.poll(w.now).toBe('Oil circuit')
  w.change({ customer: null })
  await expect.poll(w.now).toBe('Winter check')
  expect(w.played).toMatchObject([{ outcome: 'cut', reason: 'stopped', forCustomer: true }])
})

test('the name of the screen is shown when it is asked for', async () => {
  await wall(planOf([brake]), { identify: 'Harbor Road waiting room' })
  await expect.element(page.getByText('Harbor Road waiting room')).toBeVisible()
})

test('the preview steps through the items, also while it is held', async () => {
  const playing: (string | null)[] = []
  await render(
    <div style={{ width: 320 }}>
      <WallPreview plan={planOf([brake, picture, oil])} onPlaying={(id) => playing.push(id)} />
    </div>,
  )
  await expect.poll(() => playing.at(-1), soon).toBe('i1')
  const start = page.getByRole('button', { name: 'Play preview' })
  if (start.query()) await start.click()
  await page.getByRole('button', { name: 'Pause preview' }).click()
  const video = document.querySelector('video:not([hidden])') as HTMLVideoElement
  await expect.poll(() => video.paused, soon).toBe(true)
  await page.getByRole('button', { name: 'Next item' }).click()
  await expect.poll(() => playing.at(-1), soon).toBe('i3')
  await page.getByRole('button', { name: 'Next item' }).click()
  await expect.poll(() => playing.at(-1), soon).toBe('i2')
  await expect.element(page.getByText('3 of 3 · Next: ⁨Brake disc⁩')).toBeVisible()
  await page.getByRole('button', { name: 'Previous item' }).click()
  // The picture is held: its time does not run.
  await expect.poll(() => playing.at(-1), soon).toBe('i3')
  await page.getByRole('button', { name: 'Play preview' }).click()
  await expect.poll(() => playing.at(-1), soon).toBe('i2')
})

test('a muted loop reminds of the sound for six seconds when it begins; pressing turns it on', async () => {
  const clock = vi.spyOn(globalThis, 'setTimeout')
  const asked: string[] = []
  const w = await wall(planOf([brake]), { onSound: () => asked.push('sound') })
  await expect.poll(w.now, soon).toBe('Brake disc')
  const reminder = page.getByRole('button', { name: 'Turn your sound on.' })
  await expect.element(reminder).toBeVisible()
  expect(clock.mock.calls.filter(([, time]) => time === 6000)).toHaveLength(1)
  await reminder.click()
  expect(asked).toEqual(['sound'])
  await expect.element(reminder).not.toBeInTheDocument()
  clock.mockRestore()
})

test('a screen that is muted on purpose does not ask for sound', async () => {
  const w = await wall(planOf([brake]))
  await expect.poll(w.now, soon).toBe('Brake disc')
  await expect.poll(() => page.getByRole('button', { name: 'Turn your sound on.' }).query()).toBeNull()
})

test('the labels of a film are on its picture, where there is room for words', async () => {
  const labelled = { ...brake, labels_url: labelsUrl, label_texts: { rotor: 'Brake disc itself' } }
  const w = await wall(planOf([labelled]))
  await expect.poll(w.now, soon).toBe('Brake disc')
  const video = w.video()!
  const at = (
    (await (await fetch(labelsUrl)).json()) as { labels: { id: string; runs: [number, ...unknown[]][][] }[] }
  ).labels.find(({ id }) => id === 'rotor')!.runs[0]!
  video.currentTime = (at[0]![0] + at.at(-1)![0]) / 2
  await expect.element(page.getByText('Brake disc itself')).toBeVisible()
  const box = page.getByText('Brake disc itself').element().getBoundingClientRect()
  const seen = video.getBoundingClientRect()
  expect(box.left >= seen.left && box.right <= seen.right && box.top >= seen.top && box.bottom <= seen.bottom).toBe(
    true,
  )
})

test('a menu gives way to the next item, and comes back', async () => {
  const menu = film('m1', 'Service menu', null, {
    kind: 'menu',
    part_id: null,
    duration: 0.5,
    menu: {
      id: 1,
      title: 'Service menu',
      layout: 'panel',
      footnote: 'Prices plus tax',
      sections: [],
      html: '<p>Oil change $89</p>',
      currency: 'USD',
      films: [],
    },
  })
  const w = await wall(planOf([menu, picture]))
  await expect.element(page.getByText('Oil change $89').first()).toBeVisible()
  await expect.poll(() => w.titles().length, soon).toBeGreaterThan(4)
  expect(w.titles().slice(0, 4)).toEqual(['Service menu', 'Winter check', 'Service menu', 'Winter check'])
})
