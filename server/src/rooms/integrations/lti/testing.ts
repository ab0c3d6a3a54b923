import { exportJWK, generateKeyPair, jwtVerify, SignJWT, createLocalJWKSet, type JWTPayload } from 'jose'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The platform's side of LTI 1.3, for tests. Written from the documents of 1EdTech (LTI Core 1.3, Security Framework 1.0,
 * Deep Linking 2.0) and on purpose without any code of the portal: it shares no mistake with it.
 */

export interface AuthRequest {
  redirectUri: string
  clientId: string
  state: string
  nonce: string
  hint: string
}

/** Reads the authentication request of a tool: OpenID Connect with the fixed values of the Security Framework, 5.1.1.2. */
export function readAuthRequest(location: string): AuthRequest {
  const { searchParams: given } = new URL(location)
  const fixed = { scope: 'openid', response_type: 'id_token', response_mode: 'form_post', prompt: 'none' }
  for (const [name, value] of Object.entries(fixed))
    if (given.get(name) !== value) throw new Error(`${name} is ${given.get(name)}, not ${value}`)
  const need = (name: string) => given.get(name) || missing(name)
  return {
    redirectUri: need('redirect_uri'),
    clientId: need('client_id'),
    state: need('state'),
    nonce: need('nonce'),
    hint: need('login_hint'),
  }
}
const missing = (name: string): never => {
  throw new Error(`${name} is missing`)
}

const core = 'https://purl.imsglobal.org/spec/lti/claim'
const dl = 'https://purl.imsglobal.org/spec/lti-dl/claim'

/** Starts a platform on this machine, which serves its public keys. */
export async function startPlatform() {
  const keyOf = async (kid: string) => ({ kid, ...(await generateKeyPair('RS256', { extractable: true })) })
  let current = await keyOf('first')
  const served = [current]
  let requests = 0
  let status = 200
  const server = createServer((_request, response) => {
    requests += 1
    void Promise.all(
      served.map(async ({ kid, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' })),
    ).then((keys) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...(status === 302 ? { location: '/keys' } : {}) })
        .end(JSON.stringify({ keys })),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const base = (auth: AuthRequest, at: Date): JWTPayload => ({
    iss: origin,
    aud: auth.clientId,
    sub: 'person-1',
    nonce: auth.nonce,
    iat: Math.floor(at.getTime() / 1000),
    exp: Math.floor(at.getTime() / 1000) + 300,
    [`${core}/version`]: '1.3.0',
    [`${core}/deployment_id`]: 'deployment-1',
    [`${core}/roles`]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'],
    [`${core}/target_link_uri`]: auth.redirectUri,
    [`${core}/launch_presentation`]: { document_target: 'iframe', return_url: `${origin}/course/5`, locale: 'es' },
  })

  return {
    origin,
    registration: {
      name: 'City College',
      issuer: origin,
      client_id: 'tool-77',
      auth_url: `${origin}/auth`,
      jwks_url: `${origin}/keys`,
      token_url: `${origin}/token`,
      deployment_ids: ['deployment-1'],
      maps_people: false,
    },
    keyRequests: () => requests,
    respond: (next: number) => (status = next),
    /** Replaces the signing key; the former one is no longer served. */
    async rotate(isServed = true) {
      current = await keyOf(`key-${Math.random()}`)
      if (isServed) served.splice(0, served.length, current)
    },
    /** The claims of a launch of a link in a course (LTI Core, 5.3). */
    resourceLink: (auth: AuthRequest, at: Date, more: object = {}): JWTPayload => ({
      ...base(auth, at),
      [`${core}/message_type`]: 'LtiResourceLinkRequest',
      [`${core}/resource_link`]: { id: 'link-9', title: 'Brakes' },
      ...more,
    }),
    /** The claims of a request to choose content (Deep Linking, 4.4). */
    deepLinking: (auth: AuthRequest, at: Date, settings: object = {}): JWTPayload => ({
      ...base(auth, at),
      [`${core}/message_type`]: 'LtiDeepLinkingRequest',
      [`${dl}/deep_linking_settings`]: {
        deep_link_return_url: `${origin}/course/5/items`,
        accept_types: ['link', 'ltiResourceLink'],
        accept_presentation_document_targets: ['iframe', 'window'],
        accept_multiple: true,
        data: 'csrf=77',
        ...settings,
      },
    }),
    sign: (payload: JWTPayload, header: object = {}) =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: 'RS256', kid: current.kid, typ: 'JWT', ...header })
        .sign(current.privateKey),
    /** Verifies the response of a tool (Deep Linking, 4.5) with the tool's own key set, and returns its items. */
    async readItems(jwt: string, toolKeys: { keys: object[] }, at: Date) {
      const { payload } = await jwtVerify(jwt, createLocalJWKSet(toolKeys as never), {
        issuer: 'tool-77',
        audience: origin,
        currentDate: at,
        requiredClaims: ['exp', 'iat', 'nonce'],
      })
      if (payload[`${core}/message_type`] !== 'LtiDeepLinkingResponse') throw new Error('not a response')
      if (payload[`${core}/version`] !== '1.3.0') throw new Error('another version')
      if (payload[`${core}/deployment_id`] !== 'deployment-1') throw new Error('another deployment')
      if (payload[`${dl}/data`] !== 'csrf=77') throw new Error('the data was not returned as it came')
      return payload[`${dl}/content_items`] as { type: string; title: string; url: string; custom: object }[]
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
export type Platform = Awaited<ReturnType<typeof startPlatform>>
