import { Navigate } from 'react-router'
import { paths } from '../../../paths.ts'

/** The address of the screens in mails: they are a tab of the settings of loops. */
export default function ScreensPage() {
  return <Navigate replace to={`${paths.loopSettings}?tab=screens`} />
}
