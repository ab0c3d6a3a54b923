import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  begin,
  fileEnded,
  frameAt,
  frameAtRest,
  landed,
  type Order,
  progress,
  type Run,
  type Segment,
  segmentOf,
  shown,
  takeUp,
  timeOf,
} from './segments.ts'

const times = (play_time: string, loop_time = '', time_consideration: 'seconds' | 'frames' = 'frames') =>
  segmentOf({ play_time, loop_time, time_consideration })

const segment = (playTime: string, loopTime = ''): Segment => {
  const read = times(playTime, loopTime)
  if (!read) throw new Error('unreadable times')
  return read
}

/** Plays a run on a film that shows every frame (or every `step`th). Returns the frames and orders until it pauses. */
function play(start: Segment, { step = 1, most = 400 } = {}) {
  let [run, order]: [Run, Order] = begin(start)
  const orders: Order[] = [order]
  const frames: number[] = []
  let at = 0
  for (let i = 0; i < most; i += 1) {
    if (order.do === 'seek') {
      at = order.to - (order.to % step)
      ;[run, order] = landed(run)
      if (order.do !== 'nothing') orders.push(order)
    } else if (order.do === 'pause') break
    else {
      frames.push(at)
      ;[run, order] = shown(run, at, step)
      if (order.do === 'nothing') at += step
      else orders.push(order)
    }
  }
  return { run, frames, orders }
}

describe('the times of a step', () => {
  test('are frames at 30 per second, from frames or from seconds', () => {
    expect(times('60,135', '111,135')).toEqual({ start: 60, end: 135, loop: { start: 111, end: 135 } })
    expect(times('2,4.5', '3.7,4.5', 'seconds')).toEqual({ start: 60, end: 135, loop: { start: 111, end: 135 } })
  })

  test('that are invalid make no segment', () => {
    for (const text of ['', '5', 'a,b', '1,2,3', '-1,4', ',', '1,']) expect(times(text)).toBeNull()
  })

  test('of a loop of one frame make no loop', () => {
    for (const loop of ['', '50,50', '50,51', '60,40', 'x,y']) expect(times('0,60', loop)?.loop).toBeNull()
  })

  test('that run backwards pause at once', () => {
    expect(times('60,30')).toEqual({ start: 60, end: 60, loop: null })
  })

  test('define the frame before any click', () => {
    expect(frameAtRest('2,4.5', 'seconds')).toBe(60)
    expect(frameAtRest('12,40', 'frames')).toBe(12)
    expect(frameAtRest('', 'seconds')).toBe(0)
  })

  test('a frame is shown at the middle of its time', () => {
    for (let frame = 0; frame < 2000; frame += 1) expect(frameAt(timeOf(frame))).toBe(frame)
    // 15 and 24 frames per second, with a decoder's time stamps
    expect(frameAt(2 / 15)).toBe(4)
    expect(frameAt(134 / 30)).toBe(134)
    expect(frameAt(Number((59 / 15).toFixed(6)))).toBe(118)
  })
})

describe('a step without a loop', () => {
  test('plays from its first frame and pauses on its last', () => {
    const { run, frames, orders } = play(segment('60,90'))
    expect(frames[0]).toBe(60)
    expect(frames.at(-1)).toBe(89)
    expect(orders.at(-1)).toEqual({ do: 'pause', goTo: 90 })
    expect(run.phase).toBe('ended')
    expect(progress(run, 90)).toBe(1)
  })

  test('returns to its last frame after a late frame', () => {
    const running: Run = { ...landed(begin(segment('60,90'))[0])[0], passedOver: -1 }
    expect(shown(running, 93)[1]).toEqual({ do: 'pause', goTo: 90 })
  })

  test('pauses in time on a film with a lower frame rate', () => {
    const running: Run = { ...landed(begin(segment('60,90'))[0])[0], passedOver: -1 }
    expect(shown(running, 86, 2)[1].do).toBe('nothing')
    expect(shown(running, 88, 2)[1]).toEqual({ do: 'pause', goTo: 90 })
  })

  test('of a single frame stays on it', () => {
    expect(play(segment('45,45')).orders).toEqual([
      { do: 'seek', to: 45 },
      { do: 'pause', goTo: null },
    ])
  })

  test('ends at the end of the file', () => {
    const [run] = landed(begin(segment('270,360'))[0])
    const [after, order] = fileEnded(shown(run, 271)[0])
    expect(order.do).toBe('pause')
    expect(fileEnded(after)[1].do).toBe('nothing')
  })
})

