import { useEffect, useState } from 'react'
import { useTopDialog } from '../../../../ui/overlay/open-dialogs.ts'
import { useEngine } from '../context.ts'

/** Returns whether the film is at its end; any seek and replay end it. */
export function useEnded(): boolean {
  const video = useEngine().machine?.video
  const [ended, setEnded] = useState(false)
  useEffect(() => {
    if (!video) return
    const read = () => setEnded(video.ended)
    const events = ['ended', 'play', 'seeking', 'seeked', 'emptied']
    for (const event of events) video.addEventListener(event, read)
    return () => {
      for (const event of events) video.removeEventListener(event, read)
    }
  }, [video])
  return ended
}

/** Pauses the film when a dialog opens over it. A film inside the dialog goes on. */
export function usePauseUnderDialog(): void {
  const video = useEngine().machine?.video
  const dialog = useTopDialog()
  useEffect(() => {
    if (video && dialog && !dialog.contains(video)) video.pause()
  }, [video, dialog])
}
