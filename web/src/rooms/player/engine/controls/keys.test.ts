import { describe, expect, test } from 'vitest'
import { actOf, isCharacter, needsFilmFocus } from './keys.ts'
import { cutOutAt, readSprite } from '../sources/sprite.ts'

const press = (key: string, more: object = {}) =>
  actOf({ key, ctrlKey: false, altKey: false, metaKey: false, repeat: false, ...more })

describe('keys', () => {
  test('jump 5 s forward and 2.3 s back, change the volume by 0.05', () => {
    expect(press('ArrowRight')).toEqual({ act: 'seek', by: 5 })
    expect(press('ArrowLeft')).toEqual({ act: 'seek', by: -2.3 })
    expect(press('ArrowUp')).toEqual({ act: 'volume', by: 0.05 })
    expect(press('ArrowDown')).toEqual({ act: 'volume', by: -0.05 })
  })

  test('1 to 9 play steps, 0 does nothing', () => {
    expect(press('7')).toEqual({ act: 'step', number: 7 })
    expect(press('0')).toBeNull()
  })

  test('are case-insensitive, and ignored with a modifier', () => {
    expect(press('M')).toEqual({ act: 'mute' })
    for (const modifier of ['ctrlKey', 'altKey', 'metaKey']) expect(press('f', { [modifier]: true })).toBeNull()
  })

  test('repeat while held only for jumps and volume', () => {
    expect(press('ArrowRight', { repeat: true })).toEqual({ act: 'seek', by: 5 })
    expect(press(' ', { repeat: true })).toBeNull()
    expect(press('c', { repeat: true })).toBeNull()
  })

  test('that scroll the page require focus on the film; letters and digits can be switched off', () => {
    const known = (key: string) => {
      const act = press(key)
      if (!act) throw new Error(key)
      return act
    }
    expect(needsFilmFocus(known('ArrowUp'))).toBe(true)
    expect(needsFilmFocus(known('ArrowRight'))).toBe(false)
    expect(['m', 'c', 'l', 'f', '3'].every((key) => isCharacter(known(key)))).toBe(true)
    expect([' ', 'ArrowLeft'].some((key) => isCharacter(known(key)))).toBe(false)
  })
})

test('crops the pictures of the seek preview from a sprite, relative to its file', () => {
  const file =
    'WEBVTT\n\n00:00.000 --> 00:01.000\nsprite.webp#xywh=0,0,160,90\n\n00:01.000 --> 00:02.000\nsprite.webp#xywh=160,0,160,90\n'
  const cutOuts = readSprite(file, 'http://localhost/media/thumbnails.vtt')
  expect(cutOutAt(cutOuts, 1.5)).toEqual({
    start: 1,
    end: 2,
    url: 'http://localhost/media/sprite.webp',
    x: 160,
    y: 0,
    width: 160,
    height: 90,
  })
  expect(cutOutAt(cutOuts, 99)?.x).toBe(160)
  expect(cutOutAt([], 1)).toBeNull()
})

test('the question mark shows the shortcuts, unless letters and digits are switched off', () => {
  const key = press('?')
  expect(key).toEqual({ act: 'help' })
  expect(key && isCharacter(key)).toBe(true)
})
