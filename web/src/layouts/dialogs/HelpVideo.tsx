import { changeFirstTimeLoginStatus } from '@cutaway/contract/rooms/sessions.ts'
import { useState } from 'react'
import { send } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { fetchSession } from '../../core/session.ts'
import GuideFilmDialog from '../../rooms/sites/guide/GuideFilmDialog.tsx'

/** The help video of the first login. Closing it says so to the server, which knows where it comes again. */
export default function HelpVideo() {
  const t = useTexts()
  const [closed, setClosed] = useState(false)
  async function close() {
    // Away at once, whether or not the server hears of it: the film must not stand in the way of work.
    setClosed(true)
    try {
      await send(changeFirstTimeLoginStatus, { body: {} })
      await fetchSession()
    } catch {
      // It will show once more.
    }
  }
  if (closed) return null
  return (
    <GuideFilmDialog
      title={t('help_video_title')}
      note={t('help_video_note')}
      verb={t('help_video_start')}
      onClose={() => void close()}
    />
  )
}
