import type { Envelope } from '@cutaway/contract/endpoint.ts'
import { CallFailed } from '../../../core/api.ts'

/**
 * Sends a file of a call with its progress, which fetch() does not tell. Rejects with CallFailed for a refusal, and with
 * an AbortError after `signal`.
 */
export function sendFile<Data>(
  path: string,
  fields: Record<string, string>,
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<Data> {
  return new Promise((resolve, reject) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', file, file.name)
    const request = new XMLHttpRequest()
    request.open('POST', `/api/v1${path}`)
    request.responseType = 'json'
    request.setRequestHeader('accept', 'application/json')
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('error', () => reject(new CallFailed('service_unavailable', 0)))
    request.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
    request.addEventListener('load', () => {
      const answer = request.response as Envelope<Data> | null
      if (answer?.status === 1 && answer.data) resolve(answer.data)
      else reject(new CallFailed(answer?.message ?? 'service_unavailable', request.status))
    })
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
