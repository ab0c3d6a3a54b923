import type { PartsPdf } from '@cutaway/contract/rooms/player/pdf.ts'
import type { VideoType } from '@cutaway/contract/fields.ts'
import { useEffect, useRef } from 'react'
import { useBrandId, useSession } from '../../../core/session.ts'
import { enqueue } from '../../../core/offline-queue.ts'
import { trackTypeOf } from '../useSharedScreen.ts'

/** Counts the PDF as viewed, once per opening, when its content is available. */
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
      tracktype: trackTypeOf(session.user),
      video_type: kind,
      lang_id: languageId,
    }
    enqueue('insertPartPdfViewed', view)
    enqueue('insertTrackPartPdfViewed', view)
  }, [pdf, session, brand_id, kind, languageId])
}
