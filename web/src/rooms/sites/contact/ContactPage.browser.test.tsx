import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import ContactPage from './ContactPage.tsx'

/** Covers the fields of the contact form. */

const open = (features: string[] = []) => {
  fakeApi({ sites: { getCaptcha: () => ({ challenge: null }), getCountry: () => [] } })
  const session = danasSession()
  return render(<ContactPage />, { session: { ...session, web_site: { ...session.web_site, features } } })
}
const ofTheBusiness = ['Business', 'State or province', 'City', 'ZIP code']

test('only sites with the full contact form ask for the business and its location', async () => {
  await open(['contact_form_full'])
  for (const field of ofTheBusiness) await expect.element(page.getByLabelText(field)).toBeVisible()
})

test('other sites ask for the country alone', async () => {
  await open()
  await expect.element(page.getByLabelText('Country')).toBeVisible()
  for (const field of ofTheBusiness) expect(page.getByLabelText(field).elements()).toEqual([])
})

test('the form of a signed-in user is prefilled with name and address', async () => {
  await open()
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Dana Whitlock')
  await expect.element(page.getByLabelText('Email')).toHaveValue('dana@northgate.example')
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
})
