import type { PartsPdf } from '@cutaway/contract/rooms/player.pdf.ts'
import type { VideoType } from '@cutaway/contract/fields.ts'
import { useEffect, useRef, useState } from 'react'
import { CallFailed } from '../../../core/api.ts'
import { useBrandId, useSession } from '../../../core/session.ts'
import { tell } from '../../../core/telling.ts'
import { toast } from '../../../core/toast.ts'

const kioskLevel = 7

/** Counts the PDF as seen, once for each opening, when there is something to see. */
export function usePdfTracking(pdf: PartsPdf | undefined, kind: VideoType, languageId: number): void {
  const session = useSession()
  const brand_id = useBrandId()
  const counted = useRef(false)
  useEffect(() => {
    if (!pdf || !session || counted.current) return
    counted.current = true
    const view = {
      part_id: pdf.part_id,
      brand_id,
      driverside: session.web_site.driverside,
      tracktype: session.user.user_access_id === kioskLevel ? 'kiosk' : 'portal',
      video_type: kind,
      lang_id: languageId,
    }
    tell('insertPartPdfViewed', view)
    tell('insertTrackPartPdfViewed', view)
  }, [pdf, session, brand_id, kind, languageId])
}

/** Saves the file under its name. While it is made, `busy`; a refusal is told. */
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
    const address = URL.createObjectURL(await response.blob())
    const link = document.createElement('a')
    link.href = address
    link.download = `${name}.pdf`
    link.click()
    // The browser has taken what it needs by then.
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }
  const download = (url: string, name: string) => {
    setBusy(true)
    save(url, name)
      .catch(toast)
      .finally(() => setBusy(false))
  }
  return { busy, download }
}
