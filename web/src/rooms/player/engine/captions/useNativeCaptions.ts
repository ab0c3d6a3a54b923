import { useEffect } from 'react'
import { useEngine } from '../context.ts'

/**
 * Switches the browser's own captions on while a phone shows the film in its native full screen, which does not show
 * ours.
 */
export function useNativeCaptions(): void {
  const { film, machine, tongue, captionsOn } = useEngine()
  const video = machine?.video
  const url = captionsOn ? film.captions.find(({ tag }) => tag === tongue)?.url : undefined
  useEffect(() => {
    if (!video || !url) return
    let track: HTMLTrackElement | null = null
    const leave = () => {
      track?.remove()
      track = null
    }
    const enter = () => {
      leave()
      track = document.createElement('track')
      Object.assign(track, { kind: 'subtitles', src: url, srclang: tongue, default: true })
      video.append(track)
      track.track.mode = 'showing'
    }
    video.addEventListener('webkitbeginfullscreen', enter)
    video.addEventListener('webkitendfullscreen', leave)
    return () => {
      leave()
      video.removeEventListener('webkitbeginfullscreen', enter)
      video.removeEventListener('webkitendfullscreen', leave)
    }
  }, [video, url, tongue])
}
