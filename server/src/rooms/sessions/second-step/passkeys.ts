import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { AnyCall } from '../../../core/http/endpoints.ts'
import type { PasskeyRow } from './second-step.queries.ts'

/** Passkeys as a second step (WebAuthn). The library loads with the first passkey: most logins do not need it. */

const library = () => import('@simplewebauthn/server')

/** Ed25519, ES256 and RS256, by their COSE numbers. The library's default tries algorithms that Node marks as experimental. */
const algorithms = [-8, -7, -257]

/** A passkey belongs to the host under which it was made. */
const partyOf = (call: AnyCall) => ({ origin: call.origin, id: new URL(call.origin).hostname })

const listed = (rows: readonly PasskeyRow[]) =>
  rows.map(({ credential_id, transports }) => ({ id: credential_id, transports }))

/** Returns the options with which a browser makes a passkey. */
export async function registrationOptions(
  call: AnyCall,
  user: { user_id: number; username: string; name: string },
  given: { challenge: string; existing: readonly PasskeyRow[] },
): Promise<Record<string, unknown>> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: call.site.name,
    rpID: partyOf(call).id,
    userName: user.username,
    userDisplayName: user.name || user.username,
    userID: new TextEncoder().encode(`${call.site.web_site_id} ${user.user_id}`),
    challenge: Buffer.from(given.challenge, 'base64url'),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: listed(given.existing),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  return { ...options }
}

/** Returns the passkey that the browser made; undefined if the response does not fit. */
export async function registeredPasskey(call: AnyCall, passkey: Readonly<Record<string, unknown>>, challenge: string) {
  const { verifyRegistrationResponse } = await library()
  const { origin, id } = partyOf(call)
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: passkey as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registrationInfo) return undefined
    const { credential } = registrationInfo
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
    }
  } catch {
    // The library throws for every kind of wrong response.
    return undefined
  }
}

/** Returns the options with which a browser proves one of the passkeys. */
export async function loginOptions(
  call: AnyCall,
  challenge: string,
  rows: readonly PasskeyRow[],
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: partyOf(call).id,
    challenge: Buffer.from(challenge, 'base64url'),
    allowCredentials: listed(rows),
    userVerification: 'discouraged',
  })
  return { ...options }
}

/** Returns the passkey that a response proves, with its new counter; undefined if it proves none. */
export async function provenPasskey(
  call: AnyCall,
  passkey: Readonly<Record<string, unknown>>,
  challenge: string,
  rows: readonly PasskeyRow[],
): Promise<{ passkey_id: number; counter: number } | undefined> {
  const row = rows.find(({ credential_id }) => credential_id === passkey['id'])
  if (!row) return undefined
  const { verifyAuthenticationResponse } = await library()
  const { origin, id } = partyOf(call)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: passkey as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
        counter: row.counter,
        transports: row.transports,
      },
    })
    return verified ? { passkey_id: row.passkey_id, counter: authenticationInfo.newCounter } : undefined
  } catch {
    return undefined
  }
}
