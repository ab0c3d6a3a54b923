import { isKnownRobot } from './robots.ts'

/** Decides which visitors of a page that anyone can open are people. Pure. */

export type HitKind = 'page' | 'scanner' | 'preview' | 'prefetch' | 'head'

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
