import { changeTouchScreenMode, type TouchScreenMode } from '@cutaway/contract/rooms/sessions.ts'
import { call } from '../../core/api.ts'
import { setStoredLanguage } from '../../core/i18n/i18n.ts'
import { currentSession, sessionChanged, signedIn } from '../../core/session.ts'
import { storedBrandId } from '../../core/preferences.ts'
import { paths } from '../../paths.ts'
import { beginAttract } from './kiosk/attract.ts'

/** Switches the mode and clears data that was loaded with other rights. */
export async function handOver(mode: TouchScreenMode): Promise<void> {
  signedIn(await call(changeTouchScreenMode, { body: { TouchScreenMode: mode } }))
}

/** Notifies the server that the adviser is still present. */
export async function keepAdviser(): Promise<void> {
  sessionChanged(await call(changeTouchScreenMode, { body: { TouchScreenMode: 'service_adviser' } }))
}

/**
 * Resets the screen for the next person: customer mode, the default language and vehicles, the home page. Reloads the
 * page, so that no dialog, search or film of the last person remains.
 */
export async function backToStart(): Promise<void> {
  const session = currentSession()
  try {
    if (session?.TouchScreenMode === 'service_adviser')
      await call(changeTouchScreenMode, { body: { TouchScreenMode: 'customer' } })
  } catch {
    // Without a connection the mode expires on the server.
  }
  if (session) {
    setStoredLanguage(session.user.language_id ?? session.web_site.default_lang_id)
    storedBrandId.set(session.web_site.brand_id)
  }
  beginAttract()
  location.replace(paths.home)
}
