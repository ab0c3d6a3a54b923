import { useState } from 'react'
import { CallFailed } from '../api.ts'
import { toast } from '../toast.ts'

/** Saves a file that the browser holds, under a name. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // By then the browser has read the URL.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Saves a PDF under its file name. `busy` is true while the server makes it; a refusal is shown as a notice. */
export function useDownload(): { busy: boolean; download: (url: string, name: string) => void } {
  const [busy, setBusy] = useState(false)
  const save = async (url: string, name: string) => {
    const response = await fetch(url, { credentials: 'same-origin' }).catch(() => {
      throw new CallFailed('service_unavailable', 0)
    })
    if (!response.ok) {
      const { message } = (await response.json()) as { message: string }
      throw new CallFailed(message, response.status)
    }
    saveFile(`${name}.pdf`, await response.blob())
  }
  const download = (url: string, name: string) => {
    setBusy(true)
    save(url, name)
      .catch(toast)
      .finally(() => setBusy(false))
  }
  return { busy, download }
}
