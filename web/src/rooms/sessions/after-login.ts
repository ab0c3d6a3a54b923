import type { Session } from '@cutaway/contract/rooms/sessions.ts'
import { targetAfterLogin } from '../../core/guard.ts'
import { takeReturnTo } from '../../core/return-to.ts'

/** The page after a login. What the visitor wanted stays kept while a new password must be chosen first. */
export const afterLogin = (session: Session, currentPath: string): string =>
  targetAfterLogin(session, session.required_password_change ? null : takeReturnTo(), currentPath)
