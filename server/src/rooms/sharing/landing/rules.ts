import type { LinkAnswer } from '@cutaway/contract/rooms/sharing/landing.ts'
import { isKnownRobot } from '../robots.ts'

/** What counts as a person, and how much of a film was watched. Pure. */

export type HitKind = 'page' | 'scanner' | 'preview' | 'prefetch' | 'head'

/** Programs that look at every link of a message for danger, before anybody reads it, and other programs without eyes. */
const scanners =
  /safelinks|microsoft (?:office|outlook|defender)|ms-office|msoffice|ms search|exchange|barracuda|mimecast|proofpoint|urldefense|symantec|messagelabs|trend ?micro|sophos|fireeye|trellix|forcepoint|cloudmark|zscaler|checkpoint|fortinet|ironport|virustotal|paloalto|spam|crawler|spider|headless|phantomjs|puppeteer|playwright|selenium|python|curl|wget|libwww|httpclient|okhttp|java\/|go-http|node-fetch|undici|axios|ruby|perl|scrapy|nmap|monitor|uptime|pingdom|lighthouse/i

/** Programs that fetch a page to draw a card of it in a chat or a mail. */
const previewers =
  /slackbot|slack-imgproxy|whatsapp|facebookexternalhit|facebot|meta-externalagent|twitterbot|telegrambot|linkedinbot|discordbot|skypeuripreview|viber|signal-desktop|line-poker|kakaotalk-scrap|pinterestbot|redditbot|embedly|iframely|googleimageproxy|ggpht|yahoomailproxy|applebot|bingpreview|teamsbot|snap url preview|mattermost|vkshare|quora link preview|preview/i

/**
 * Who asks for a page, as far as the request alone tells. 'page' is anybody who may be a person: whether somebody watches
 * is known only from what the page reports.
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

/** The kind of program behind a user agent; null where it may be a person's browser. */
export function programOf(userAgent: string): 'scanner' | 'preview' | null {
  if (previewers.test(userAgent)) return 'preview'
  // A person's browser says what it is.
  if (userAgent.trim() === '' || scanners.test(userAgent) || isKnownRobot(userAgent)) return 'scanner'
  return null
}

function header(headers: Readonly<Record<string, string | string[] | undefined>>, name: string): string {
  const value = headers[name]
  return Array.isArray(value) ? value.join(' ') : (value ?? '')
}

/**
 * Stretches of a film, from and to one after the other, in order and without overlaps, within the film. Those that touch
 * or nearly do are one. The order in which they come and how often makes no difference. Null for a list that is none.
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

/** Browsers tell some four times a second how far a film has come. */
const touching = 0.3
const inFilm = (second: number, duration: number) => Math.round(Math.min(duration, Math.max(0, second)) * 100) / 100

/** How much of a film merged stretches cover, 0 to 100. */
export function watchedPercent(stretches: readonly number[], duration: number): number {
  if (duration <= 0) return 0
  let seconds = 0
  for (let i = 0; i + 1 < stretches.length; i += 2) seconds += stretches[i + 1]! - stretches[i]!
  return Math.min(100, Math.round((100 * seconds) / duration))
}

/** What a customer's answers come to: the last one; nothing where it was taken back. */
export function standingAnswer(last: { answer: LinkAnswer; at: Date } | undefined) {
  return last && last.answer !== 'withdraw' ? { answer: last.answer, at: last.at.toISOString() } : null
}
