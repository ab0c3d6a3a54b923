import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { delayedSave, type SaveState } from './delayed-save.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function desk(answer: (value: string) => Promise<unknown> = () => Promise.resolve()) {
  const saved: string[] = []
  const states: SaveState[] = []
  const saver = delayedSave<string>({
    delay: 500,
    save: (value, leaving) => {
      saved.push(leaving ? `${value} while leaving` : value)
      return answer(value)
    },
    onState: (state) => states.push(state),
  })
  return { saver, saved, states }
}

test('saves consecutive changes once, half a second after the last', async () => {
  const { saver, saved, states } = desk()
  saver.change('A')
  await vi.advanceTimersByTimeAsync(400)
  saver.change('B')
  await vi.advanceTimersByTimeAsync(499)
  expect(saved).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(saved).toEqual(['B'])
  expect(states).toEqual(['waiting', 'waiting', 'saving', 'saved'])
})

test('leaving within the half second saves at once, and only once', async () => {
  const { saver, saved } = desk()
  saver.change('A')
  await saver.flush({ leaving: true })
  await vi.advanceTimersByTimeAsync(1000)
  expect(saved).toEqual(['A while leaving'])
  expect(await saver.flush()).toBe(true)
  expect(saved).toHaveLength(1)
})

test('a change during a save is saved afterwards, never in parallel', async () => {
  let release = () => {}
  const { saver, saved } = desk((value) =>
    value === 'A' ? new Promise<void>((done) => (release = done)) : Promise.resolve(),
  )
  saver.change('A')
  await vi.advanceTimersByTimeAsync(500)
  saver.change('B')
  await vi.advanceTimersByTimeAsync(1000)
  expect(saved).toEqual(['A'])
  release()
  await vi.advanceTimersByTimeAsync(0)
  expect(saved).toEqual(['A', 'B'])
})

test('keeps an unsaved change for a retry', async () => {
  let broken = true
  const { saver, saved, states } = desk(() => (broken ? Promise.reject(new Error('no line')) : Promise.resolve()))
  saver.change('A')
  await vi.advanceTimersByTimeAsync(500)
  expect(states.at(-1)).toBe('failed')
  broken = false
  expect(await saver.flush()).toBe(true)
  expect(saved).toEqual(['A', 'A'])
  expect(states.at(-1)).toBe('saved')
})
