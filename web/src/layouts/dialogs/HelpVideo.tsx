import { changeFirstTimeLoginStatus } from '@cutaway/contract/rooms/sessions.ts'
import { useState } from 'react'
import { send } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { fetchSession } from '../../core/session.ts'
import GuideFilmDialog from '../../rooms/sites/guide/GuideFilmDialog.tsx'

/** Shows the help video of the first login. Closing it notifies the server, which decides whether it is shown again. */
export default function HelpVideo() {
  const t = useTexts()
  const [closed, setClosed] = useState(false)
  async function close() {
    // Closes at once, even if the request fails: the video must not block work.
    setClosed(true)
    try {
      await send(changeFirstTimeLoginStatus, { body: {} })
      await fetchSession()
    } catch {
      // The video will be shown once more.
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
