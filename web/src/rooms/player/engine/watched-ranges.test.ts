import { expect, test } from 'vitest'
import { playedFrom, WatchedRanges } from './watched-ranges.ts'

const played = (stretches: WatchedRanges, from: number, to: number) => {
  stretches.play(from)
  for (let second = from; second <= to + 1e-9; second += 0.25) stretches.progress(second)
}

test('continuous playback is one range', () => {
  const stretches = new WatchedRanges()
  played(stretches, 0, 8)
  stretches.stop()
  expect(stretches.take()).toEqual([[0, 8]])
  expect(stretches.take()).toEqual([])
})

test('a part that is replayed counts twice', () => {
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

test('a jump without an event from the player also ends a range, forward and back', () => {
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

test('at double speed, larger time steps are not jumps', () => {
  const stretches = new WatchedRanges()
  stretches.play(0)
  stretches.progress(4, 2)
  stretches.progress(8, 2)
  stretches.stop()
  expect(stretches.take()).toEqual([[0, 8]])
})

test('a report in mid-film takes the ranges so far, and the next continues from there', () => {
  const stretches = new WatchedRanges()
  played(stretches, 0, 4)
  expect(stretches.take()).toEqual([[0, 4]])
  stretches.progress(5)
  stretches.stop()
  expect(stretches.take()).toEqual([[4, 5]])
})

test('ignores a range of hardly a frame', () => {
  const stretches = new WatchedRanges()
  stretches.play(3)
  stretches.progress(3.05)
  stretches.stop()
  expect(stretches.take()).toEqual([])
})

test('a film that played before it was watched counts from where it began', () => {
  const film = {
    currentTime: 6.5,
    played: { length: 2, start: (i: number) => [0, 5][i]!, end: (i: number) => [3, 7][i]! },
  }
  const from = playedFrom(film as HTMLMediaElement)
  expect(from).toBe(5)
  const stretches = new WatchedRanges()
  stretches.play(from!, film.currentTime)
  stretches.progress(7)
  expect(stretches.take()).toEqual([[5, 7]])
  expect(playedFrom({ ...film, currentTime: 4 } as HTMLMediaElement)).toBeNull()
})
