import { afterEach, expect, test } from 'vitest'
import { isSearchKey } from './shortcut.ts'

const press = (on: Element, init: KeyboardEventInit = {}) => {
  let answer = false
  const listen = (event: KeyboardEvent) => (answer = isSearchKey(event))
  addEventListener('keydown', listen)
  on.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, ...init }))
  removeEventListener('keydown', listen)
  return answer
}

afterEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
})

test('the stroke jumps into the search from anywhere on the page', () => {
  expect(press(document.body)).toBe(true)
  expect(press(document.body, { key: 'a' })).toBe(false)
  expect(press(document.body, { ctrlKey: true })).toBe(false)
})

test('who is writing writes a stroke', () => {
  const field = document.body.appendChild(document.createElement('input'))
  expect(press(field)).toBe(false)
})

test('whoever has switched single keys off beside the film is not disturbed by this one', () => {
  localStorage.setItem('film_choices', JSON.stringify({ keys: false }))
  expect(press(document.body)).toBe(false)
  localStorage.setItem('film_choices', 'broken')
  expect(press(document.body)).toBe(true)
})
