import type { LinkAnswer } from '@cutaway/contract/rooms/sharing/landing.ts'
import { isKnownRobot } from '../robots.ts'

/** Decides which visitors are people and how much of a film they watched. Pure. */

export type HitKind = 'page' | 'scanner' | 'preview' | 'prefetch' | 'head' | 'shop'

/**
 * Security scanners that open every link of a message before a person reads it, and other programs without a viewer.
 */
const scanners =
  /safelinks|microsoft (?:office|outlook|defender)|ms-office|msoffice|ms search|exchange|barracuda|mimecast|proofpoint|urldefense|symantec|messagelabs|trend ?micro|sophos|fireeye|trellix|forcepoint|cloudmark|zscaler|checkpoint|fortinet|ironport|virustotal|paloalto|spam|crawler|spider|headless|phantomjs|puppeteer|playwright|selenium|python|curl|wget|libwww|httpclient|okhttp|java\/|go-http|node-fetch|undici|axios|ruby|perl|scrapy|nmap|monitor|uptime|pingdom|lighthouse/i

/** Programs that fetch a page to show a preview card in a chat or a mail. */
const previewers =
  /slackbot|slack-imgproxy|whatsapp|facebookexternalhit|facebot|meta-externalagent|twitterbot|telegrambot|linkedinbot|discordbot|skypeuripreview|viber|signal-desktop|line-poker|kakaotalk-scrap|pinterestbot|redditbot|embedly|iframely|googleimageproxy|ggpht|yahoomailproxy|applebot|bingpreview|teamsbot|snap url preview|mattermost|vkshare|quora link preview|preview/i

/**
 * Classifies a visitor by the request alone. 'page' may be a person: whether a person watches is known only from the
 * page's reports.
 */
export function hitKind(request: {
  method: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}): HitKind {
  const agent = header(request.headers, 'user-agent')
  const program = programOf(agent)
  if (program) return program
  if (request.method === 'HEAD') return 'head'
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']
    .map((name) => header(request.headers, name))
    .join(' ')
  return /prefetch|prerender|preview/i.test(purpose) ? 'prefetch' : 'page'
}

/** Returns the kind of program behind a user agent; null if it may be a person's browser. */
export function programOf(userAgent: string): 'scanner' | 'preview' | null {
  if (previewers.test(userAgent)) return 'preview'
  // A person's browser always sends a user agent.
  if (userAgent.trim() === '' || scanners.test(userAgent) || isKnownRobot(userAgent)) return 'scanner'
  return null
}

function header(headers: Readonly<Record<string, string | string[] | undefined>>, name: string): string {
  const value = headers[name]
  return Array.isArray(value) ? value.join(' ') : (value ?? '')
}

/**
 * Merges watched ranges, a flat list of starts and ends, into ordered ranges without overlaps within the film. Ranges
 * that touch or nearly touch become one. Order and repetition make no difference. Returns null for an invalid list.
 */
export function mergeStretches(flat: readonly number[], duration: number): number[] | null {
  if (flat.length % 2 !== 0) return null
  const pairs: [number, number][] = []
  for (let i = 0; i < flat.length; i += 2) {
    const [from, to] = [flat[i]!, flat[i + 1]!]
    if (!Number.isFinite(from) || !Number.isFinite(to) || to < from) return null
    const within = [inFilm(from, duration), inFilm(to, duration)] as [number, number]
    if (within[1] > within[0]) pairs.push(within)
  }
  const merged: [number, number][] = []
  for (const [from, to] of pairs.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1] + touching) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged.flat()
}

/** Browsers report the playing time about four times a second. */
const touching = 0.3
const inFilm = (second: number, duration: number) => Math.round(Math.min(duration, Math.max(0, second)) * 100) / 100

/** Returns the share of a film that merged ranges cover, 0 to 100. */
export function watchedPercent(stretches: readonly number[], duration: number): number {
  if (duration <= 0) return 0
  let seconds = 0
  for (let i = 0; i + 1 < stretches.length; i += 2) seconds += stretches[i + 1]! - stretches[i]!
  return Math.min(100, Math.round((100 * seconds) / duration))
}

/** Returns the answer that counts: the last one, or nothing if it was taken back. */
export function standingAnswer(last: { answer: LinkAnswer; at: Date } | undefined) {
  return last && last.answer !== 'withdraw' ? { answer: last.answer, at: last.at.toISOString() } : null
}
