import { contract } from '@cutaway/contract'
import type { BodyInputOf } from '@cutaway/contract/endpoint.ts'
import { randomUUID } from 'node:crypto'
import type { Person, World } from '../../testing/world.ts'

/** Shared by tests about embeds: adds embeds, and asks for their pages as the browser of a visitor does. */

const c = contract.embeds
type Fields = Partial<BodyInputOf<typeof c.addIframe>>

/** Adds an embed of a user: by default a film on northgate.example. */
export const addEmbed = (person: Person, fields: Fields = {}) =>
  person.send(c.addIframe, {
    body: { web_site_id: 31, embed_type: 'single', part_id: 'BRKDSC', domain_name: 'northgate.example', ...fields },
  })

export const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

/** A visitor of a website: `on` is the page around the frame; undefined if its browser names none. */
export function visitorOn(w: World, on: string | undefined, headers: Record<string, string> = {}) {
  const visitor = w.visitor()
  const sent = {
    'user-agent': browser,
    'sec-fetch-dest': 'iframe',
    'sec-fetch-site': 'cross-site',
    ...(on === undefined ? {} : { referer: on }),
    ...headers,
  }
  const open = (url: string) =>
    visitor.request(new URL(url, 'http://x').pathname + new URL(url, 'http://x').search, { headers: sent })
  return {
    open,
    /** Opens the page and reports that a frame of its film was decoded. */
    async watch(url: string, view_key: string = randomUUID(), agent = browser) {
      const page = await (await open(url)).text()
      const data = JSON.parse(
        /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? 'null',
      ) as {
        report: { view: { token: string; part_id: string; language: string; proof: string } }
      } | null
      if (!data) throw new Error('the page shows no film')
      const answer = await visitor.request('/api/v1/embedViewed', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': agent },
        body: JSON.stringify({ ...data.report.view, view_key }),
      })
      return { report: data.report.view, answer: (await answer.json()) as { status: number; message: string } }
    },
  }
}
