import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import AnimationPage from './AnimationPage.tsx'

/** Covers addresses of parts that the page cannot show. */

test.each([
  { what: 'a part hidden from the site', part: 'STRRCK', answer: refusal('Part no found') },
  { what: 'markup', part: '%3Cscript%3E', answer: refusal('invalid_request', 400) },
  { what: 'sixty letters', part: 'x'.repeat(60), answer: refusal('invalid_request', 400) },
])('$what is not found, and the page leads home', async ({ part, answer }) => {
  fakeApi({ player: { relatedAnimationsDetailsByPartId: () => answer } })
  await render(null, {
    path: `/animation/${part}`,
    session: danasSession(['allow_view_animations']),
    routes: [{ path: '/animation/:part_id', element: <AnimationPage /> }],
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Part not found' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /home/i })).toBeVisible()
})
