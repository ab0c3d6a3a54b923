import type { WebSiteData } from '@cutaway/contract/rooms/sites/operator.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Route, Routes } from 'react-router'
import { fakeApi, type FakeHandlers, refusal } from '../../../../testing/fake-api.ts'
import { danasSession } from '../../../../testing/people.ts'
import { render } from '../../../../testing/render.tsx'
import WebSitePage from './WebSitePage.tsx'

/** The form of a web site, as the super user Sam fills it in. */

const ridgeline: WebSiteData = {
  web_site_id: 44,
  name: 'Ridgeline Moto',
  company: 'Ridgeline Moto Ltd',
  mark: 'RM',
  logo: '',
  brand_colour: '#f26b1d',
  country_code_iso: 'us',
  currency: 'USD',
  time_zone: 'America/New_York',
  driverside: 'left',
  hosts: ['ridgeline.example'],
  language_ids: [50, 94],
  default_lang_id: 50,
  brand_ids: [2],
  brand_id: 2,
  default_video_type: 'narrated',
  vehicle_layout_view: '',
  contact_email: 'service@ridgeline.example',
  contact_phone: '',
  free_trial_label: '',
  free_trail_time: 3600,
  free_trail_limit: 1,
  features: ['account_creation', 'card_gateway_signup'],
  settings: {
    touch_screen_idle: null,
    sample_films: [],
    analytics_id: '',
    au_signup_promo: '',
    subscription_url: '',
    upgrade_decline_url: '',
    number_price: null,
    custom_video_space_mb: null,
    custom_video_file_mb: null,
  },
  distributors: [],
  host_checks: [],
  state: 'live',
  out_of_service_at: null,
  is_needed: 0,
  people: 30,
  version: 3,
  changed_by: 'Rosa Delgado',
  changed_at: '2026-11-20T09:00:00.000Z',
}
const theme = {
  brand: '#f26b1d',
  brand_hover: '#e05f14',
  on_brand: '#1c0f04',
  brand_text: '#a8460a',
  brand_tint: '#fef3ec',
  brand_line: '#fbd3bb',
  brand_on_stage: '#ff8a45',
}
const sites: FakeHandlers['sites'] = {
  getWebSite: () => ridgeline,
  getWebSiteChoices: () => ({
    languages: [
      { language_id: 50, language_code: 'en-US', name: 'English', direction: 'ltr', font: null },
      { language_id: 94, language_code: 'fr-FR', name: 'Français', direction: 'ltr', font: null },
    ],
    brands: [{ brand_id: 2, name: 'All motorcycles', vehicle_kind: 'motorcycle' }],
    distributors: [],
  }),
  getCountry: () => [{ id: 1, country_code: 'US', name: 'United States', dial_code: '+1' }],
  getBrandColours: ({ params: { colour } }) => ({
    theme,
    text: 'dark',
    ratios: [{ id: 'button', ratio: colour === '797979' ? 4.3 : 6.1, needed: 4.5 }],
    nearest: colour === '797979' ? '#767676' : null,
    white: 3,
  }),
  checkWebSiteHost: ({ body }) => (body.host === 'taken.example' ? refusal('host_taken') : null),
}

async function open(handlers: FakeHandlers['sites'] = {}, path = '/operator/web_sites/44') {
  await page.viewport(1440, 900)
  const api = fakeApi({ sites: { ...sites, ...handlers } })
  const at = await render(
    <Routes>
      <Route path="/operator/web_sites/:web_site_id" element={<WebSitePage />} />
    </Routes>,
    { session: danasSession(['manage_web_sites']), path },
  )
  return { api, at }
}
const field = (name: string | RegExp) => page.getByRole('textbox', { name })
const saveButton = () => page.getByRole('button', { name: 'Save changes' })
const sentBody = (api: Awaited<ReturnType<typeof open>>['api']) => api.calls('updateWebSite').at(-1)?.body as object

