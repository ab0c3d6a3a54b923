import { retriableProblems } from '@cutaway/contract/rooms/customvideos/videos.ts'
import { useSyncExternalStore } from 'react'
import { type DetailedError, Upload } from 'tus-js-client'

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
const partSize = 8 * 1024 ** 2
/** Milliseconds between attempts; the last one repeats, because a shop's network may be off for a night. */
const delays = [0, 1000, 3000, 5000, ...Array.from({ length: 1000 }, () => 15_000)]

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
  const upload = new Upload(file, {
    endpoint,
    chunkSize: partSize,
    retryDelays: delays,
    removeFingerprintOnSuccess: true,
    metadata: { filename: file.name },
    onUploadUrlAvailable: () => set({ name: upload.url?.split('/').at(-1) ?? '' }),
    onProgress: (sent) => set({ sent, state: 'runs' }),
    onShouldRetry: (error) => {
      const waits = isNetwork(error)
      if (waits) set({ state: 'waits' })
      return waits
    },
    onError: (error) => set({ state: 'failed', problem: problemOf(error) }),
    onSuccess: () => {
      change(uploads.filter((one) => one.file !== file.name))
      onDone()
    },
  })
  const row: RunningUpload = {
    name: '',
    file: file.name,
    sent: 0,
    total: file.size,
    state: 'runs',
    problem: null,
    pause: () => {
      void upload.abort()
      set({ state: 'paused' })
    },
    resume: () => {
      set({ state: 'runs', problem: null })
      upload.start()
    },
    cancel: async () => {
      await upload.abort(true).catch(() => undefined)
      change(uploads.filter((one) => one.file !== file.name))
      onDone()
    },
  }
  change([...uploads.filter((one) => one.file !== file.name), row])
  const [earlier] = await upload.findPreviousUploads()
  if (earlier) upload.resumeFromPreviousUpload(earlier)
  upload.start()
}

/** The server did not answer, or says that it is not ready. Another answer will not change by itself. */
function isNetwork(error: DetailedError): boolean {
  const status = error.originalResponse?.getStatus() ?? 0
  // 423: the part before, whose connection broke, is still being written.
  return status === 0 || status === 423 || status === 429 || status === 409 || (status >= 500 && status !== 507)
}

function problemOf(error: Error | DetailedError): string {
  const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined
  try {
    const { message } = JSON.parse(body ?? '') as { message?: unknown }
    if (typeof message === 'string') return message
  } catch {
    // The answer of a proxy is no JSON.
  }
  return 'upload_failed'
}

export const canTryAgain = (problem: string | null): boolean => problem !== null && retriableProblems.includes(problem)
