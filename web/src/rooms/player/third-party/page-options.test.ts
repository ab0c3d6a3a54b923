import { expect, test } from 'vitest'
import { optionsOf, optionsOfQuery, pageState, targetOf } from './page-options.ts'

test('an automatic login leads to one of four targets, and never to another site', () => {
  expect(targetOf({ autoLoginFor: 'SETTING' })).toBe('/looped_animations_setting')
  expect(targetOf({ autoLoginFor: 'play' })).toBe('/play_looped_animation')
  expect(targetOf({ autoLoginFor: 'INTERACTIVE', part_id: 'BRKDSC' })).toBe('/viewAnimation/BRKDSC')
  for (const part_id of ['', '//evil.example', '..', 'a/b'])
    expect(targetOf({ autoLoginFor: 'INTERACTIVE', part_id })).toBe('/home')
  for (const autoLoginFor of ['', 'HOME', 'https://evil.example', '//evil.example', 'constructor'])
    expect(targetOf({ autoLoginFor })).toBe('/home')
})
test('the segments of an automatic login hide the menu and the sidebar', () => {
  expect(optionsOf({ mute: '1', showRightSidebar: '0', showMenu: 'false' })).toEqual({
    mute: true,
    show_left_sidebar: false,
    show_menu: false,
  })
  expect(optionsOf({ mute: '-', showRightSidebar: 'x' })).toEqual({
    mute: false,
    show_left_sidebar: true,
    show_menu: true,
  })
})
test('an automatic login opens the interactive film of a part if it asks for that', () => {
  expect(pageState({ isInteractive: '1' })).toEqual({ interactive: true })
  for (const isInteractive of ['0', '-', 'javascript:'])
    expect(pageState({ isInteractive })).toEqual({ interactive: false })
  expect(pageState({})).toEqual({ interactive: false })
})
test('the query of a page is read word by word; what makes no sense is left out', () => {
  const query = new URLSearchParams(
    'api_name=animation_page&part_id=BRKDSC&show_menu=0&video_only=TRUE&auto_play=maybe&lang=es-ES&language_code=%3Cb%3E',
  )
  expect(optionsOfQuery(query)).toEqual({ part_id: 'BRKDSC', show_menu: false, video_only: true, lang: 'es-ES' })
})
