import type { CustomerData } from '@cutaway/contract/customer-page.ts'
import { captionRoom, cueAt, piecesOf, spokenWords } from '../../player/engine/captions/captions.ts'
import { readVtt, type Cue } from '../../player/engine/captions/vtt.ts'
import { byId } from './elements.ts'

/**
 * Captions as the portal draws them: what has been spoken is white, what comes is grey. They are on until somebody turns
 * them off, and always while there is no sound. Until they are loaded, and in players of the telephone's own, the browser
 * shows its.
 */
export function startCaptions({ captions_url: url }: CustomerData, video: HTMLVideoElement): { load: () => void } {
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
      // The browser has its own way to the same file, and tries it again when the film is played again.
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
    // Without sound they cannot be turned off alone: then the wish is for sound as well.
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

  return {
    load: () => {
      if (asked) return
      asked = true
      void fetchCues(url)
    },
  }
}
