import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal } from '../../../testing/fake-api.ts'
import { danasSession, northgate } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { rememberCovidCode } from '../../sites/contact/covid-code.ts'
import TrialDialog from './TrialDialog.tsx'

/** A web site that offers a free trial of an hour, as the session of the page says. */
const session = (() => {
  const base = danasSession()
  return { ...base, web_site: { ...northgate, show_free_trial: 1 as const, free_trail_time: 3600 } }
})()
const details = {
  web_site: session.web_site,
  token: 'a token',
  blockstatus: 'none' as const,
  seconds: 0,
  contact_email: 'hello@northgate.example',
  needs_app_number: false,
}
const dialog = page.getByRole('dialog', { name: 'Start free trial' })
const email = dialog.getByRole('textbox', { name: 'Email' })
const sendCode = dialog.getByRole('button', { name: 'Send code' })

test('Mia gets a code by mail, mistypes it once, and starts the trial', async () => {
  const api = fakeApi({
    signup: {
      getWebSiteDetailsForFreeTrial: () => details,
      sendFreeTrailOTP: () => ({ sent_to: 'm•••@garage.example', seconds: 20 }),
      registerFreeTrailUser: ({ body }) =>
        body.code === '123456' ? danasSession() : refusal('incorrect_login_details'),
    },
  })
  const shown = await render(<TrialDialog />, { session, path: '/free_trial' })
  await expect.element(dialog.getByRole('textbox', { name: 'Mobile phone' })).toHaveFocus()
  await dialog.getByRole('radio', { name: 'Email' }).click({ force: true })
  await email.fill('mia@garage.example')
  await sendCode.click()
  const code = dialog.getByLabelText('One-time code')
  await expect.element(code).toHaveFocus()
  await expect.element(dialog.getByText(/^Send a new code in 0:/)).toBeVisible()

  await code.fill('654321')
  await dialog.getByRole('button', { name: 'Start free trial' }).click()
  await expect.element(dialog.getByText('This code is wrong.')).toBeVisible()
  await expect.element(code).toHaveValue('')
  await code.fill('123 456')
  await dialog.getByRole('button', { name: 'Start free trial' }).click()
  await expect.poll(() => shown.path()).toBe('/home')
  expect(api.calls('registerFreeTrailUser').at(-1)?.body).toEqual({
    token: 'a token',
    email: 'mia@garage.example',
    code: '123456',
  })
})

test('two presses send one code and start one trial', async () => {
  const api = fakeApi({
    signup: {
      getWebSiteDetailsForFreeTrial: () => details,
      sendFreeTrailOTP: () => ({ sent_to: 'm•••@garage.example', seconds: 20 }),
      registerFreeTrailUser: () => danasSession(),
    },
  })
  const shown = await render(<TrialDialog />, { session, path: '/free_trial' })
  await dialog.getByRole('radio', { name: 'Email' }).click({ force: true })
  await email.fill('mia@garage.example')
  await sendCode.dblClick()
  await dialog.getByLabelText('One-time code').fill('123456')
  await dialog.getByRole('button', { name: 'Start free trial' }).dblClick()
  await expect.poll(() => shown.path()).toBe('/home')
  expect(['sendFreeTrailOTP', 'registerFreeTrailUser'].map((name) => api.calls(name).length)).toEqual([1, 1])
})

test('names the field that is missing, and sends nothing', async () => {
  const api = fakeApi({ signup: { getWebSiteDetailsForFreeTrial: () => ({ ...details, needs_app_number: true }) } })
  await render(<TrialDialog />, { session, path: '/free_trial' })
  await dialog.getByRole('radio', { name: 'Email' }).click({ force: true })
  await email.fill('no address')
  await sendCode.click()
  await expect.element(dialog.getByText('Enter your app number.')).toBeVisible()
  expect(api.calls('sendFreeTrailOTP')).toEqual([])
})

test('says when today’s trial is used, and when the next one can start', async () => {
  fakeApi({
    signup: {
      getWebSiteDetailsForFreeTrial: () => details,
      sendFreeTrailOTP: () => refusal('free_trial_used'),
    },
  })
  await render(<TrialDialog />, { session, path: '/free_trial' })
  await dialog.getByRole('radio', { name: 'Email' }).click({ force: true })
  await email.fill('mia@garage.example')
  await sendCode.click()
  await expect.element(page.getByRole('alertdialog', { name: 'Today’s free trial is used' })).toBeVisible()
})

test('shows the contact address while the address is blocked for an hour', async () => {
  fakeApi({
    signup: {
      getWebSiteDetailsForFreeTrial: () => ({ ...details, blockstatus: 'temporary' as const, seconds: 3600 }),
    },
  })
  await render(<TrialDialog />, { session, path: '/free_trial' })
  const blocked = page.getByRole('alertdialog', { name: 'No free trial right now' })
  await expect.element(blocked.getByText(/hello@northgate\.example/)).toBeVisible()
})

test('there is no trial for a visitor who came with the code stimulus2020', async () => {
  const api = fakeApi({ signup: { getWebSiteDetailsForFreeTrial: () => details } })
  rememberCovidCode('welcome')
  rememberCovidCode(' Stimulus2020')
  await render(<TrialDialog />, { session, path: '/free_trial' })
  await expect.element(page.getByText(/hello@northgate\.example/)).toBeVisible()
  expect(api.calls('sendFreeTrailOTP')).toEqual([])
  await expect.poll(() => dialog.getByRole('textbox').elements()).toEqual([])
  sessionStorage.clear()
})
