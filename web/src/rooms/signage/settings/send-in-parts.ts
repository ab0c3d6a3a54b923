import { CallFailed } from '../../../core/api.ts'
import { uploadInParts } from '../../../ui/upload/upload-in-parts.ts'

/**
 * Uploads a file of a loop in parts and resolves with the name of the upload. Rejects with CallFailed if it is refused,
 * and with an AbortError after `signal`, which also removes from the server what has arrived.
 */
export function sendInParts(
  file: File,
  { signal, onProgress, onWait }: { signal: AbortSignal; onProgress: (share: number) => void; onWait: () => void },
): Promise<string> {
  return new Promise((resolve, reject) => {
    let name = ''
    let isDone = false
    const begun = uploadInParts(file, '/loop_uploads', {
      onName: (given) => (name = given),
      onSent: (sent) => onProgress(file.size === 0 ? 0 : sent / file.size),
      onWait,
      onRefused: (problem) => reject(new CallFailed(problem, 200)),
      onDone: () => {
        isDone = true
        resolve(name)
      },
    })
    begun.catch(reject)
    signal.addEventListener('abort', () => {
      if (isDone) return
      reject(new DOMException('cancelled', 'AbortError'))
      // What could not be removed now goes by itself after a day.
      void begun.then((upload) => upload.abort(true)).catch(() => undefined)
    })
  })
}
