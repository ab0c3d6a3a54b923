import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'

/** The pass that a film page gives the browser for the film's files. */

let w: World
beforeAll(async () => {
  const html = async () => '<html lang="__LANG__"><head><!--head--></head><body><!--early--><!--boot--></body></html>'
  w = await world({ pages: { html, scripts: () => [], textRooms: async () => ['frame'] } })
})
afterAll(() => w.close())

/** Opens the page of a film as a browser does. Returns the film's URL and the pass. */
async function openPage(person: Person, part: string) {
  const page = await person.request(`/animation/${part}`)
  const pass = page.headers.getSetCookie().find((cookie) => cookie.startsWith('cutaway_film=')) ?? ''
  const film = /<video id="early-film" src="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  return { film, pass: pass.split(';')[0]!, attributes: pass }
}
const sessionOf = ({ cookies }: Person) => `cutaway_session=${cookies.get('cutaway_session')}`
const endSessions = () => w.database.system.deleteFrom('sessions').execute()

test('the pass lets Dana watch for half a minute after her session is ended elsewhere, and no longer', async () => {
  const dana = await w.loggedIn('advisor')
  const { film, pass, attributes } = await openPage(dana, 'STRRCK')
  expect(attributes).toMatch(/Path=\/films\/STRRCK\/; HttpOnly; SameSite=Strict/)
  await endSessions()
  const watch = () => dana.request(film, { headers: { cookie: `${sessionOf(dana)}; ${pass}`, range: 'bytes=0-99' } })
  expect((await watch()).status).toBe(206)
  w.clock.forward(31)
  expect((await watch()).status).toBe(401)
})

test('the pass is for one film and one session', async () => {
  const dana = await w.loggedIn('advisor')
  const eli = await w.loggedIn('employee')
  const { film, pass } = await openPage(dana, 'STRRCK')
  const { film: other } = await openPage(dana, 'SUSBJT')
  await endSessions()
  const status = async (path: string, cookie: string) => (await dana.request(path, { headers: { cookie } })).status
  expect(await status(film, `${sessionOf(dana)}; ${pass}`)).toBe(200)
  expect(await status(other, `${sessionOf(dana)}; ${pass}`)).toBe(401)
  expect(await status(film, `${sessionOf(eli)}; ${pass}`)).toBe(401)
  expect(await status(film, pass)).toBe(401)
  expect(await status(film, `${sessionOf(dana)}; ${pass}x`)).toBe(401)
})

test('a visitor gets no pass', async () => {
  expect((await openPage(w.visitor(), 'STRRCK')).pass).toBe('')
})
