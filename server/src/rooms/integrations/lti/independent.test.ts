import type { LTILaunchConfig, LTISession, LTIStorage, LTITool } from '@lti-tool/core'
import { generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadOtherTool } from './testing.other-tool.ts'
import { type AuthRequest, type Platform, readAuthRequest, startPlatform } from './testing.ts'

/**
 * The platform of these tests against a tool that others wrote (@lti-tool/core): each accepts what the other one sends. So
 * the platform, against which the portal is tested, is no image of the portal's own mistakes.
 */

const launchUrl = 'https://tool.example/launch'
let college: Platform
let tool: LTITool
beforeAll(async () => {
  college = await startPlatform()
  const { issuer: iss, client_id: clientId, auth_url: authUrl, token_url: tokenUrl, jwks_url } = college.registration
  const registered: LTILaunchConfig = {
    iss,
    clientId,
    deploymentId: 'deployment-1',
    authUrl,
    tokenUrl,
    jwksUrl: jwks_url,
  }
  const nonces = new Set<string>()
  // The part of a storage that launches use.
  const storage = {
    getLaunchConfig: (issuer, client, deployment) =>
      Promise.resolve(
        issuer === iss && client === clientId && deployment === registered.deploymentId ? registered : undefined,
      ),
    storeNonce: (nonce) => Promise.resolve(void nonces.add(nonce)),
    validateNonce: (nonce) => Promise.resolve(nonces.delete(nonce)),
    addSession: ({ id }) => Promise.resolve(id),
  } satisfies Partial<LTIStorage> as unknown as LTIStorage
  const keyPair = await generateKeyPair('RS256', { extractable: true })
  const other = await loadOtherTool()
  tool = new other.LTITool({ stateSecret: new Uint8Array(32).fill(7), keyPair, storage })
})
afterAll(() => college.close())

/** This tool wants the names and the address that a platform may withhold. */
const person = { name: 'Ana Ruiz', given_name: 'Ana', family_name: 'Ruiz', email: 'ana@college.example' }

async function launched(claimsOf: (auth: AuthRequest) => Parameters<Platform['sign']>[0]): Promise<LTISession> {
  const { issuer: iss, client_id } = college.registration
  const begun = { iss, client_id, launchUrl, login_hint: 'p1', target_link_uri: launchUrl, lti_message_hint: 'm' }
  const auth = readAuthRequest(await tool.handleLogin({ ...begun, lti_deployment_id: 'deployment-1' }))
  expect(auth).toMatchObject({ redirectUri: launchUrl, clientId: client_id, hint: 'p1' })
  const id_token = await college.sign({ ...person, ...claimsOf(auth) })
  return tool.createSession(await tool.verifyLaunch(id_token, auth.state))
}

describe('another tool', () => {
  test('accepts a launch of a link, and refuses one that the platform would not send', async () => {
    const session = await launched((auth) => college.resourceLink(auth, new Date()))
    expect(session).toMatchObject({ resourceLink: { id: 'link-9' }, isStudent: true, launch: { target: launchUrl } })
    for (const wrong of [{ nonce: 'another' }, { 'https://purl.imsglobal.org/spec/lti/claim/version': '2.0' }])
      await expect(launched((auth) => college.resourceLink(auth, new Date(), wrong))).rejects.toThrow('[LTI]')
  })

  test('is asked to choose content, and its response is read', async () => {
    const session = await launched((auth) => college.deepLinking(auth, new Date()))
    const chosen = { type: 'ltiResourceLink', title: 'Brakes', url: launchUrl, custom: { part_id: 'BRKDSC' } } as const
    const html = await tool.createDeepLinkingResponse(session, [chosen])
    expect(html).toContain(`action="${college.origin}/course/5/items"`)
    const jwt = /name="JWT" value="([^"]+)"/.exec(html)![1]!
    const items = await college.readItems(jwt, await tool.getJWKS(), new Date())
    expect(items).toEqual([chosen])
  })
})
