import { z } from 'zod'
import type { AuthAsk, AuthStep, Failure } from '../../payments.ts'
import { isFailure } from '../http.ts'
import { toDecimal } from '../money.ts'
import { billTo, referenceOf, type Sender } from './cybersource.ts'
import { Problem } from './replies.ts'

/**
 * 3-D Secure at CyberSource: the device is looked at in a hidden frame, then the bank decides. Where it wants to see
 * the cardholder, a second frame shows its page; then the result is asked for.
 */

const Setup = z.object({
  consumerAuthenticationInformation: z.object({
    accessToken: z.string(),
    deviceDataCollectionUrl: z.url(),
    referenceId: z.string(),
  }),
})
const Information = z.looseObject({
  stepUpUrl: z.string().optional(),
  accessToken: z.string().optional(),
  authenticationTransactionId: z.string().optional(),
  cavv: z.string().optional(),
  xid: z.string().optional(),
  ucafAuthenticationData: z.string().optional(),
  ucafCollectionIndicator: z.string().optional(),
  eciRaw: z.string().optional(),
  paresStatus: z.string().optional(),
  specificationVersion: z.string().optional(),
  directoryServerTransactionId: z.string().optional(),
  ecommerceIndicator: z.string().optional(),
  indicator: z.string().optional(),
})
const Authenticated = z.object({
  status: z.string(),
  errorInformation: z.object({ reason: z.string().optional(), message: z.string().optional() }).optional(),
  consumerAuthenticationInformation: Information.optional(),
})

interface Options {
  /** Origins whose pages the frame may show. */
  hosts: string[]
  opened(paymentToken: string, signal: AbortSignal): Promise<{ jwt: string } | Failure>
}

export function authentication(sender: Sender, { hosts, opened }: Options) {
  const refused = (code: string, reason: string): AuthStep => ({ step: 'refused', code, reason })
  const isAllowed = (url: string | undefined): url is string =>
    url !== undefined && URL.canParse(url) && hosts.includes(new URL(url).origin)

  return async function authenticate(ask: AuthAsk, signal: AbortSignal): Promise<AuthStep> {
    const token = await opened(ask.paymentToken, signal)
    if (isFailure(token)) return refused(token.code ?? 'unavailable', token.reason)
    const amounts = { totalAmount: toDecimal(ask.amountMinor, ask.currency), currency: ask.currency }
    const { progress } = ask
    if (!progress) return setup()
    return progress['step'] === 'device'
      ? enrol(progress['referenceId'] ?? '')
      : result(progress['transactionId'] ?? '')

    async function setup(): Promise<AuthStep> {
      const reply = await sender.post(
        '/risk/v1/authentication-setups',
        { ...referenceOf(ask.reference), tokenInformation: { transientToken: jtiOf((token as { jwt: string }).jwt) } },
        signal,
      )
      if (isFailure(reply)) return refused(reply.code ?? 'unavailable', reply.reason)
      const made = Setup.safeParse(reply.body)
      if (!made.success) return refusedBy(reply.body)
      const { accessToken, deviceDataCollectionUrl, referenceId } = made.data.consumerAuthenticationInformation
      if (!isAllowed(deviceDataCollectionUrl)) return refused('foreign_host', 'the bank’s page is on an unknown host')
      return {
        step: 'frame',
        url: deviceDataCollectionUrl,
        post: { JWT: accessToken },
        progress: { step: 'device', referenceId },
        isHidden: true,
      }
    }

    async function enrol(referenceId: string): Promise<AuthStep> {
      const reply = await sender.post(
        '/risk/v1/authentications',
        {
          ...referenceOf(ask.reference),
          orderInformation: { amountDetails: amounts, billTo: billTo(ask.billing) },
          tokenInformation: { transientToken: jtiOf((token as { jwt: string }).jwt) },
          consumerAuthenticationInformation: { referenceId, returnUrl: ask.returnUrl, deviceChannel: 'BROWSER' },
          deviceInformation: { ipAddress: ask.ip, userAgentBrowserValue: ask.userAgent.slice(0, 2000) },
        },
        signal,
      )
      if (isFailure(reply)) return refused(reply.code ?? 'unavailable', reply.reason)
      const made = Authenticated.safeParse(reply.body)
      if (!made.success) return refusedBy(reply.body)
      const { status, consumerAuthenticationInformation: about } = made.data
      if (status !== 'PENDING_AUTHENTICATION') return ended(made.data)
      if (!isAllowed(about?.stepUpUrl)) return refused('foreign_host', 'the bank’s page is on an unknown host')
      return {
        step: 'frame',
        url: about.stepUpUrl,
        post: { JWT: about.accessToken ?? '' },
        progress: { step: 'challenge', transactionId: about.authenticationTransactionId ?? '' },
        isHidden: false,
      }
    }

    async function result(transactionId: string): Promise<AuthStep> {
      const reply = await sender.post(
        '/risk/v1/authentication-results',
        {
          ...referenceOf(ask.reference),
          orderInformation: { amountDetails: amounts },
          tokenInformation: { transientToken: jtiOf((token as { jwt: string }).jwt) },
          consumerAuthenticationInformation: { authenticationTransactionId: transactionId },
        },
        signal,
      )
      if (isFailure(reply)) return refused(reply.code ?? 'unavailable', reply.reason)
      const made = Authenticated.safeParse(reply.body)
      return made.success ? ended(made.data) : refusedBy(reply.body)
    }

    function refusedBy(body: unknown): AuthStep {
      const { data } = Problem.safeParse(body)
      return refused(data?.errorInformation?.reason ?? data?.reason ?? 'unknown', data?.message ?? 'the bank refused')
    }
  }

  function ended({
    status,
    errorInformation,
    consumerAuthenticationInformation: about = {},
  }: z.infer<typeof Authenticated>): AuthStep {
    if (status !== 'AUTHENTICATION_SUCCESSFUL')
      return refused(
        errorInformation?.reason ?? status,
        errorInformation?.message ?? 'the cardholder was not authenticated',
      )
    const evidence = {
      cavv: about.cavv,
      xid: about.xid,
      ucafAuthenticationData: about.ucafAuthenticationData,
      ucafCollectionIndicator: about.ucafCollectionIndicator,
      eciRaw: about.eciRaw,
      paresStatus: about.paresStatus,
      paSpecificationVersion: about.specificationVersion,
      directoryServerTransactionId: about.directoryServerTransactionId,
      commerceIndicator: about.ecommerceIndicator ?? about.indicator,
    }
    return {
      step: 'done',
      evidence: Object.fromEntries(Object.entries(evidence).filter((e): e is [string, string] => e[1] !== undefined)),
    }
  }
}

/** The short form of a transient token, its id, which the authentication services take. */
function jtiOf(jwt: string): string {
  const { jti } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8')) as { jti: string }
  return jti
}
