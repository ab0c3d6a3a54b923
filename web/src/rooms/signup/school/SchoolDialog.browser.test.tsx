import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../testing/fake-api.ts'
import { render } from '../../../testing/render.tsx'
import SchoolDialog from './SchoolDialog.tsx'

/** A puzzle of a few hundred tries. */
const challenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '00112233445566778899aabbccddeeff',
    salt: 'ffeeddccbbaa99887766554433221100',
    cost: 1,
    keyLength: 32,
    keyPrefix: '00',
  },
  signature: 'of the server',
}
const sites = {
  getCaptcha: () => ({ challenge }),
  getCountry: () => [{ id: 4, country_code: 'IL', name: 'Israel', dial_code: '972' }],
}
const field = (name: string) => page.getByRole('textbox', { name, exact: true })

test.each([
  ['teachers', 'saveRegistrationEducationAccessIsraelTeachers', 'Send application'],
  ['education', 'createEducationalUserAccount', 'Create account'],
] as const)('two presses send the form of %s once', async (kind, name, press) => {
  const sent = () => ({ email: 'noa@school.example' })
  const api = fakeApi({ sites, signup: { [name]: sent } as never })
  await render(<SchoolDialog kind={kind} country="IL" onClose={() => undefined} />)
  await page.getByRole('button', { name: press }).click()
  await expect.element(page.getByText('Enter the name of the school.').first()).toBeVisible()
  expect(api.calls(name)).toEqual([])
  await field('School or college').fill('Galil High School')
  await field('First name').fill('Noa')
  await field('Last name').fill('Levi')
  await field('Email').fill('noa@school.example')
  await field('Phone').fill('+972 52 123 4567')
  await page.getByRole('checkbox').click({ force: true })
  await page.getByRole('button', { name: press }).dblClick()
  await expect.element(page.getByText('noa@school.example')).toBeVisible()
  expect(api.calls(name)).toHaveLength(1)
  expect(api.calls(name)[0]?.body).toMatchObject({
    school_name: 'Galil High School',
    country_code: 'IL',
    iaccept: true,
  })
})
