import { type DetailedError, Upload } from 'tus-js-client'

/**
 * Uploads of files in parts: they wait for the network by themselves, and continue after a reload when the same file is
 * chosen again.
 */

const partSize = 8 * 1024 ** 2
/** Milliseconds between attempts; the last one repeats, because a shop's network may be off for a night. */
const delays = [0, 1000, 3000, 5000, ...Array.from({ length: 1000 }, () => 15_000)]

export interface UploadEvents {
  /** The name of the upload on the server. */
  onName: (name: string) => void
  /** Bytes that have arrived. */
  onSent: (sent: number) => void
  /** It waits for the network. */
  onWait: () => void
  /** It was refused: a message key. */
  onRefused: (problem: string) => void
  onDone: () => void
}

/** Begins the upload of a file under a path, or continues it where it broke off. */
export async function uploadInParts(file: File, endpoint: string, events: UploadEvents): Promise<Upload> {
  const upload: Upload = new Upload(file, {
    endpoint,
    chunkSize: partSize,
    retryDelays: delays,
    removeFingerprintOnSuccess: true,
    metadata: { filename: file.name },
    // Other paths store other uploads of the same file.
    fingerprint: ({ name, size, lastModified }: File) =>
      Promise.resolve(['tus', endpoint, name, size, lastModified].join('-')),
    onUploadUrlAvailable: () => events.onName(upload.url?.split('/').at(-1) ?? ''),
    onProgress: events.onSent,
    onShouldRetry: (error) => {
      const waits = isNetwork(error)
      if (waits) events.onWait()
      return waits
    },
    onError: (error) => events.onRefused(problemOf(error)),
    onSuccess: events.onDone,
  })
  const [earlier] = await upload.findPreviousUploads()
  if (earlier) upload.resumeFromPreviousUpload(earlier)
  upload.start()
  return upload
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