test('only what was changed is sent; the bar names it, Discard takes it back', async () => {
  const { api } = await open({ updateWebSite: ({ body }) => ({ ...ridgeline, ...body.changes, version: 4 }) })
  await field('Company').fill('Ridgeline Motorcycles')
  await expect.element(page.getByText('1 change: Company')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(field('Company')).toHaveValue('Ridgeline Moto Ltd')
  await field('Company').fill('Ridgeline Motorcycles')
  await saveButton().click()
  await expect.element(page.getByText(/^Saved\./)).toBeVisible()
  expect(sentBody(api)).toMatchObject({ web_site_id: 44, version: 3, changes: { company: 'Ridgeline Motorcycles' } })
})

test('a colour without a readable text says so, and offers the nearest one', async () => {
  await open()
  await field('Brand color').fill('#797979')
  await expect.element(page.getByText(/nearest color that works is #767676/)).toBeVisible()
  await expect.element(page.getByText('too low')).toBeVisible()
  await page.getByRole('button', { name: 'Use #767676' }).click()
  await expect.element(field('Brand color')).toHaveValue('#767676')
})

test('the preview shows the colour on the header, a film and the player', async () => {
  await open()
  const preview = page.getByRole('region', { name: 'Brand color' })
  await expect.element(preview.getByText('Four-stroke engine')).toBeVisible()
  for (const words of ['Home', 'History', 'All engine films', 'Power stroke'])
    await expect.element(preview.getByText(words, { exact: true })).toBeVisible()
})

test('on a phone the preview is the header of the site, and opens on a press', async () => {
  await open()
  await page.viewport(390, 844)
  const preview = page.getByRole('region', { name: 'Brand color' })
  await expect.element(preview.getByText('Text on buttons, dark')).not.toBeVisible()
  await preview.getByRole('button', { name: 'Show preview' }).click()
  await expect.element(preview.getByText('Text on buttons, dark')).toBeVisible()
  await preview.getByRole('button', { name: 'Hide preview' }).click()
  await expect.element(preview.getByText('Text on buttons, dark')).not.toBeVisible()
})

test('a feature is switched together with what it needs', async () => {
  await open()
  const feature = (name: string) => page.getByRole('switch', { name, exact: true })
  await feature('Sign-up').click()
  await expect.element(feature('Card payments')).not.toBeChecked()
  await feature('Sign-up without the kind of user').click()
  await expect.element(feature('Sign-up')).toBeChecked()
  await expect.element(feature('Card payments')).toBeChecked()
  await page.getByRole('searchbox', { name: 'Feature or what it does' }).fill('help video')
  await expect.poll(() => page.getByRole('switch').elements().length).toBe(3)
})

test('the later of two operators sees what the other one changed, and keeps the own changes', async () => {
  const theirs = { ...ridgeline, contact_phone: '+1 503 555 0100', version: 4, changed_by: 'Elena Voss' }
  let first = true
  const { api } = await open({
    updateWebSite: ({ body }) => {
      if (first) {
        first = false
        return refusal('web_site_changed', 200, theirs)
      }
      return { ...theirs, ...body.changes, version: 5 }
    },
  })
  await field('Name').fill('Ridgeline')
  await saveButton().click()
  await expect
    .poll(() => page.getByRole('alert').element().textContent)
    .toMatch(/Elena Voss\W* saved .* changed: \W*Contact phone/)
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await saveButton().click()
  await expect.poll(() => sentBody(api)).toMatchObject({ version: 4, changes: { name: 'Ridgeline' } })
  await expect.element(page.getByRole('heading', { name: 'Ridgeline', exact: true })).toBeVisible()
})

test('Show theirs replaces the own changes', async () => {
  const theirs = { ...ridgeline, name: 'Ridgeline West', version: 4, changed_by: 'Elena Voss' }
  await open({ updateWebSite: () => refusal('web_site_changed', 200, theirs) })
  await field('Name').fill('Ridgeline')
  await saveButton().click()
  await page.getByRole('button', { name: 'Show theirs' }).click()
  await expect.element(field('Name')).toHaveValue('Ridgeline West')
})

test('a host name of another web site is refused while it is typed', async () => {
  await open()
  await page.getByRole('tab', { name: 'Host names' }).click()
  await page.getByRole('button', { name: 'Add host name' }).click()
  await field('Host name 2').fill('taken.example')
  await expect.element(page.getByText('Another web site has this host name.')).toBeVisible()
  await field('Host name 2').fill('https://taken.example')
  await expect.element(page.getByText(/without https/)).toBeVisible()
})

test('a wrong host name says so once, and has the focus after Save', async () => {
  const { api } = await open({ updateWebSite: () => refusal('host_taken') })
  await page.getByRole('tab', { name: 'Host names' }).click()
  await page.getByRole('button', { name: 'Add host name' }).click()
  await field('Host name 2').fill('not a host')
  await saveButton().click()
  await expect.element(field('Host name 2')).toHaveFocus()
  await expect.poll(() => page.getByText(/without https/).elements().length).toBe(1)
  await field('Host name 2').fill('taken.example')
  await expect.element(page.getByText('Another web site has this host name.')).toBeVisible()
  await saveButton().click()
  await expect.poll(() => api.calls('updateWebSite').length).toBe(1)
  await expect.element(field('Host name 2')).toHaveFocus()
  await expect.poll(() => page.getByText('Another web site has this host name.').elements().length).toBe(1)
})

test('languages that people use are taken away after a question that counts them', async () => {
  const { api } = await open({
    updateWebSite: ({ body }) =>
      body.languages_confirmed?.length
        ? { ...ridgeline, language_ids: [50], version: 4 }
        : refusal('web_site_languages_used', 200, [{ language_id: 94, people: 12 }]),
  })
  await page.getByRole('tab', { name: 'Languages and brands' }).click()
  await page.getByRole('checkbox', { name: 'Français' }).click()
  await saveButton().click()
  await expect.element(page.getByText(/languages that you take away: Français \(12\)\./)).toBeVisible()
  await page.getByRole('button', { name: 'Take the languages away' }).click()
  await expect.poll(() => sentBody(api)).toMatchObject({ languages_confirmed: [94], changes: { language_ids: [50] } })
})

test('a wrong field on another tab opens that tab', async () => {
  const { api } = await open({ addWebSite: () => ({ web_site_id: 1001 }) }, '/operator/web_sites/new')
  await field('Name').fill('Cedar Street')
  await field('Company').fill('Cedar Street Ltd')
  await field('Letters on the mark').fill('CS')
  await page.getByRole('button', { name: 'Add web site' }).click()
  await expect.element(field('Primary host name')).toBeVisible()
  await field('Primary host name').fill('cedar.example')
  await page.getByRole('button', { name: 'Add web site' }).click()
  await field('Contact email').fill('service@cedar.example')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => api.calls('addWebSite').at(-1)?.body).toMatchObject({ hosts: ['cedar.example'], mark: 'CS' })
})

test('out of service: the name is typed, the number of people is said, and it can be undone', async () => {
  const { api } = await open({
    takeWebSiteOutOfService: () => ({ web_site_id: 44, ended_sessions: 2 }),
    putWebSiteBackInService: () => ({ web_site_id: 44 }),
  })
  await page.getByRole('button', { name: 'Take out of service' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.poll(() => dialog.element().textContent).toMatch(/30\W* people lose access/)
  await dialog.getByRole('textbox').fill('Ridgeline Moto')
  await dialog.getByRole('button', { name: 'Take out of service' }).click()
  await expect.element(page.getByRole('button', { name: 'Put back in service' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => api.calls('putWebSiteBackInService').length).toBe(1)
})

test('a web site that does not load says so', async () => {
  await open({ getWebSite: () => refusal('permission_denied', 403) })
  await expect.element(page.getByText('Couldn’t load the web site')).toBeVisible()
})

test('a logo is uploaded, shown in the preview, saved with the form and taken away again', async () => {
  const name = `${'a'.repeat(40)}.png`
  const { api } = await open({
    uploadWebSiteLogo: () => ({ logo: name, url: `/site-logos/${name}` }),
    updateWebSite: ({ body }) => ({ ...ridgeline, ...body.changes, version: 4 }),
  })
  const picture = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.svg', { type: 'image/svg+xml' })
  await userEvent.upload(page.getByLabelText('Upload logo').first(), picture)
  const shown = () => document.querySelectorAll(`form img[src="/site-logos/${name}"]`).length
  // Beside the field, and in the preview.
  await expect.poll(shown).toBe(2)
  await expect.element(page.getByText('1 change: Logo')).toBeVisible()
  await saveButton().click()
  await expect.poll(() => sentBody(api)).toMatchObject({ changes: { logo: name } })
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await expect.poll(shown).toBe(0)
})

test('a picture that is not a logo is refused at its field', async () => {
  await open({ uploadWebSiteLogo: () => refusal('site_logo_empty') })
  await userEvent.upload(page.getByLabelText('Upload logo').first(), new File(['x'], 'logo.png'))
  await expect.element(page.getByText('This picture is blank.')).toBeVisible()
})

test('another currency of a web site in use asks for the reason', async () => {
  const { api } = await open({
    updateWebSite: ({ body }) =>
      !body.reason ? refusal('web_site_reason_missing') : { ...ridgeline, ...body.changes, version: 4 },
  })
  await page.getByRole('combobox', { name: 'Currency' }).selectOptions('EUR')
  await saveButton().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dialog.getByText('Fill in this field.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The dealer sells in France now.')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByText(/^Saved\./)).toBeVisible()
  expect(sentBody(api)).toMatchObject({ changes: { currency: 'EUR' }, reason: 'The dealer sells in France now.' })
})

test('the hosts show the result of their last check, and can be checked now', async () => {
  const found = (problem: 'elsewhere' | null) => [
    {
      host: 'ridgeline.example',
      checked_at: '2026-11-22T09:00:00.000Z',
      reached_at: problem ? null : '2026-11-22T09:00:00.000Z',
      problem,
    },
  ]
  await open(
    { getWebSite: () => ({ ...ridgeline, host_checks: found('elsewhere') }), checkWebSiteHosts: () => found(null) },
    '/operator/web_sites/44?tab=hosts',
  )
  await expect.element(page.getByText('Points elsewhere')).toBeVisible()
  await expect.element(page.getByText(/Never reached/)).toBeVisible()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect.element(page.getByText('Reachable')).toBeVisible()
})
