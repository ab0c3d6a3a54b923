/**
 * Validates the source of a customer's own video. The given text (a URL or an embed code) becomes one URL of one kind,
 * or null: the embed code itself never reaches a page.
 */

export type CustomVideoKind = 'file' | 'link' | 'embed'

export interface CustomVideoSource {
  /** `file` is a file of this portal, `link` a video file elsewhere, `embed` a player in a frame. */
  kind: CustomVideoKind
  url: string
}

/** Hosts of players that may be embedded, with their path prefixes. The CSP of every page allows exactly these. */
const players: Record<string, string> = {
  'www.youtube.com': '/embed/',
  'www.youtube-nocookie.com': '/embed/',
  'player.vimeo.com': '/video/',
  'fast.wistia.net': '/embed/',
  'www.dailymotion.com': '/embed/',
}
export const playerHosts: readonly string[] = Object.keys(players)

/** Files of this portal: samples, and uploads. */
const ownFile = /^\/(samples|uploads)\/[\w./-]+\.(mp4|webm)$/

/**
 * Returns the source in a text: a URL with http(s) or www, an iframe code, or a file of this portal. Returns null for
 * anything else, for frames of other hosts, and for URLs with a user name. Upgrades http to https.
 */
export function customVideoSource(text: string): CustomVideoSource | null {
  const given = text.trim()
  if (ownFile.test(given) && !given.includes('..')) return { kind: 'file', url: given }
  const code = /<iframe\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(given)
  const url = addressOf(code ? (code[1] ?? code[2] ?? code[3] ?? '').replaceAll('&amp;', '&') : given)
  if (!url) return null
  const player = playerOf(url)
  if (player) return { kind: 'embed', url: player }
  // A film page on a host of players is not a file, and neither is the URL in an embed code.
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

/** Hosts of film pages whose URLs people copy; the player has a different host. */
const hostsOfPages = new Set(['youtube.com', 'm.youtube.com', 'youtu.be', 'vimeo.com', 'www.vimeo.com'])

/** Returns the URL of a film's player, also for the URL of the film's page. */
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
