/**
 * What may be shown as a video of a customer's own. The text that a person gives (an address, or the code of a frame)
 * becomes one address of one kind, or nothing: the code itself never reaches a page.
 */

export type CustomVideoKind = 'file' | 'link' | 'embed'

export interface CustomVideoSource {
  /** `file` lies on this portal, `link` is a video file elsewhere, `embed` a player that stands in a frame. */
  kind: CustomVideoKind
  url: string
}

/** Whose players may stand in a frame, and where theirs begin. The headers of every page let in these and no other. */
const players: Record<string, string> = {
  'www.youtube.com': '/embed/',
  'www.youtube-nocookie.com': '/embed/',
  'player.vimeo.com': '/video/',
  'fast.wistia.net': '/embed/',
  'www.dailymotion.com': '/embed/',
}
export const playerHosts: readonly string[] = Object.keys(players)

/** Files of this portal: samples, and what people upload. */
const ownFile = /^\/(samples|uploads)\/[\w./-]+\.(mp4|webm)$/

/**
 * The source in a text: an address with http(s) or www, the code of an iframe, or a file of this portal. Null for
 * anything else, for frames of other houses, and for addresses with a user name in them. http becomes https.
 */
export function customVideoSource(text: string): CustomVideoSource | null {
  const given = text.trim()
  if (ownFile.test(given) && !given.includes('..')) return { kind: 'file', url: given }
  const code = /<iframe\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(given)
  const url = addressOf(code ? (code[1] ?? code[2] ?? code[3] ?? '').replaceAll('&amp;', '&') : given)
  if (!url) return null
  const player = playerOf(url)
  if (player) return { kind: 'embed', url: player }
  // The page of a film on a host of players is no file, and neither is the address in the code of a frame.
  const isFile = !code && !hostsOfPages.has(url.hostname) && !playerHosts.includes(url.hostname)
  return isFile ? { kind: 'link', url: url.href } : null
}

function addressOf(text: string): URL | null {
  const trimmed = text.trim()
  const whole = /^www\./i.test(trimmed) ? `https://${trimmed}` : trimmed.startsWith('//') ? `https:${trimmed}` : trimmed
  if (!/^https?:\/\//i.test(whole) || /\s/.test(whole) || !URL.canParse(whole)) return null
  const url = new URL(whole)
  if (url.username || url.password) return null
  if (url.protocol === 'http:') url.protocol = 'https:'
  return url.protocol === 'https:' ? url : null
}

/** Where people copy the address of a film from; its player is elsewhere. */
const hostsOfPages = new Set(['youtube.com', 'm.youtube.com', 'youtu.be', 'vimeo.com', 'www.vimeo.com'])

/** The address of the player of a film, also for the address of the page around it. */
function playerOf(url: URL): string | null {
  const id = /^[\w-]{3,40}$/
  const own = players[url.hostname]
  if (own !== undefined && url.port === '' && url.pathname.startsWith(own) && url.pathname.length > own.length)
    return url.href
  const video = url.pathname === '/watch' ? url.searchParams.get('v') : null
  if (/(^|\.)youtube\.com$/.test(url.hostname) && video && id.test(video))
    return `https://www.youtube-nocookie.com/embed/${video}`
  const last = url.pathname.slice(1)
  if (url.hostname === 'youtu.be' && id.test(last)) return `https://www.youtube-nocookie.com/embed/${last}`
  if (/^(www\.)?vimeo\.com$/.test(url.hostname) && /^\d+$/.test(last)) return `https://player.vimeo.com/video/${last}`
  return null
}
