import { AutoLogin, type AfterAutoLogin } from '../../sessions/AutoLogin.tsx'
import { optionsOf, pageState, setPageOptions, targetOf } from './page-options.ts'

const after: AfterAutoLogin = (segments) => {
  setPageOptions(optionsOf(segments))
  return { to: targetOf(segments), state: pageState(segments) }
}

/** Logs in by an address and opens one of four targets. */
export default function AutoLoginPage() {
  return <AutoLogin after={after} />
}
