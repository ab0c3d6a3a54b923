import { pino, type Logger } from 'pino'
import type { Config } from '../config.ts'

export type Log = Logger

/** Paths whose segments contain a password or a token. Only their first segment is logged. */
const secretNames =
  'autologin|pay|reactivateAccounts?(?:Intl)?|reactivatePaypalAccount|forgot_password|checkChangePassword|reset_password|confirm_sender|accountAccess|unsubscribe_email|thirdPartyLogin|viewAnimation/film|animation_link|getAnimationLinkVideo|linkPdf|l'
const secretPath = new RegExp(String.raw`^/(?:api/v1/)?(${secretNames})\b.*`, 'i')
const secretAddress = new RegExp(String.raw`/(${secretNames})\b[^\s"'<>()]*`, 'gi')

// oxlint-disable-next-line no-control-regex -- they are what must not reach a terminal
const controls = /[\u0000-\u001f\u007f-\u009f]/g

/** Returns the path of a request for the log: without query, secrets or control characters. */
export function loggedPath(url: string): string {
  const path = url.split('?')[0] ?? ''
  return path
    .replace(secretPath, (_, first: string) => `/${first}/[hidden]`)
    .replaceAll(controls, '')
    .slice(0, 300)
}

/** Removes secrets in URLs from text of outside origin, such as an error of a browser. */
export const withoutSecrets = (text: string): string =>
  text
    .replaceAll(secretAddress, (_, first: string) => `/${first}/[hidden]`)
    .replaceAll(/(\bhttps?:[^\s"'<>()?]*)\?[^\s"'<>()]*/g, '$1')

/** Logs JSON lines to standard output. Passwords, cookies and tokens are redacted wherever they occur. */
export function makeLog(config: Pick<Config, 'logLevel'>): Log {
  return pino({
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', 'token', 'cookie', 'authorization', 'api_key', 'card_number', 'cvv'].flatMap((f) => [
        f,
        `*.${f}`,
        `*.*.${f}`,
      ]),
      censor: '[hidden]',
    },
  })
}
