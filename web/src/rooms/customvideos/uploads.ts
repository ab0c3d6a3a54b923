import { retriableProblems } from '@cutaway/contract/rooms/customvideos/videos.ts'
import { useSyncExternalStore } from 'react'
import type { Upload } from 'tus-js-client'
import { uploadInParts } from '../../ui/upload/upload-in-parts.ts'

/**
 * Uploads of this browser window, in parts. They go on while the user looks at other pages, wait for the network by
 * themselves, and continue after a reload when the same file is chosen again.
 */

export interface RunningUpload {
  /** The name under /video_uploads; empty until the server has given it. */
  name: string
  file: string
  sent: number
  total: number
  /** `waits`: for the network, by itself. */
  state: 'runs' | 'paused' | 'waits' | 'failed'
  /** A message key. */
  problem: string | null
  pause: () => void
  resume: () => void
  /** Ends it here and on the server. */
  cancel: () => Promise<void>
}

const endpoint = '/video_uploads'
let uploads: readonly RunningUpload[] = []
const listeners = new Set<() => void>()

function change(next: readonly RunningUpload[]): void {
  uploads = next
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useUploads = (): readonly RunningUpload[] => useSyncExternalStore(listen, () => uploads)

export const dismissUpload = (upload: RunningUpload): void => change(uploads.filter((one) => one.file !== upload.file))

/** Begins the upload of a file, or continues it where it broke off. `onDone` runs when the server has the whole file. */
export async function startUpload(file: File, onDone: () => void): Promise<void> {
  const former = uploads.find((one) => one.file === file.name)
  if (former && former.state !== 'failed') return former.resume()
  const set = (to: Partial<RunningUpload>) =>
    change(uploads.map((one) => (one.file === file.name ? { ...one, ...to } : one)))
  let upload: Upload | undefined
  const row: RunningUpload = {
    name: '',
    file: file.name,
    sent: 0,
    total: file.size,
    state: 'runs',
    problem: null,
    pause: () => {
      void upload?.abort()
      set({ state: 'paused' })
    },
    resume: () => {
      set({ state: 'runs', problem: null })
      upload?.start()
    },
    cancel: async () => {
      await upload?.abort(true).catch(() => undefined)
      change(uploads.filter((one) => one.file !== file.name))
      onDone()
    },
  }
  change([...uploads.filter((one) => one.file !== file.name), row])
  upload = await uploadInParts(file, endpoint, {
    onName: (name) => set({ name }),
    onSent: (sent) => set({ sent, state: 'runs' }),
    onWait: () => set({ state: 'waits' }),
    onRefused: (problem) => set({ state: 'failed', problem }),
    onDone: () => {
      change(uploads.filter((one) => one.file !== file.name))
      onDone()
    },
  })
}

export const canTryAgain = (problem: string | null): boolean => problem !== null && retriableProblems.includes(problem)
