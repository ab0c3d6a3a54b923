import { toast } from '../../core/toast.ts'

/** Message keys of the notices. */
export interface CopyNotices {
  done: string
  failed: string
}

/** Copies a text and says so. Returns false, with a warning, if the browser refuses. */
export async function copyText(text: string, { done, failed }: CopyNotices): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    toast(done)
    return true
  } catch {
    toast(failed, { kind: 'warning' })
    return false
  }
}
