import { randomUUID } from 'node:crypto'
import { secondsAfter } from '../../../core/clock.ts'
import type { World } from '../../../testing/world.ts'
import { insertLink, type NewLink } from '../links/links.queries.ts'
import { newToken } from '../links/short-links.ts'

/** Shared by tests of the landing page: links of Dana, customers who open them, and what is stored. */

export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'
export const [disc, pads] = ['BRKDSC', 'BRKPAD'] as const

/** Returns functions on the world of a test. `as` is read with each call, because the world begins later. */
export function landing(as: () => { w: World; danaId: number }) {
  const site = (id = 31) => as().w.running.services.sites.byId(id)!

  /** Creates a link that Dana has sent. Returns its token and id. */
  async function link(more: Partial<NewLink> & { parts?: readonly string[]; days?: number } = {}) {
    const { parts = [disc], days = 30, ...rest } = more
    const now = as().w.clock.now()
    const token = newToken()
    const id = await as().w.database.inTenant(31, (db) =>
      insertLink(
        db,
        site(),
        {
          token,
          kind: 'sms',
          user_id: as().danaId,
          businessentity_id: null,
          location_id: null,
          brand_id: 1,
          driverside: 'left',
          language_id: 50,
          message: 'Hi Marcus, your front pads are down to 2 mm.\nWe can fit <b>new</b> ones today.',
          ro_number: '48213',
          created_at: now,
          expires_at: secondsAfter(now, days * 86_400),
          ...rest,
        },
        parts,
      ),
    )
    return { token, id }
  }

  /** A customer with a telephone, not signed in. */
  function customer(headers: Record<string, string> = {}, at: { site?: number } = {}) {
    const person = as().w.visitor(at)
    const speaks = { 'user-agent': phone, 'accept-language': 'en-US,en;q=0.9', ...headers }
    const get = (path: string, more: Record<string, string> = {}, method = 'GET') =>
      person.request(path, { method, headers: { ...speaks, ...more } })
    return {
      ...person,
      get,
      open: async (token: string, query = '') => (await get(`/animation_link/${token}${query}`)).text(),
      post: async (
        call: string,
        body: object,
      ): Promise<{ status: number; message: string; data: Record<string, unknown> }> =>
        (
          await person.request(`/api/v1/${call}`, {
            method: 'POST',
            headers: { ...speaks, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).json() as never,
    }
  }

  /** Decodes a frame of the film as the page's script does. Returns what an answer needs to count as a person's. */
  async function prove(person: ReturnType<typeof customer>, token: string) {
    const page = await person.open(token)
    const proof = /"proof":"([\w-]+)"/.exec(page)![1]!
    const view_key = randomUUID()
    await person.post('animationVideoTracking', { randomNumber: token, view_key, proof, decoded: true })
    return { randomNumber: token, view_key, proof, gesture: 'pointer' }
  }
  const views = (link_id: number) =>
    as()
      .w.database.system.selectFrom('link_views')
      .selectAll()
      .where('link_id', '=', link_id)
      .orderBy('part_id')
      .execute()
  const hits = async (link_id: number) =>
    (
      await as()
        .w.database.system.selectFrom('link_hits')
        .select('kind')
        .where('link_id', '=', link_id)
        .orderBy('hit_id')
        .execute()
    ).map(({ kind }) => kind)
  const answers = async (link_id: number) =>
    (
      await as()
        .w.database.system.selectFrom('link_answers')
        .select('answer')
        .where('link_id', '=', link_id)
        .orderBy('answer_id')
        .execute()
    ).map(({ answer }) => answer)
  return { site, link, customer, prove, views, hits, answers }
}
