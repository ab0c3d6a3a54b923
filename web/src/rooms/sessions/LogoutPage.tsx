import { logout } from '@cutaway/contract/rooms/sessions.ts'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { CallFailed, send } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { usePage } from '../../core/page.ts'
import { signedOut } from '../../core/session.ts'
import { toast } from '../../core/toast.ts'
import { paths } from '../../paths.ts'

/** Ends any session and opens the public home page. */
export default function LogoutPage() {
  const t = useTexts()
  const navigate = useNavigate()
  usePage(t('log_out'))
  useEffect(() => {
    let gone = false
    const leave = async () => {
      const { status, message } = await send(logout)
      if (status === 0) throw new CallFailed(message, 200)
      signedOut()
      if (!gone) await navigate(paths.publicHome, { replace: true })
    }
    leave().catch((error: unknown) => {
      // The session is still active: an error is safer than the appearance of a logout.
      toast(error)
      if (!gone) void navigate(paths.home, { replace: true })
    })
    return () => {
      gone = true
    }
  }, [navigate])
  return null
}
