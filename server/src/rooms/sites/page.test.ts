import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'

/** The language of the HTML of a page. */

let w: World
beforeAll(async () => {
  w = await world({
    pages: {
      html: async () => '<!doctype html><html lang="__LANG__" dir="__DIR__"><title>__TITLE__</title></html>',
      scripts: () => [],
      textRooms: () => Promise.resolve([]),
    },
  })
})
afterAll(() => w.close())

/** Opens a page in a browser that prefers Hebrew. */
const languageFor = async (person: Person, path = '/bhome') => {
  const response = await person.request(path, { headers: { 'accept-language': 'he-IL,he;q=0.9' } })
  return /<html lang="([^"]+)" dir="([^"]+)"/.exec(await response.text())?.slice(1)
}

test('a visitor who never chose a language sees the default of the site, whatever the browser prefers', async () => {
  expect(await languageFor(w.visitor())).toEqual(['en-US', 'ltr'])
  const other = { headers: { 'accept-language': 'en-US,en' } }
  expect(await (await w.visitor({ site: 142 }).request('/bhome', other)).text()).toContain('lang="he-IL" dir="rtl"')
})

test('the choice of a visitor wins, if the site has the language', async () => {
  const visitor = w.visitor()
  visitor.cookies.set('cutaway_language', '71')
  expect(await languageFor(visitor)).toEqual(['he-IL', 'rtl'])
  visitor.cookies.set('cutaway_language', '9999')
  expect(await languageFor(visitor)).toEqual(['en-US', 'ltr'])
})

test('the language stored with a user follows the user to a new browser', async () => {
  const dana = await w.loggedIn('advisor', { site: 33 })
  await dana.call(contract.sites.setLanguage, { body: { language_id: 71 } })
  expect(await languageFor(await w.loggedIn('advisor', { site: 33 }), '/home')).toEqual(['he-IL', 'rtl'])
})
