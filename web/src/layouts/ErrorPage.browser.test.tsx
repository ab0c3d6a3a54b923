import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../testing/fake-api.ts'
import { render } from '../testing/render.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import QuietLayout from './QuietLayout.tsx'

/** Covers what people see when a page fails, and the header of pages that customers open from a message. */

function Broken({ because }: { because: string }): never {
  throw new Error(because)
}

async function open(because: string) {
  // React repeats the error on the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await render(<Broken because={because} />, { errorElement: <ErrorPage /> })
  await expect.element(page.getByRole('heading', { name: 'Couldn’t show this page' })).toBeVisible()
}
const claim = page.getByText('The error has been reported', { exact: false })

test('an error that the log has is said to be reported', async () => {
  fakeApi({ sites: { vvconsolelog: () => null } })
  await open('the part has no name')
  await expect.element(claim).toBeVisible()
})

test('an error that could not be sent is not said to be reported', async () => {
  const { calls } = fakeApi({
    sites: {
      vvconsolelog: () => {
        throw new TypeError('Failed to fetch')
      },
    },
  })
  await open('the film has no end')
  await expect.element(page.getByText('Loading the page again usually helps.')).toBeVisible()
  await expect.poll(() => calls('vvconsolelog').length).toBeGreaterThan(0)
  await expect.poll(() => claim.elements()).toEqual([])
})

test.each([
  ['an error', () => open('no header')],
  ['a page that is opened from a message, such as unsubscribing', () => render(<QuietLayout />)],
])('the header of %s names the site and the language, and sells nothing', async (_, show) => {
  fakeApi({ sites: { vvconsolelog: () => null } })
  await show()
  const header = page.getByRole('banner')
  await expect.element(header.getByText('Northgate Motors')).toBeVisible()
  await expect.element(header.getByRole('button', { name: /language/i })).toBeVisible()
  await expect.poll(() => header.getByRole('link').elements()).toEqual([])
  await expect.poll(() => page.getByText(/log in|sign up|free trial/i).elements()).toEqual([])
})