describe('a step with a loop', () => {
  const loops = (orders: Order[]) => orders.flatMap((order) => (order.do === 'seek' ? [order.to] : []))

  test('returns one frame before the end', () => {
    const { frames, orders } = play(segment('60,135', '111,135'), { most: 160 })
    expect(loops(orders).slice(0, 3)).toEqual([60, 111, 111])
    expect(Math.max(...frames)).toBe(134)
    expect(orders.some((order) => order.do === 'pause')).toBe(false)
  })

  test('shows no frame beyond the end on a film of 15 frames per second', () => {
    const { frames } = play(segment('60,135', '112,135'), { step: 2, most: 120 })
    expect(Math.max(...frames)).toBe(134)
    expect(Math.max(...play(segment('60,134', '112,134'), { step: 2, most: 120 }).frames)).toBe(132)
  })

  test('whose start is after the end of the play jumps there', () => {
    const { frames, orders } = play(segment('0,30', '100,130'), { most: 150 })
    expect(loops(orders).slice(0, 2)).toEqual([0, 100])
    expect(frames.filter((frame) => frame > 29 && frame < 100)).toEqual([])
    expect(Math.max(...frames)).toBe(129)
  })

  test('whose end is before the end of the play is entered only after the play', () => {
    const { frames, orders } = play(segment('0,60', '10,40'), { most: 200 })
    expect(frames.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, i) => i))
    expect(loops(orders).slice(0, 3)).toEqual([0, 10, 10])
    expect(Math.max(...frames.slice(61))).toBe(39)
  })

  test('continues when the file ends inside it', () => {
    const [run] = landed(begin(segment('270,360', '330,360'))[0])
    expect(fileEnded(run)[1]).toEqual({ do: 'seek', to: 330 })
  })
})

describe('a click during a seek', () => {
  test('ignores frames before the seek has completed', () => {
    const [run] = begin(segment('0,30'))
    expect(shown(run, 200)).toEqual([run, { do: 'nothing' }])
  })

  test('skips stale frames from before the seek', () => {
    let [run, order] = landed(begin(segment('0,30'))[0])
    ;[run, order] = shown(run, 200)
    expect(order.do).toBe('nothing')
    ;[run, order] = shown(run, 0)
    expect(order.do).toBe('nothing')
    ;[run, order] = shown(run, 30)
    expect(order.do).toBe('pause')
  })

  test('does not wait forever when frames are far apart', () => {
    let [run, order] = landed(begin(segment('0,30'))[0])
    for (let i = 0; i < 4; i += 1) [run, order] = shown(run, 200 + i)
    expect(order).toEqual({ do: 'pause', goTo: 30 })
  })
})

test('after a manual seek, playback continues inside a step', () => {
  const run = takeUp(segment('60,90'), 75)
  expect(shown(run, 90)[1].do).toBe('pause')
  expect(takeUp(segment('0,30', '100,130'), 110).inLoop).toBe(true)
  expect(takeUp(segment('0,60', '10,40'), 20).inLoop).toBe(false)
})

test('no step ever shows a frame outside its times', () => {
  const span = fc
    .tuple(fc.nat(300), fc.integer({ min: 1, max: 90 }))
    .map(([start, length]) => [start, start + length] as const)
  const allInside = fc.check(
    fc.property(span, fc.option(span), ([start, end], loop) => {
      const { frames } = play(segment(`${start},${end}`, loop ? loop.join() : ''), { most: 300 })
      const inside = (frame: number) =>
        (frame >= start && frame <= end) || (loop !== null && frame >= loop[0] && frame <= loop[1])
      return frames.every(inside)
    }),
  )
  expect(allInside.counterexample).toBeNull()
})
