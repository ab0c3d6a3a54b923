import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { CallFailed } from '../../../core/api.ts'

/** The browser's part of passkeys. A cancelled or failed prompt is a refusal like those of the server. */

type Options = Record<string, unknown>

export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function' && isSecureContext

const refused = (error: unknown): never => {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    throw new CallFailed('passkey_is_known', 200)
  if (error instanceof DOMException || error instanceof WebAuthnError || (error as Error).name === 'NotAllowedError')
    throw new CallFailed('passkey_cancelled', 200)
  throw error
}

/** Makes a passkey with options of the server. */
export const makePasskey = async (options: Options): Promise<Options> => ({
  ...(await startRegistration({ optionsJSON: options as never }).catch(refused)),
})

/** Proves a passkey with options of the server. */
export const provePasskey = async (options: Options): Promise<Options> => ({
  ...(await startAuthentication({ optionsJSON: options as never }).catch(refused)),
})
