import { useEffect } from 'react'
import { useEngine } from '../context.ts'
import { actOf, isCharacter, needsFilmFocus } from './keys.ts'
import { usePlayer } from '../sources/player.ts'

/** Elements that handle keys themselves. */
const typing =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"], [role="combobox"]'
const arrows = '[role="tablist"], [role="radiogroup"], [role="menu"], [role="listbox"], [role="slider"]'
const pressable = 'button, a[href], summary, [role="menuitem"], [role="menuitemradio"], [role="switch"], [role="tab"]'
/** The button of the playing step: the space bar pauses instead of pressing it, as elsewhere in the player. */
const playingStep = '[data-step][aria-pressed="true"]:not([data-ended])'
/** Elements that have the focus when the user has focused nothing: the page, or the heading after a navigation. */
const nothingFocused = 'body, main, h1'

/**
 * Handles the player's keys while the focus is on the stage, or on no control. Keys that the focused element uses are
 * left to it.
 */
export function useKeys(view: HTMLElement | null): void {
  const player = usePlayer()
  const { stage, machine, keysOn, toggle, playNumber, openDialog, customer, next } = useEngine()
  const shown = customer?.on ?? false
  useEffect(() => {
    const root = stage ?? view
    if (!root || !machine) return
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      if (event.defaultPrevented || !(target instanceof Element)) return
      const key = actOf(event)
      if (!key || target.closest(typing)) return
      if (!root.contains(target) && (!target.matches(nothingFocused) || document.querySelector('dialog:modal'))) return
      if (needsFilmFocus(key) && !view?.contains(target)) return
      if (isCharacter(key) && !keysOn) return
      if (event.key.startsWith('Arrow') && target.closest(arrows)) return
      if (key.act === 'toggle' && target.closest(pressable) && !target.closest(playingStep)) return
      event.preventDefault()
      const { video } = machine
      switch (key.act) {
        case 'toggle':
          if (video.paused || video.ended) void player.play().catch(() => undefined)
          else player.pause()
          return
        case 'seek':
          return void player.seek(video.currentTime + key.by)
        case 'volume':
          // Rounded, so that repeated steps do not add up to 0.30000000000000004.
          return void player.setVolume(Math.round((video.volume + key.by) * 100) / 100)
        case 'mute':
          return void player.toggleMuted()
        // Customer mode already covers the screen.
        case 'help':
          return shown ? undefined : openDialog('keys')
        case 'fullscreen':
          if (shown) return
          return void player.toggleFullscreen().catch(() => undefined)
        // At the end of the film only, where the page shows both.
        case 'again':
          if (video.ended) void player.play().catch(() => undefined)
          return
        case 'next':
          return video.ended ? next?.() : undefined
        case 'step':
          return playNumber(key.number)
        case 'captions':
        case 'labels':
          return toggle(key.act)
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [view, stage, machine, keysOn, player, toggle, playNumber, openDialog, shown, next])
}
