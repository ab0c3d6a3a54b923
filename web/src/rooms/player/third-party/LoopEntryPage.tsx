import { Navigate, matchPath, useLocation } from 'react-router'
import { useSession } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'

/** Leads an automatic login to the pages of looped films, whose own addresses are plural. */
export default function LoopEntryPage() {
  const { pathname } = useLocation()
  const session = useSession()
  const own = matchPath(paths.loopOfPage, pathname) ? '/play_looped_animations' : '/looped_animations_settings'
  return <Navigate replace to={session ? own : paths.publicHome} />
}
