import type { InteractiveButton } from '@cutaway/contract/rooms/player/player.ts'
import { describe, expect, test } from 'vitest'
import { railAfterClick, railAtLoad, railRows } from './buttons.ts'

const step = (id: string, more: Partial<InteractiveButton> = {}): InteractiveButton => ({
  id,
  title: id,
  note: '',
  group: '',
  rating: '',
  show_button_ids: '',
  play_time: '0,1',
  loop_time: '',
  time_consideration: 'seconds',
  show_on_load: 1,
  is_divider_line: 0,
  ...more,
})

const ids = (buttons: InteractiveButton[], rail = railAtLoad(buttons)) =>
  railRows(buttons, rail).map((row) => row.button.id)

describe('the rail of steps', () => {
  const rest = step('rest', { group: 'How it works' })
  const applied = step('applied', { group: 'How it works', show_button_ids: 'released, applied' })
  const released = step('released', { group: 'How it works', show_on_load: 0 })
  const worn = step('worn', { group: 'Pad wear', is_divider_line: 1 })
  const all = [rest, applied, released, worn]

  test('initially shows only the steps marked for it', () => {
    expect(ids(all)).toEqual(['rest', 'applied', 'worn'])
  })

  test('moves the named steps to the front and shows them', () => {
    const rail = railAfterClick(railAtLoad(all), applied)
    expect(ids(all, rail)).toEqual(['released', 'applied', 'rest', 'worn'])
  })

  test('does not change after a step that names none', () => {
    const rail = railAtLoad(all)
    expect(railAfterClick(rail, rest)).toBe(rail)
  })

  test('ignores unknown, repeated or empty names', () => {
    const odd = step('odd', { show_button_ids: ' worn,,nobody,worn ' })
    expect(ids([...all, odd], railAfterClick(railAtLoad([...all, odd]), odd))).toEqual([
      'worn',
      'rest',
      'applied',
      'odd',
    ])
    const empty = step('empty', { show_button_ids: ' , ' })
    const rail = railAtLoad(all)
    expect(railAfterClick(rail, empty)).toBe(rail)
  })

  test('keeps the number of a step when the order changes', () => {
    const rail = railAfterClick(railAtLoad(all), applied)
    expect(railRows(all, rail).map((row) => row.number)).toEqual([3, 2, 1, 4])
  })

  test('puts a heading at the start of a group, and a line above every group but the first', () => {
    const rows = railRows(all, railAtLoad(all))
    expect(rows.map((row) => row.heading)).toEqual(['How it works', null, 'Pad wear'])
    expect(rows.map((row) => row.line)).toEqual([false, false, true])
  })

  test('draws a dividing line without a group too, never above the first row', () => {
    const plain = [step('a', { is_divider_line: 1 }), step('b', { is_divider_line: 1 }), step('c')]
    expect(railRows(plain, railAtLoad(plain)).map((row) => row.line)).toEqual([false, true, false])
  })
})
