import { pino, type Logger } from 'pino'
import type { Config } from '../config.ts'

export type Log = Logger

/** Paths whose segments carry a password or a token; the log keeps only the first segment. */
const secretNames =
  'autologin|reactivateAccounts?(?:Intl)?|reactivatePaypalAccount|forgot_password|checkChangePassword|reset_password|confirm_sender|accountAccess|unsubscribe_email|thirdPartyLogin|animation_link|getAnimationLinkVideo|linkPdf|l'
const secretPath = new RegExp(String.raw`^/(?:api/v1/)?(${secretNames})\b.*`, 'i')
const secretAddress = new RegExp(String.raw`/(${secretNames})\b[^\s"'<>()]*`, 'gi')

// oxlint-disable-next-line no-control-regex -- they are what must not reach a terminal
const controls = /[\u0000-\u001f\u007f-\u009f]/g

/** The path of a request as the log may hold it: no query, no secrets, no control characters. */
export function loggedPath(url: string): string {
  const path = url.split('?')[0] ?? ''
  return path
    .replace(secretPath, (_, first: string) => `/${first}/[hidden]`)
    .replaceAll(controls, '')
    .slice(0, 300)
}

/** Text from outside, such as an error of a browser, without the secrets of addresses in it. */
export const withoutSecrets = (text: string): string =>
  text
    .replaceAll(secretAddress, (_, first: string) => `/${first}/[hidden]`)
    .replaceAll(/(\bhttps?:[^\s"'<>()?]*)\?[^\s"'<>()]*/g, '$1')

/** JSON lines on standard output. Passwords, cookies and tokens are replaced wherever they stand. */
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
