import type * as contract from '@cutaway/contract/rooms/sessions.ts'
import type { Handlers } from '../../core/http/endpoints.ts'
import { changePassword, checkChangePassword } from './passwords/forced-password-change.ts'
import { forgetPasswordUpdate, forgotPassword, forgotPasswordTokenCheck } from './passwords/forgotten.ts'
import { login } from './login.ts'
import {
  changeFirstTimeLoginStatus,
  changeTouchScreenMode,
  getUserSession,
  handleAgreeTermsAndCondtion,
  handleAgreeTermsAndCondtionByGet,
  logout,
} from './session.ts'

/** Login and logout, the session, forgotten and forced passwords. */
export const sessions = {
  getUserSession,
  login,
  logout,
  forgotPassword,
  forgotPasswordTokenCheck,
  forgetPasswordUpdate,
  changePassword,
  checkChangePassword,
  changeFirstTimeLoginStatus,
  changeTouchScreenMode,
  handleAgreeTermsAndCondtion,
  handleAgreeTermsAndCondtionByGet,
} satisfies Handlers<typeof contract>
