import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, refusal } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import LoginDialog from './LoginDialog.tsx'

/** Covers the login's messages for each refusal, and its validation. */

const userName = page.getByLabelText('User name')
const password = page.getByLabelText('Password', { exact: true })
const logIn = page.getByRole('button', { name: 'Log in' })

async function typeIn(name: string, secret: string) {
  await userName.fill(name)
  await password.fill(secret)
  await logIn.click()
}

test('names an empty field and focuses it; sends nothing', async () => {
  const api = fakeApi({})
  await render(<LoginDialog />)
  await logIn.click()
  await expect.element(page.getByText('Enter your user name')).toBeVisible()
  await expect.element(userName).toHaveFocus()
  await userName.fill('advisor')
  await logIn.click()
  await expect.element(page.getByText('Enter your password')).toBeVisible()
  await expect.element(password).toHaveFocus()
  expect(api.made).toEqual([])
})

test('shows one message for a wrong password, without the remaining attempts, and selects the password', async () => {
  fakeApi({ sessions: { login: () => refusal('incorrect_login_details') } })
  await render(<LoginDialog />)
  await typeIn('advisor', 'not the password')
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Incorrect login details. Check your user name and password.')
  await expect.poll(() => page.getByText(/tries|attempts/).elements()).toEqual([])
  await expect.element(password).toHaveFocus()
  const field = password.element() as HTMLInputElement
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'not the password'.length])
})

test('sends the input unchanged except for spaces around the name, and continues after the login', async () => {
  const api = fakeApi({ sessions: { login: () => danasSession() } })
  const shown = await render(<LoginDialog />, { path: '/login' })
  await page.getByRole('checkbox').click()
  await typeIn(' advisor ', ' a secret with blanks ')
  await expect
    .poll(() => api.made)
    .toEqual([
      { name: 'login', params: {}, body: { username: 'advisor', password: ' a secret with blanks ', stay: true } },
    ])
  await expect.poll(() => shown.path()).toBe('/home')
})

test('a blocked name offers a password reset, with the name filled in', async () => {
  fakeApi({ sessions: { login: () => refusal('you_are_blocked_for_1_hour'), forgotPassword: () => null } })
  await render(<LoginDialog />)
  await typeIn('student', 'a guess')
  const blocked = page.getByRole('alertdialog', { name: 'Login is blocked for one hour' })
  await blocked.getByRole('button', { name: 'Set a new password' }).click()
  const forgotten = page.getByRole('dialog', { name: 'Forgotten password' })
  await expect.element(forgotten.getByLabelText('User name or email')).toHaveValue('student')
  await forgotten.getByRole('button', { name: 'Send link' }).click()
  await expect.element(forgotten.getByText(/^If an account matches/)).toBeVisible()
})

test.for(['your_ip_blocked_1_hour', 'your_ip_blocked1 hour'])(
  'a block of the address (%s) offers no new password, but the way back',
  async (key) => {
    fakeApi({ sessions: { login: () => refusal(key) } })
    await render(<LoginDialog />)
    await typeIn('student', 'a guess')
    const blocked = page.getByRole('alertdialog', { name: 'Login is blocked for one hour' })
    await expect.element(blocked.getByText(/hello@northgate\.example/)).toBeVisible()
    await expect.poll(() => blocked.getByRole('button', { name: 'Set a new password' }).elements()).toEqual([])
    await blocked.getByRole('button', { name: 'Back to login' }).click()
    await expect.element(userName).toHaveValue('student')
  },
)

test('shows that a subscription has ended, with the next step', async () => {
  fakeApi({ sessions: { login: () => refusal('purchase_subscription') } })
  const shown = await render(<LoginDialog />)
  await typeIn('enterprise', 'the password')
  const ended = page.getByRole('alertdialog', { name: 'Your subscription has ended' })
  await ended.getByRole('link').click()
  expect(shown.path()).not.toBe('/')
})

test.for([429, 500, 503])('reports a server response of %d, and the form can be sent again', async (http) => {
  let tries = 0
  fakeApi({
    sessions: {
      login: () => {
        tries += 1
        return tries === 1 ? refusal('server_error', http) : danasSession()
      },
    },
  })
  const shown = await render(<LoginDialog />)
  await typeIn('advisor', 'the password')
  await expect.element(page.getByRole('alert')).toBeVisible()
  await logIn.click()
  await expect.poll(() => shown.path()).toBe('/home')
})

test('a password reset needs a name or an address', async () => {
  const api = fakeApi({ sessions: { forgotPassword: () => null } })
  await render(<LoginDialog />)
  await page.getByRole('button', { name: 'Forgotten?' }).click()
  const forgotten = page.getByRole('dialog', { name: 'Forgotten password' })
  const send = forgotten.getByRole('button', { name: 'Send link' })
  await send.click()
  await expect.element(forgotten.getByText('Enter your user name or your email address')).toBeVisible()
  expect(api.made).toEqual([])
  await forgotten.getByLabelText('User name or email').fill('dana@northgate.example')
  await send.click()
  await expect.poll(() => api.made.map(({ body }) => body)).toEqual([{ email: 'dana@northgate.example' }])
})

test('shows the password on demand', async () => {
  fakeApi({})
  await render(<LoginDialog />)
  await password.fill('secret')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')
})

test('Tab keeps the focus inside the dialog', async () => {
  fakeApi({})
  await render(<LoginDialog />)
  await expect.element(userName).toHaveFocus()
  for (let i = 0; i < 12; i += 1) {
    await userEvent.tab()
    // Behind its last field the browser itself has the focus (body), never the page under the dialog.
    expect(document.activeElement === document.body || document.activeElement?.closest('dialog')).toBeTruthy()
  }
})
