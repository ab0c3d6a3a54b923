import { expect, test } from 'vitest'
import { WatchedRanges } from './watched-ranges.ts'

const played = (stretches: WatchedRanges, from: number, to: number) => {
  stretches.play(from)
  for (let second = from; second <= to + 1e-9; second += 0.25) stretches.progress(second)
}

test('a film that is watched from one second to another is one stretch', () => {
  const stretches = new WatchedRanges()
  played(stretches, 0, 8)
  stretches.stop()
  expect(stretches.take()).toEqual([[0, 8]])
  expect(stretches.take()).toEqual([])
})

test('whoever goes back sees a part twice', () => {
  const stretches = new WatchedRanges()
  played(stretches, 0, 5)
  stretches.stop()
  played(stretches, 2, 6)
  stretches.stop()
  expect(stretches.take()).toEqual([
    [0, 5],
    [2, 6],
  ])
})

test('a leap without a word from the player ends a stretch too, forward and back', () => {
  const stretches = new WatchedRanges()
  played(stretches, 0, 3)
  stretches.progress(20)
  stretches.progress(20.5)
  stretches.progress(1)
  stretches.progress(1.5)
  stretches.stop()
  expect(stretches.take()).toEqual([
    [0, 3],
    [20, 20.5],
    [1, 1.5],
  ])
})

test('at double speed the steps are longer, and no leaps', () => {
  const stretches = new WatchedRanges()
  stretches.play(0)
  stretches.progress(4, 2)
  stretches.progress(8, 2)
  stretches.stop()
  expect(stretches.take()).toEqual([[0, 8]])
})

test('a report in mid-film takes what was watched, and the next one goes on from there', () => {
  const stretches = new WatchedRanges()
  played(stretches, 0, 4)
  expect(stretches.take()).toEqual([[0, 4]])
  stretches.progress(5)
  stretches.stop()
  expect(stretches.take()).toEqual([[4, 5]])
})

test('a click that shows hardly a picture is nothing', () => {
  const stretches = new WatchedRanges()
  stretches.play(3)
  stretches.progress(3.05)
  stretches.stop()
  expect(stretches.take()).toEqual([])
})
