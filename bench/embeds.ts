import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { measureFirstFrame, type FrameFigures } from './browser.ts'
import { get, type Session } from './people.ts'
import type { ServerProcess } from './processes.ts'

/**
 * Measures the first frame of an embed in a page of another website, from the start of that page: against a bare frame
 * with the same film and nothing else. The page plays the embed by Player.js as soon as it can, so the player loads too.
 */

const shop = 'shop.example'

export async function measureEmbed(
  browser: Browser,
  ours: ServerProcess,
  { host, cookie, webSiteId }: Session,
  part_id: string,
): Promise<FrameFigures> {
  const added = await get(ours, '/api/v1/addIframe', {
    method: 'POST',
    headers: { host, cookie, origin: `http://${host}`, 'content-type': 'application/json' },
    body: JSON.stringify({ web_site_id: webSiteId, embed_type: 'single', part_id, domain_name: shop }),
  })
  const { data, message } = JSON.parse(added.body.toString()) as { data: { url: string } | null; message: string }
  if (!data) throw new Error(`no embed was added: ${message}`)
  const { pathname } = new URL(data.url)
  const asPlayer = { host, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'video' }
  const film = await get(ours, `${pathname}/film/${part_id}/en-US.mp4`, { headers: asPlayer })
  if (film.status !== 200) throw new Error(`the film of the embed returned ${film.status}`)

  const size = 'width="800" height="500" allow="autoplay"'
  const play = JSON.stringify({ context: 'player.js', version: '0.0.11', method: 'play' })
  const pages: Record<string, string> = {
    '/ours': `<iframe src="http://${host}${pathname}" ${size} referrerpolicy="strict-origin-when-cross-origin"></iframe>
      <script>addEventListener('message', ({ source, data }) => {
        if (String(data).includes('"ready"')) source.postMessage(${JSON.stringify(play)}, '*')
      })</script>`,
    '/floor': `<iframe src="http://film.example:PORT/frame" ${size}></iframe>`,
    '/frame': '<video src="/film.mp4" autoplay muted playsinline></video>',
  }
  const website = createServer((request, response) => {
    if (request.url === '/film.mp4') {
      const [, from = '0'] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? []
      const bytes = film.body.subarray(Number(from))
      const range = `bytes ${from}-${film.body.length - 1}/${film.body.length}`
      const headers = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes', 'content-length': bytes.length }
      response.writeHead(
        request.headers.range ? 206 : 200,
        request.headers.range ? { ...headers, 'content-range': range } : headers,
      )
      return void response.end(bytes)
    }
    const { port } = website.address() as AddressInfo
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Shop</title>${(pages[request.url ?? ''] ?? '').replace('PORT', String(port))}`)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => website.once('listening', resolve))
  const origin = `http://${shop}:${(website.address() as AddressInfo).port}`
  try {
    return await measureFirstFrame(browser, { origin, path: '/ours' }, { origin, path: '/floor' })
  } finally {
    website.closeAllConnections()
    website.close()
  }
}
