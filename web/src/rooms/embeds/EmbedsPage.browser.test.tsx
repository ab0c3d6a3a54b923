import type { Embed } from '@cutaway/contract/rooms/embeds/fields.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal, reply } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import EmbedsPage from './EmbedsPage.tsx'
import FilmEmbedDialog from './FilmEmbedDialog.tsx'

/** Dana manages her embeds: on the page of settings, and on the page of a film. */

const embed = (more: Partial<Embed> = {}): Embed => ({
  id: 1,
  user_id: 1,
  businessentity_id: 1,
  web_site_id: 31,
  embed_type: 'single',
  part_id: 'BRKDSC',
  sub_system_ids: [],
  tag_name: 'Disc brake',
  animation_name: 'Disc brake',
  own_name: '',
  domain_name: 'northgate.example',
  domain_temp: '',
  temporary_domain: '',
  temporary_until: null,
  width: '100%',
  height: '100%',
  brand_id: 1,
  language_id: 50,
  follows_visitor: true,
  url: 'http://localhost/e/token',
  code: '<iframe src="http://localhost/e/token"></iframe>',
  films: 1,
  poster_url: null,
  state: 'live',
  blocked_on: [],
  views: 12,
  created_at: '2026-11-01T09:00:00.000Z',
  ...more,
})
const systems = [
  {
    system_id: 1,
    system_name: 'Brakes',
    sub_systems: [
      {
        sub_system_id: 101,
        sub_system_name: 'Disc brakes',
        films: [{ part_id: 'BRKDSC', part_name: 'Disc brake', duration: 22, poster_url: null }],
      },
    ],
  },
]

const proof = { name: '_cutaway.taken.example', value: 'cutaway-site=x' }
let embeds: Embed[]
let limit: number | null
beforeEach(() => {
  embeds = []
  limit = 2
})
const api = () =>
  fakeApi({
    embeds: {
      getEmbeddedAnimations: () =>
        reply(embeds, { embeddedCount: embeds.length, total: embeds.length, md5IframeArray: embeds.map(() => 'md5') }),
      getEmbeddedAnimationsLimit: () => reply(limit, { limit_user_embedded: limit, embeddedCount: embeds.length }),
      getEmbeddedMenuSystems: () => systems,
      checkDomainNameAlreadyExists: ({ params: { name } }) =>
        name === 'taken.example'
          ? reply({ id: null, proof }, { message: 'domain_name_of_another_business' } as never)
          : refusal('domain_name_available'),
      addIframe: ({ body }) => {
        const added = embed({ embed_type: body.embed_type, domain_name: body.domain_name })
        embeds.push(added)
        return added
      },
      deleteIframe: () => {
        embeds.pop()
        return null
      },
    },
  })
const session = danasSession(['allow_embed'])
const website = () => page.getByRole('textbox', { name: 'Website', exact: true })
const save = () => page.getByRole('button', { name: 'Save embed' })

test('a new embed needs a website that is free, and then shows its code', async () => {
  const calls = api()
  await render(<EmbedsPage />, { session })
  await expect.element(page.getByText('0 of 2 embeds in use')).toBeVisible()
  await page.getByRole('button', { name: 'New embed' }).first().click()
  await expect.element(page.getByTitle('Preview')).toHaveAttribute('src', expect.stringContaining('part=BRKDSC'))
  await website().fill('taken.example')
  await expect.element(page.getByText('This domain is used by another business.')).toBeVisible()
  await expect.element(save()).toBeDisabled()
  await expect.element(page.getByText('cutaway-site=x')).toBeVisible()
  await website().fill('http://10.0.0.1/')
  await page.getByRole('textbox', { name: 'Test site (optional)' }).click()
  await expect.element(website()).toHaveAccessibleDescription(/This is not a domain/)
  await website().fill('https://www.northgate.example/')
  await expect.element(page.getByText('Available')).toBeVisible()
  await save().click()
  await expect.element(page.getByText('<iframe src="http://localhost/e/token"></iframe>')).toBeVisible()
  expect(calls.calls('addIframe')[0]?.body).toMatchObject({ embed_type: 'single', part_id: 'BRKDSC', web_site_id: 31 })
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByText('1 of 2 embeds in use')).toBeVisible()
})

test('systems are chosen from a list, and at least one', async () => {
  const calls = api()
  await render(<EmbedsPage />, { session })
  await page.getByRole('button', { name: 'New embed' }).first().click()
  await page.getByRole('radio', { name: 'Systems' }).click()
  await website().fill('northgate.example')
  await expect.element(page.getByText('Available')).toBeVisible()
  await save().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Choose at least one system with films.')
  await page.getByRole('checkbox', { name: 'Disc brakes' }).click()
  await expect.element(page.getByText('Available')).toBeVisible()
  await save().click()
  await expect.poll(() => calls.calls('addIframe')).toHaveLength(1)
  expect(calls.calls('addIframe')[0]?.body).toMatchObject({ embed_type: 'systems', sub_system_ids: [101] })
})

test('at the limit there is no new one, until one is deleted', async () => {
  embeds = [embed(), embed({ id: 2, state: 'blocked', blocked_on: ['evil.example'] })]
  api()
  await render(<EmbedsPage />, { session })
  await expect.element(page.getByText(/You have reached your limit of embedded films/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'New embed' })).toBeDisabled()
  await expect.element(page.getByText(/Blocked: .*evil.example/)).toBeVisible()
  await page.getByRole('button', { name: 'Delete embed: Disc brake' }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Confirmation required' })
  await expect
    .element(question.getByText(/Are you sure you want to delete this iframe code\?.*northgate.example/))
    .toBeVisible()
  await question.getByRole('button', { name: 'Delete embed' }).click()
  await expect.element(page.getByRole('button', { name: 'New embed' })).toBeEnabled()
})

test('on the page of a film the tool is hidden at the limit, and the list says so when it does not load', async () => {
  embeds = [embed(), embed({ id: 2 })]
  api()
  await render(<FilmEmbedDialog partId="BRKDSC" onClose={() => undefined} />, { session })
  await expect.element(page.getByText(/You have reached your limit of embedded films/)).toBeVisible()
  await expect.element(save()).not.toBeInTheDocument()
  await page.getByRole('tab', { name: /Your embeds/ }).click()
  await page.getByRole('button', { name: 'Code: Disc brake' }).first().click()
  await expect.element(page.getByText('<iframe src="http://localhost/e/token"></iframe>')).toBeVisible()
})
