import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { danasSession } from '../testing/people.ts'
import { render } from '../testing/render.tsx'
import { sessionLost } from './route.tsx'

test('whose free trial has ended on the server is led to where they can subscribe; others log in again', async () => {
  const dana = danasSession()
  const mia = { ...dana, user: { ...dana.user, user_access_id: 9 } }
  await render(<h1>A page</h1>)
  expect(sessionLost(mia)).toBe('/bhome')
  await expect.element(page.getByText('Your free trial has ended. Subscribe to continue.')).toBeVisible()
  expect(sessionLost(dana)).toBe('/login')
  await expect.element(page.getByText('You were logged out. Log in to continue where you left off.')).toBeVisible()
})
