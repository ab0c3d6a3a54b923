import { useState } from 'react'
import { toast } from '../../../core/toast.ts'

/** Copies a link. If the browser refuses, `stuck` holds the link for sharing in another way. */
export function useCopy(said = 'srvc_video_link_copied_to_clipboard') {
  const [stuck, setStuck] = useState<string | null>(null)
  const copy = async (link: string) => {
    try {
      await navigator.clipboard.writeText(link)
      toast(said)
    } catch {
      setStuck(link)
    }
  }
  return { copy, stuck, unstick: () => setStuck(null) }
}
