import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../testing/fake-api.ts'
import { render } from '../../testing/render.tsx'
import { WhenSeen } from './WhenSeen.tsx'

test('what is below the visible part of a page is rendered when somebody scrolls to it', async () => {
  fakeApi({})
  await page.viewport(800, 600)
  await render(
    <>
      <h1>A film</h1>
      <div style={{ height: 2000 }} />
      <WhenSeen>
        <p>Figures</p>
      </WhenSeen>
    </>,
  )
  await expect.element(page.getByRole('heading')).toBeVisible()
  // The observer has looked by the next two frames.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await expect.element(page.getByText('Figures')).not.toBeInTheDocument()
  scrollTo(0, document.body.scrollHeight)
  await expect.element(page.getByText('Figures')).toBeVisible()
})
