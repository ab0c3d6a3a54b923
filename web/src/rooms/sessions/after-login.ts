import type { Session } from '@cutaway/contract/rooms/sessions.ts'
import { targetAfterLogin } from '../../core/guard.ts'
import { takeReturnTo } from '../../core/return-to.ts'

/** Opens the page after a login. The return-to URL stays stored during a forced password change. */
export const afterLogin = (session: Session, currentPath: string): string =>
  targetAfterLogin(session, session.required_password_change ? null : takeReturnTo(), currentPath)
