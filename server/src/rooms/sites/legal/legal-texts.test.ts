import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'

/** The operator writes terms, privacy policy and the text about the product for a web site. */

const s = contract.sites
const soon = { interval: 25 }

let w: World
let second: World
let sam: Person
beforeAll(async () => {
  w = await world()
  second = await w.another()
  sam = await w.loggedIn('super')
})
afterAll(async () => {
  await second.close()
  await w.close()
})

type Kind = 'terms' | 'privacy' | 'about'
const which = (kind: Kind, language_id = 50, web_site_id = 31) => ({ web_site_id, kind, language_id })
const save = (kind: Kind, html: string, seen: string | null = null, more: Parameters<typeof which> | [] = []) =>
  sam.send(s.saveLegalText, { body: { ...which(kind, more[1], more[2]), html, seen } })
const publish = (kind: Kind, seen: string, more: object = {}) =>
  sam.send(s.publishLegalText, { body: { ...which(kind), seen, ...more } })
const privacy = async (lang = '50') =>
  (await second.visitor().call(s.getPrivacyPolicy, { params: { web_site: 31, key: 'privacy_policy', lang } })).html

describe('a privacy policy', () => {
  test('is a draft until it is published; then every node shows it, with the names of the web site', async () => {
    const before = await privacy()
    const draft = await save('privacy', '<p>{company} keeps <b>nothing</b>.</p>')
    expect(draft).toMatchObject({ status: 1, message: 'legal_text_saved', data: { version: 1, was_cleaned: false } })
    expect(await privacy()).toBe(before)
    expect(await publish('privacy', draft.data!.saved_at)).toMatchObject({ message: 'legal_text_published' })
    expect(await privacy()).toBe('<p>Northgate Motors Ltd keeps <b>nothing</b>.</p>')
    // The web site has no Spanish version: its own English one is shown rather than the text of the product.
    expect(await privacy('98')).toBe('<p>Northgate Motors Ltd keeps <b>nothing</b>.</p>')
  })

  test('loses scripts, and the operator learns of it', async () => {
    const draft = await save('privacy', '<p onclick="x()">Hello<script>alert(1)</script></p>')
    expect(draft.data).toMatchObject({ html: '<p>Hello</p>', was_cleaned: true, version: 2 })
  })

  test('keeps its versions: who, when, and any of them can be a draft again', async () => {
    const { versions, shipped } = await sam.call(s.getLegalText, { body: which('privacy') })
    expect(versions.map(({ version, published_at }) => [version, published_at === null])).toEqual([
      [2, true],
      [1, false],
    ])
    expect(shipped).toContain('{company}')
    const again = await save('privacy', versions[1]!.html, versions[0]!.saved_at)
    expect(again.data).toMatchObject({ version: 2, html: versions[1]!.html })
    await sam.call(s.deleteLegalDraft, { body: which('privacy') })
    const { texts } = await sam.call(s.getLegalTexts, { params: { web_site_id: 31 } })
    expect(texts.find(({ kind, language_id }) => kind === 'privacy' && language_id === 50)).toMatchObject({
      published: 1,
      draft: null,
    })
  })

  test('is signed with the name of the operator, also on a web site whose users do not include the operator', async () => {
    const draft = await save('about', '<p>Of another web site.</p>', null, ['about', 50, 44])
    const body = { ...which('about', 50, 44), seen: draft.data!.saved_at }
    expect(await sam.send(s.publishLegalText, { body })).toMatchObject({ status: 1 })
    const { versions } = await sam.call(s.getLegalText, { body: which('about', 50, 44) })
    expect(versions).toMatchObject([{ published_by: 'Sam Okonkwo' }])
  })

  test('the later of two operators who save at once is refused', async () => {
    const first = await save('about', '<p>One</p>')
    expect(await save('about', '<p>Two</p>')).toMatchObject({ status: 0, message: 'legal_text_changed_meanwhile' })
    w.clock.forward(5)
    const next = await save('about', '<p>Two</p>', first.data!.saved_at)
    expect(await publish('about', first.data!.saved_at)).toMatchObject({ message: 'legal_text_changed_meanwhile' })
    expect(await publish('about', next.data!.saved_at)).toMatchObject({ status: 1 })
  })

  test('is for operators, and for languages of the web site', async () => {
    const enterprise = await w.loggedIn('enterprise')
    await expect(enterprise.call(s.getLegalText, { body: which('terms') })).rejects.toMatchObject({ http: 403 })
    await expect(sam.call(s.getLegalText, { body: which('terms', 49) })).rejects.toMatchObject({ http: 404 })
  })
})

test('a preview shows the markup as it will be shown, and says what was removed', async () => {
  const preview = (html: string) => sam.call(s.previewHtml, { body: { html } })
  expect(await preview('<p>Fine &amp; <b>good</b>.<br></p>')).toMatchObject({ was_cleaned: false })
  expect(await preview('<p>Hi<script>x</script></p>')).toEqual({ html: '<p>Hi</p>', was_cleaned: true })
})

test('new terms ask everyone for acceptance again where the web site requires it', async () => {
  const dana = await second.loggedIn('advisor', { site: 69 })
  const isAsked = async () => (await dana.call(contract.sessions.getUserSession)).required_terms
  if (await isAsked()) await dana.call(contract.sessions.handleAgreeTermsAndCondtion, { params: { web_site_id: 69 } })
  expect(await isAsked()).toBe(false)
  for (const node of [w, second]) node.clock.forward(60)
  const { default_lang_id } = w.running.services.sites.byId(69)!
  const body = { web_site_id: 69, kind: 'terms' as const, language_id: default_lang_id }
  const quiet = await sam.call(s.saveLegalText, { body: { ...body, html: '<p>A comma moved.</p>', seen: null } })
  await sam.call(s.publishLegalText, { body: { ...body, seen: quiet.saved_at } })
  const draft = await sam.call(s.saveLegalText, { body: { ...body, html: '<p>New terms.</p>', seen: null } })
  expect(await isAsked()).toBe(false)
  await sam.call(s.publishLegalText, { body: { ...body, seen: draft.saved_at, asks_acceptance: true } })
  await expect.poll(isAsked, soon).toBe(true)
  second.clock.forward(60)
  await dana.call(contract.sessions.handleAgreeTermsAndCondtion, { params: { web_site_id: 69 } })
  expect(await isAsked()).toBe(false)
})
