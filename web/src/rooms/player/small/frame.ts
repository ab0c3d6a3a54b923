import { byId } from './elements.ts'

/**
 * Shows the player of another website in the stage, once a person wants to watch: before that, the other website learns
 * nothing of the visitor. `onStart` is called when it has loaded; what is watched in it is known there only.
 */
export function startFrame(url: string, onStart: () => void): (() => Promise<void>) | undefined {
  const place = byId('frame', HTMLElement)
  const start = byId('start', HTMLButtonElement)
  if (!place || !start) return undefined
  const begin = () => {
    if (!start.isConnected) return Promise.resolve()
    const frame = document.createElement('iframe')
    const address = new URL(url)
    // The button was the press to play.
    address.searchParams.set('autoplay', '1')
    frame.src = address.href
    frame.title = place.dataset['title'] ?? ''
    // Players need scripts and storage. Their hosts are never ours, so allowing both does not weaken the sandbox.
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation')
    frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media'
    frame.referrerPolicy = 'strict-origin-when-cross-origin'
    frame.addEventListener('load', onStart, { once: true })
    start.remove()
    place.append(frame)
    frame.focus()
    return Promise.resolve()
  }
  start.hidden = false
  start.addEventListener('click', () => void begin())
  return begin
}
