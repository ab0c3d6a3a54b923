import type { PlayerData } from '@cutaway/contract/pages/small-player.ts'
import { captionRoom, cueAt, piecesOf, spokenWords } from '../engine/captions/captions.ts'
import { readVtt, type Cue } from '../engine/captions/vtt.ts'
import { byId } from './elements.ts'

/**
 * Renders captions as the portal does: spoken words are white, coming words grey. They are on until the customer turns
 * them off, and always on while the film is muted. Until they are loaded, and in a phone's native player, the browser
 * shows its own.
 */
export function startCaptions({ captions_url: url }: PlayerData, video: HTMLVideoElement): { load: () => void } {
  const box = byId('caption', HTMLElement)
  const button = byId('captions', HTMLButtonElement)
  if (!url || !box || !button) return { load: () => undefined }
  let cues: Cue[] = []
  let asked = false
  let wanted = true
  let shown: Cue | null = null

  const isOn = () => wanted || video.muted
  const native = () => video.textTracks[0]
  const useNative = (mode: TextTrackMode) => {
    const track = native()
    if (track) track.mode = mode
  }
  useNative('disabled')

  async function fetchCues(from: string) {
    try {
      const response = await fetch(from)
      if (!response.ok) throw new Error(String(response.status))
      cues = readVtt(await response.text())
    } catch {
      // The browser loads the same file itself, and the next play retries.
      asked = false
      useNative(isOn() ? 'showing' : 'disabled')
    }
  }

  let pieces: Cue[] = []
  let width = 0
  function draw() {
    const cue = isOn() && cues.length > 0 ? current() : null
    box!.hidden = cue === null
    if (!cue) {
      shown = null
      return
    }
    if (cue !== shown) {
      box!.replaceChildren(
        ...cue.words.map(({ text }) => {
          const word = document.createElement('span')
          word.textContent = text
          return word
        }),
      )
      shown = cue
    }
    const spoken = spokenWords(cue, video.currentTime)
    for (const [i, word] of [...box!.children].entries()) word.classList.toggle('spoken', i < spoken)
  }
  function current(): Cue | null {
    const now = video.clientWidth
    if (now !== width || pieces.length === 0) {
      width = now
      pieces = piecesOf(cues, captionRoom(width))
    }
    return cueAt(pieces, video.currentTime)
  }
  function drawButton() {
    button!.setAttribute('aria-pressed', String(isOn()))
    draw()
  }

  button.addEventListener('click', () => {
    // Captions cannot be turned off while the film is muted, so this also turns the sound on.
    wanted = !isOn()
    if (!wanted && video.muted) video.muted = false
    drawButton()
  })
  video.addEventListener('volumechange', drawButton)
  video.addEventListener('webkitbeginfullscreen', () => useNative(isOn() ? 'showing' : 'disabled'))
  video.addEventListener('webkitendfullscreen', () => useNative('disabled'))
  let frame = 0
  const follow = () => {
    cancelAnimationFrame(frame)
    draw()
    if (!video.paused && !video.ended) frame = requestAnimationFrame(follow)
  }
  for (const event of ['playing', 'pause', 'seeked', 'ended']) video.addEventListener(event, follow)
  if (!video.paused) follow()

  return {
    load: () => {
      if (asked) return
      asked = true
      void fetchCues(url)
    },
  }
}
